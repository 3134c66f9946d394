import { sqlMigration } from '../sql-migration.js';

/** Lines remember a later file whose balances prove them. Checking the key reads no rows: all of them are null. */
export const ProvenLines1795920000000 = sqlMigration(
  'ProvenLines1795920000000',
  [
    `ALTER TABLE statement_lines ADD COLUMN proven_import_id integer
      CONSTRAINT statement_lines_proven_import_fk REFERENCES statement_imports (id)`,
  ],
  ['ALTER TABLE statement_lines DROP COLUMN proven_import_id'],
);
