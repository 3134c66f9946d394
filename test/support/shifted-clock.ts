/**
 * Statements for an empty application's database. Afterwards the service's statements read a clock that {@link shiftClock}
 * sets; defaults of columns keep the real one.
 */
export const SHIFTED_CLOCK: readonly string[] = [
  'CREATE SCHEMA shifted',
  `CREATE TABLE shifted.clock AS SELECT interval '0' AS ahead`,
  'ALTER TABLE shifted.clock REPLICA IDENTITY FULL',
  // The time of a transaction stays what it was when the transaction first read a clock.
  `CREATE FUNCTION shifted.now() RETURNS timestamptz STABLE LANGUAGE plpgsql AS $$ BEGIN
    IF coalesce(current_setting('shifted.ahead', true), '') = '' THEN
      PERFORM set_config('shifted.ahead', (SELECT ahead::text FROM shifted.clock), true);
    END IF;
    RETURN pg_catalog.now() + current_setting('shifted.ahead')::interval;
  END $$`,
  `CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
    AS 'SELECT shifted.now(); SELECT pg_catalog.clock_timestamp() + ahead FROM shifted.clock'`,
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = shifted, pg_catalog, public',
    current_database()); END $$`,
];

/** Writes the statement that sets the clock ahead by an interval. '0' is the correct time. */
export function shiftClock(ahead: string): string {
  return `UPDATE shifted.clock SET ahead = '${ahead}'`;
}
