import { sqlMigration } from '../sql-migration.js';

/** Keeps several earlier addresses, headers and secrets of pushes: a courier changes its side days later. */
export const PreviousPushes1796031000000 = sqlMigration(
  'PreviousPushes1796031000000',
  [
    "ALTER TABLE courier_accounts ADD COLUMN previous_pushes jsonb NOT NULL DEFAULT '[]'",
    'UPDATE courier_accounts SET previous_pushes = jsonb_build_array(previous_push) WHERE previous_push IS NOT NULL',
    'ALTER TABLE courier_accounts DROP COLUMN previous_push',
  ],
  [
    'ALTER TABLE courier_accounts ADD COLUMN previous_push jsonb',
    'UPDATE courier_accounts SET previous_push = previous_pushes -> -1',
    'ALTER TABLE courier_accounts DROP COLUMN previous_pushes',
  ],
);
