import { sqlMigration } from '../sql-migration.js';

/** clock_state.last_seen_at: the latest time of the database's clock that an instance trusted. The next start compares it. */
export const ClockWitness1765200100000 = sqlMigration(
  'ClockWitness1765200100000',
  ['ALTER TABLE clock_state ADD COLUMN last_seen_at timestamptz'],
  ['ALTER TABLE clock_state DROP COLUMN last_seen_at'],
);
