import { sqlMigration } from '../sql-migration.js';

/** ledger_journals.refund_terms: what a refund asked for apart from its money. A repetition with other terms is refused. */
export const RefundTerms1795600000000 = sqlMigration(
  'RefundTerms1795600000000',
  ['ALTER TABLE ledger_journals ADD COLUMN refund_terms jsonb'],
  ['ALTER TABLE ledger_journals DROP COLUMN refund_terms'],
);
