import { LIVE_STATES } from './booking-state.js';
import type { BookedUnits, CourierBooking } from './courier-booking.entity.js';

type Holding = Pick<CourierBooking, 'state' | 'releasedWhy' | 'units'>;

/** Returns true if a booking holds its units, so that no other booking and no other shipment may take them. */
export function isLive({ state, releasedWhy }: Omit<Holding, 'units'>): boolean {
  return releasedWhy === null && LIVE_STATES.some((live) => live === state);
}

/** Counts the units that live bookings hold of each line. */
export function heldUnits(bookings: readonly Holding[]): Map<number, number> {
  const held = new Map<number, number>();
  for (const { line, quantity } of bookings.filter(isLive).flatMap(({ units }) => units)) {
    held.set(line, (held.get(line) ?? 0) + quantity);
  }
  return held;
}

/** Returns true if two lists name the same units. */
export function isSameUnits(one: readonly BookedUnits[], other: readonly BookedUnits[]): boolean {
  const byLine = new Map(other.map(({ line, quantity }) => [line, quantity]));
  return (
    one.length === other.length && one.every(({ line, quantity }) => byLine.get(line) === quantity)
  );
}
