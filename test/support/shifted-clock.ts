/**
 * Statements for an empty application's database after which the service's statements read a clock that {@link shiftClock} sets.
 * Defaults of columns keep the real one.
 */
export const SHIFTED_CLOCK: readonly string[] = [
  'CREATE SCHEMA shifted',
  `CREATE TABLE shifted.clock AS SELECT interval '0' AS ahead`,
  'ALTER TABLE shifted.clock REPLICA IDENTITY FULL',
  `CREATE FUNCTION shifted.now() RETURNS timestamptz STABLE LANGUAGE sql
    AS 'SELECT pg_catalog.now() + ahead FROM shifted.clock'`,
  `CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
    AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM shifted.clock'`,
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = shifted, pg_catalog, public',
    current_database()); END $$`,
];

/** Returns the statement that sets the clock ahead by an interval; '0': it is right. */
export function shiftClock(ahead: string): string {
  return `UPDATE shifted.clock SET ahead = '${ahead}'`;
}
