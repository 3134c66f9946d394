import { sqlMigration } from '../sql-migration.js';

/** The record that an installation has dismissed its first steps: one row. */
export const FirstRun1765650100000 = sqlMigration(
  'FirstRun1765650100000',
  [
    `CREATE TABLE first_run (
      id smallint NOT NULL,
      dismissed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT first_run_pk PRIMARY KEY (id),
      CONSTRAINT first_run_one_row_ck CHECK (id = 1)
    )`,
  ],
  ['DROP TABLE first_run'],
);
