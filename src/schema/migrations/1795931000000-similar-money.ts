import { sqlMigration } from '../sql-migration.js';

/**
 * Receipts remember the lines that a person told apart from them, and lines the receipt that a person linked them with. The
 * constant defaults rewrite no rows, and checking the key reads none.
 */
export const SimilarMoney1795931000000 = sqlMigration(
  'SimilarMoney1795931000000',
  [
    "ALTER TABLE receipts ADD COLUMN other_line_ids integer[] NOT NULL DEFAULT '{}'",
    `ALTER TABLE statement_lines ADD COLUMN linked_journal_id bigint
      CONSTRAINT statement_lines_linked_fk REFERENCES ledger_journals (id)`,
  ],
  [
    'ALTER TABLE statement_lines DROP COLUMN linked_journal_id',
    'ALTER TABLE receipts DROP COLUMN other_line_ids',
  ],
);
