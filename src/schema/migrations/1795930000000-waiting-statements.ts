import { sqlMigration } from '../sql-migration.js';

/** Statements that wait for another person keep their content until the decision. */
export const WaitingStatements1795930000000 = sqlMigration(
  'WaitingStatements1795930000000',
  [
    `CREATE TABLE waiting_statements (
      approval_id integer NOT NULL,
      file jsonb NOT NULL,
      CONSTRAINT waiting_statements_pk PRIMARY KEY (approval_id),
      CONSTRAINT waiting_statements_approval_fk FOREIGN KEY (approval_id) REFERENCES approvals (id)
    )`,
  ],
  [
    'DROP TABLE waiting_statements',
    "DELETE FROM approval_limits WHERE kind = 'statement'",
    "DELETE FROM counted_entries WHERE kind = 'statement'",
  ],
);
