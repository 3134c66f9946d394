import type { EntityManager } from 'typeorm';
import { dateInShop } from '../time-zone.js';
import { type DatabaseClock, TOLERANCE_MS } from './database-clock.js';

/** The day by the database's clock. */
export interface Today {
  /** Day in India, YYYY-MM-DD. */
  day: string;
  /** False if another clock says another day. */
  isTrusted: boolean;
}

/** Reads the day in the caller's transaction. */
export async function readToday(manager: EntityManager): Promise<string> {
  const [{ now }] = await manager.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
  return dateInShop(now);
}

/** Finds the day of a reading that was just made. */
export function todayOf(clock: DatabaseClock, readAt: Date): Today {
  const day = dateInShop(readAt);
  const isSame = (skewMs: number): boolean =>
    Math.abs(skewMs) <= TOLERANCE_MS || dateInShop(new Date(readAt.getTime() - skewMs)) === day;
  return { day, isTrusted: clock.skewsOf(readAt.getTime()).every(isSame) };
}
