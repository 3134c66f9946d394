import type { ShipmentPhase, ShipmentState } from '../../orders/tracking/shipment-state.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hours until a courier is asked again, by where a shipment is. An end is asked about once more: couriers report second ones. */
const HOURS: Record<ShipmentState, number> = {
  handed_over: 8,
  picked_up: 4,
  in_transit: 4,
  at_destination: 4,
  out_for_delivery: 2,
  failed_attempt: 2,
  returning: 12,
  delivered: 24,
  returned: 24,
  lost: 24,
  destroyed: 24,
};

/** Time after the hand-over from which a courier is asked once a day. */
const OLD_MS = 20 * DAY_MS;
/** Time without news after which a shipment is listed as silent, and after which its courier is asked no more. */
const SILENT_MS = 45 * DAY_MS;
const GIVEN_UP_MS = 90 * DAY_MS;
/** Time after the hand-over within which a courier picks up. */
const PICKED_UP_WITHIN_MS = 2 * DAY_MS;

/** Time between two questions about a booking that was not handed over, whose pick-up may have been missed. */
export const BOOKED_HOURS = 12;

/** What the time of the next question depends on. */
export interface AskedShipment {
  state: ShipmentState;
  phase: ShipmentPhase;
  /** The latest news, by the courier's time. */
  newsAt: Date;
  handedOverAt: Date;
  /** True if the end was known before this question. */
  wasEnded: boolean;
}

/** Computes when a courier is asked again, after a question or news at `now`. null: never again */
export function nextAskAt(shipment: AskedShipment, now: Date): Date | null {
  const { state, phase, wasEnded } = shipment;
  if (phase === 3) return wasEnded ? null : after(now, HOURS[state] * HOUR_MS);
  if (since(shipment.newsAt, now) >= GIVEN_UP_MS) return null;
  const isOld = since(shipment.handedOverAt, now) >= OLD_MS || isSilent(shipment, now);
  return after(now, isOld ? DAY_MS : HOURS[state] * HOUR_MS);
}

/** Returns true if nothing was heard of a shipment for weeks. */
export function isSilent(
  { phase, newsAt }: Pick<AskedShipment, 'phase' | 'newsAt'>,
  now: Date,
): boolean {
  return phase < 3 && since(newsAt, now) >= SILENT_MS;
}

/** Returns true if the courier has not picked up what was handed over. */
export function isNotPickedUp(
  { phase, handedOverAt }: Pick<AskedShipment, 'phase' | 'handedOverAt'>,
  now: Date,
): boolean {
  return phase === 0 && since(handedOverAt, now) >= PICKED_UP_WITHIN_MS;
}

/**
 * Computes how many questions an account may still ask within the running five minutes. They are half of the courier's limit.
 *
 * @param asked those that were asked within them
 */
export function questionsLeft(asksPerFiveMinutes: number, asked: number): number {
  return Math.max(0, Math.floor(asksPerFiveMinutes / 2) - asked);
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

function since(at: Date, now: Date): number {
  return now.getTime() - at.getTime();
}
