import type { EntityManager } from 'typeorm';
import { dateInShop } from '../time-zone.js';
import { readClock, type ClockReading } from './clock-reading.js';
import { TOLERANCE_MS } from './steady-clock.js';

/** The day by the database's clock. */
export interface Today {
  /** Day in India, YYYY-MM-DD. */
  day: string;
  /** False if that clock is known to be wrong, or this machine's says another day. */
  isTrusted: boolean;
}

/** Reads the day in the caller's transaction. */
export async function readToday(manager: EntityManager): Promise<Today> {
  return todayOf(await readClock(manager));
}

/** Finds the day of a reading that was just made. */
export function todayOf({ readMs, storedMs }: ClockReading): Today {
  const day = dateInShop(new Date(readMs));
  const isNear = Math.abs(readMs - Date.now()) <= TOLERANCE_MS;
  return { day, isTrusted: storedMs === 0 && (isNear || dateInShop(new Date()) === day) };
}
