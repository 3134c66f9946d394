import type { DataSource, EntityManager } from 'typeorm';

/** The clock of the database in milliseconds since 1970, and its jump. */
export interface ClockReading {
  readMs: number;
  /** Skew as reported by the last instance that measured it; 0: none. */
  storedMs: number;
}

/** Reads the clock of the database. */
export async function readClock(source: DataSource | EntityManager): Promise<ClockReading> {
  const [reading] = await source.query<[ClockReading]>(
    `SELECT (extract(epoch FROM now()) * 1000)::bigint AS "readMs", skew_ms AS "storedMs" FROM clock_state`,
  );
  return reading;
}
