import type { ShipmentEvent } from '../../orders/tracking/shipment-event.entity.js';
import { phaseOf, type ShipmentState } from '../../orders/tracking/shipment-state.js';
import type { CourierEvent } from '../courier-gateway.js';
import type { AskedShipment } from './schedule.js';

const DAY_MS = 86_400_000;

/** Returns true if a push alone may tell this: a scan on the way of what was handed over. */
export function isMove(state: ShipmentState, shipmentId: number | null): boolean {
  return shipmentId !== null && phaseOf(state) <= 1;
}

type StoredEvent = Pick<ShipmentEvent, 'at' | 'code' | 'state' | 'source'>;

/**
 * Finds what a person has to read of the events of a shipment, in the order of their times: what waits for a person, and what
 * was not understood or has moved nothing for a day.
 * - each kind with its newest event; null: there is none
 * - before the pick-up, known codes that move nothing only repeat that it is awaited
 * - a way back is understood, but moves nothing after an end
 */
export function noticesOf<E extends StoredEvent>(
  stored: readonly E[],
  told: readonly CourierEvent[],
  { phase, newsAt, wasEnded }: Pick<AskedShipment, 'phase' | 'newsAt' | 'wasEnded'>,
  now: Date,
): { courier_reports: E | null; not_understood: E | null; hasMovedOn: boolean } {
  const marked = (mark: CourierEvent['forPerson']): ((event: E) => boolean) => {
    const keys = new Set(told.flatMap((event) => (event.forPerson === mark ? keyOf(event) : [])));
    return (event) => keys.has(keyOf(event));
  };
  const isOdd = marked('in_a_day');
  const odd = stored.filter(
    (event) => event.at > newsAt && movesNothing(event) && (phase > 0 || isOdd(event)),
  );
  // An ended shipment is not asked about again.
  const isDue = wasEnded || (odd[0] !== undefined && +now - +odd[0].at >= DAY_MS);
  return {
    courier_reports: stored.findLast(marked('at_once')) ?? null,
    not_understood: isDue ? (odd.at(-1) ?? null) : null,
    hasMovedOn: phase > 0 && odd.length === 0,
  };
}

function movesNothing({ state, source }: StoredEvent): boolean {
  return state === null || (state === 'returning' && source !== 'push');
}

function keyOf({ code, state }: Pick<StoredEvent, 'code' | 'state'>): string {
  return `${code} ${state}`;
}
