import type { DataSource, EntityManager } from 'typeorm';

/** The clock of the database in milliseconds since 1970, and its jump. */
export interface ClockReading {
  readMs: number;
  /** Skew as reported by the last instance that measured it; 0: none. */
  storedMs: number;
  /** Latest time of this clock that an instance trusted; null: none yet. */
  lastSeenMs: number | null;
}

/** Statement that selects a {@link ClockReading}. */
export const CLOCK = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "readMs", skew_ms AS "storedMs",
    (extract(epoch FROM last_seen_at) * 1000)::bigint AS "lastSeenMs"
  FROM clock_state`;

export async function readClock(source: DataSource | EntityManager): Promise<ClockReading> {
  const [reading] = await source.query<[ClockReading]>(CLOCK);
  return reading;
}

/** Stores that the clock is trusted, twice a minute, whichever instance is first. */
export async function recordTrust(source: DataSource): Promise<void> {
  await source.query(
    `UPDATE clock_state SET last_seen_at = now()
      WHERE skew_ms = 0 AND (last_seen_at NOT BETWEEN now() - interval '29 seconds' AND now()) IS NOT FALSE`,
  );
}
