import type { ShipmentState } from './shipment-state.js';

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

export type FailureActionKind = (typeof FAILURE_ACTIONS)[number];

/** A failed delivery that can be answered; times as PostgreSQL writes them in JSON. */
export interface FailureRow {
  shipmentId: number;
  attempt: number;
  reason: (typeof FAILURE_REASONS)[number];
  answerBy: string;
  actions: FailureActionKind[];
  /** The answer that waits to be sent, and may be replaced; null: none, or one that the courier refused. */
  action: FailureActionKind | null;
}

/** Selects the failed deliveries that can be answered as JSON. @param orders SQL condition on the id of their order */
export const failuresInJson = (orders: string): string => `(
  SELECT coalesce(json_agg(failure ORDER BY attempt), '[]') FROM (
    SELECT shipment_id AS "shipmentId", attempt, reason, answer_by AS "answerBy", actions,
      CASE WHEN state = 'decided' THEN action END AS action FROM delivery_failures
    WHERE order_id ${orders} AND state IN ('open', 'decided') AND answer_by > now()
  ) failure
)`;

/** Seconds for which a failed delivery of a test order waits. */
const TEST_ANSWER_SECONDS = 20;

/** Where a shipment is, what its courier told, and the failed delivery that is stored. */
interface Followed {
  state: ShipmentState | null;
  events: readonly { at: string; state: ShipmentState }[];
  failure: FailureRow | null;
}

/** Finds the failed delivery of a shipment that can be answered. That of a test order is made of its events. */
export function failureOf(
  { state, events, failure }: Followed,
  { isTest }: { isTest: boolean },
): Omit<FailureRow, 'shipmentId'> | null {
  if (!isTest) return failure;
  const failed = events.filter((event) => event.state === 'failed_attempt');
  const latest = failed.at(-1);
  if (state !== 'failed_attempt' || latest === undefined) return null;
  const answerBy = new Date(Date.parse(latest.at) + TEST_ANSWER_SECONDS * 1000).toISOString();
  const attempt = failed.length;
  return { attempt, reason: 'unavailable', answerBy, actions: ['reattempt'], action: null };
}
