import { sqlMigration } from '../sql-migration.js';

/** The amount up to which a debit is suggested as a charge of the bank. */
export const BankDecisions1766050000000 = sqlMigration(
  'BankDecisions1766050000000',
  [
    `ALTER TABLE bank_accounts ADD COLUMN charge_limit_minor bigint NOT NULL DEFAULT 100000,
      ADD CONSTRAINT bank_accounts_charge_limit_ck CHECK (charge_limit_minor >= 0)`,
  ],
  [
    // The release before does not know these suggestions. Its next statement explains their lines again.
    `UPDATE statement_lines SET state = 'unmatched', suggestion = NULL
      WHERE suggestion->>'reason' IN ('return_unclear', 'bank_charge', 'interest')`,
    'ALTER TABLE bank_accounts DROP COLUMN charge_limit_minor',
  ],
);
