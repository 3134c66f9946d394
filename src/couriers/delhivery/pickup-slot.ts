import { dateInShop, TIME_ZONE, TIME_ZONE_OFFSET } from '../../platform/time-zone.js';

/** Beginning of the slot that Delhivery picks up in. */
const SLOT = '14:00:00';
const HOUR_MS = 3_600_000;

interface PickupSlot {
  pickup_date: string;
  pickup_time: string;
}

/** Finds the earliest time on a day that Delhivery takes: an hour from now. null: it is the last hour of the day. */
export function pickupSlot(day: string, now: Date): PickupSlot | null {
  const earliest = new Date(now.getTime() + HOUR_MS);
  const isSlotAhead = new Date(`${day}T${SLOT}${TIME_ZONE_OFFSET}`) >= earliest;
  if (isSlotAhead || dateInShop(now) !== day) return { pickup_date: day, pickup_time: SLOT };
  if (dateInShop(earliest) !== day) return null;
  const time = earliest.toLocaleTimeString('en-GB', { timeZone: TIME_ZONE });
  return { pickup_date: day, pickup_time: time };
}
