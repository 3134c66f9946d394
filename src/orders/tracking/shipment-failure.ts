import type { ShipmentRow } from './order-rows.js';

/** Why a delivery failed. */
export const FAILURE_REASONS = [
  'unavailable',
  'refused',
  'address_wrong',
  'phone_unreachable',
  'asked_later',
  'self_collect',
  'wants_open_delivery',
  'entry_restricted',
  'moved',
  'not_attempted',
  'other',
] as const;
/** What the courier may be asked to do about it. */
export const FAILURE_ACTIONS = ['reattempt', 'return', 'dispute'] as const;

/** A failed delivery that the courier waits for an answer to. */
export interface ShipmentFailure {
  attempt: number;
  reason: (typeof FAILURE_REASONS)[number];
  answerBy: Date;
  actions: (typeof FAILURE_ACTIONS)[number][];
}

/** Seconds for which a failed delivery of a test order waits. */
const TEST_ANSWER_SECONDS = 20;

/** Finds the failed delivery of a shipment. Only those of test orders are known; no call answers them. */
export function failureOf(
  { state, events }: Pick<ShipmentRow, 'state' | 'events'>,
  { isTest }: { isTest: boolean },
): ShipmentFailure | null {
  const failed = events.filter((event) => event.state === 'failed_attempt');
  const latest = failed.at(-1);
  if (!isTest || state !== 'failed_attempt' || latest === undefined) return null;
  const answerBy = new Date(Date.parse(latest.at) + TEST_ANSWER_SECONDS * 1000);
  return { attempt: failed.length, reason: 'unavailable', answerBy, actions: [] };
}
