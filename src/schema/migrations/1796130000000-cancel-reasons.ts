import { sqlMigration } from '../sql-migration.js';

/** Adds to orders why their store or client canceled them. */
export const CancelReasons1796130000000 = sqlMigration(
  'CancelReasons1796130000000',
  ['ALTER TABLE orders ADD COLUMN cancel_reason varchar(500)'],
  ['ALTER TABLE orders DROP COLUMN cancel_reason'],
);
