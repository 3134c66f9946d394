import { sqlMigration } from '../sql-migration.js';

/** Keeps the answers that couriers take with each failed delivery, so that orders show them without asking an adapter. */
export const FailureActions1796070000000 = sqlMigration(
  'FailureActions1796070000000',
  [`ALTER TABLE delivery_failures ADD COLUMN actions jsonb NOT NULL DEFAULT '[]'`],
  ['ALTER TABLE delivery_failures DROP COLUMN actions'],
);
