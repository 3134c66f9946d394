import { sqlMigration } from '../sql-migration.js';

/** The countries that people and operator tokens came from last, if a proxy names them. */
export const Countries1765000300000 = sqlMigration(
  'Countries1765000300000',
  [
    'ALTER TABLE sessions ADD COLUMN country varchar(2)',
    'ALTER TABLE operator_tokens ADD COLUMN last_used_country varchar(2)',
  ],
  [
    'ALTER TABLE operator_tokens DROP COLUMN last_used_country',
    'ALTER TABLE sessions DROP COLUMN country',
  ],
);
