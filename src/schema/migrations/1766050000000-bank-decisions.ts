import { sqlMigration } from '../sql-migration.js';

const ACCOUNT_KINDS = `'client_wallet', 'client_debt', 'client_credit', 'bank', 'bank_account', 'gateway', 'sales', 'adjustments',
  'opening', 'cash', 'suspense', 'gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable', 'payouts_waiting',
  'cheques_in_hand'`;
const JOURNAL_KINDS = `'receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening', 'debt', 'credit', 'settlement',
  'bank_charge', 'dispute', 'suspense', 'clearing'`;
const OWNED = "'client_debt', 'client_credit', 'bank_account'";

/** The maximum amount of a debit that is suggested as a charge of the bank, and accounts for money that belongs to no client. */
export const BankDecisions1766050000000 = sqlMigration(
  'BankDecisions1766050000000',
  [
    `ALTER TABLE bank_accounts ADD COLUMN charge_limit_minor bigint NOT NULL DEFAULT 100000,
      ADD CONSTRAINT bank_accounts_charge_limit_ck CHECK (charge_limit_minor >= 0)`,
    `CREATE TABLE other_accounts (
      id integer GENERATED ALWAYS AS IDENTITY,
      name varchar(120) NOT NULL,
      type varchar(10) NOT NULL,
      is_hidden boolean NOT NULL DEFAULT false,
      CONSTRAINT other_accounts_pk PRIMARY KEY (id),
      CONSTRAINT other_accounts_name_uq UNIQUE (name),
      CONSTRAINT other_accounts_type_ck
        CHECK (type IN ('expense', 'tax', 'drawing', 'transfer', 'loan', 'interest', 'charges'))
    )`,
    ...checks(
      `${ACCOUNT_KINDS}, 'other_account'`,
      `${OWNED}, 'other_account'`,
      `${JOURNAL_KINDS}, 'other'`,
    ),
    `INSERT INTO other_accounts (name, type) VALUES ('Bank charges', 'charges'), ('Interest', 'interest'),
      ('Expenses', 'expense'), ('Taxes', 'tax'), ('Drawings', 'drawing'), ('Transfers between own accounts', 'transfer'),
      ('Loans', 'loan')`,
    `INSERT INTO ledger_accounts (kind, owner_id) SELECT 'other_account', id FROM other_accounts WHERE type <> 'charges'`,
  ],
  // Fails once an other account is in use: the release before would misread its journals.
  [
    // The release before does not know these suggestions. Its next statement explains their lines again.
    `UPDATE statement_lines SET state = 'unmatched', suggestion = NULL
      WHERE suggestion->>'reason' IN ('return_unclear', 'bank_charge', 'interest')`,
    "DELETE FROM ledger_accounts WHERE kind = 'other_account'",
    ...checks(ACCOUNT_KINDS, OWNED, JOURNAL_KINDS),
    'DROP TABLE other_accounts',
    'ALTER TABLE bank_accounts DROP COLUMN charge_limit_minor',
  ],
);

function checks(accountKinds: string, owned: string, journalKinds: string): string[] {
  return [
    `ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_ck, DROP CONSTRAINT ledger_accounts_owner_ck,
      ADD CONSTRAINT ledger_accounts_kind_ck CHECK (kind IN (${accountKinds})),
      ADD CONSTRAINT ledger_accounts_owner_ck CHECK (
        (client_id IS NOT NULL) = (kind = 'client_wallet') AND (owner_id IS NOT NULL) = (kind IN (${owned}))
        AND (balance_minor IS NOT NULL) = (kind IN ('client_wallet', 'client_debt', 'client_credit'))
      )`,
    `ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_kind_ck,
      ADD CONSTRAINT ledger_journals_kind_ck CHECK (kind IN (${journalKinds}))`,
  ];
}
