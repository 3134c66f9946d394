import { sqlMigration } from '../sql-migration.js';

const SYSTEM_KINDS = [
  ...['cash', 'suspense', 'gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable'],
  'payouts_waiting',
];

/** Accounts for what clients owe, for bank accounts, and for money that is neither a client's nor the wholesaler's yet. */
export const ClientDebts1764900000000 = sqlMigration(
  'ClientDebts1764900000000',
  [
    `ALTER TABLE ledger_accounts
    ADD COLUMN owner_id integer,
    DROP CONSTRAINT ledger_accounts_kind_ck,
    DROP CONSTRAINT ledger_accounts_wallet_ck,
    DROP CONSTRAINT ledger_accounts_balance_ck,
    ADD CONSTRAINT ledger_accounts_kind_ck CHECK (kind IN (
      'client_wallet', 'client_debt', 'client_credit', 'bank', 'bank_account', 'gateway', 'sales', 'adjustments',
      'opening', 'cash', 'suspense', 'gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable', 'payouts_waiting'
    )),
    ADD CONSTRAINT ledger_accounts_owner_ck CHECK (
      (client_id IS NOT NULL) = (kind = 'client_wallet')
      AND (owner_id IS NOT NULL) = (kind IN ('client_debt', 'client_credit', 'bank_account'))
      AND (balance_minor IS NOT NULL) = (kind IN ('client_wallet', 'client_debt', 'client_credit'))
    ),
    ADD CONSTRAINT ledger_accounts_balance_ck CHECK (
      CASE kind WHEN 'client_wallet' THEN balance_minor >= 0 ELSE balance_minor <= 0 END
    )`,
    'DROP INDEX ledger_accounts_system_uq',
    `CREATE UNIQUE INDEX ledger_accounts_system_uq ON ledger_accounts (kind) WHERE client_id IS NULL AND owner_id IS NULL`,
    'CREATE UNIQUE INDEX ledger_accounts_owner_uq ON ledger_accounts (kind, owner_id) WHERE owner_id IS NOT NULL',
    `INSERT INTO ledger_accounts (kind) VALUES ${SYSTEM_KINDS.map((kind) => `('${kind}')`).join(', ')}`,
    `ALTER TABLE ledger_journals
    DROP CONSTRAINT ledger_journals_kind_ck,
    ADD CONSTRAINT ledger_journals_kind_ck CHECK (kind IN (
      'receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening', 'debt', 'credit', 'settlement', 'bank_charge',
      'dispute', 'suspense'
    ))`,
  ],
  // Reverting: fails once the new accounts or kinds of journals are in use: the release before would misread them.
  [
    `ALTER TABLE ledger_journals
    DROP CONSTRAINT ledger_journals_kind_ck,
    ADD CONSTRAINT ledger_journals_kind_ck
      CHECK (kind IN ('receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening'))`,
    `DELETE FROM ledger_accounts account WHERE (owner_id IS NOT NULL OR kind IN (${SYSTEM_KINDS.map((kind) => `'${kind}'`).join(', ')}))
    AND NOT EXISTS (SELECT FROM ledger_postings WHERE account_id = account.id)`,
    'DROP INDEX ledger_accounts_owner_uq',
    'DROP INDEX ledger_accounts_system_uq',
    'CREATE UNIQUE INDEX ledger_accounts_system_uq ON ledger_accounts (kind) WHERE client_id IS NULL',
    `ALTER TABLE ledger_accounts
    DROP CONSTRAINT ledger_accounts_balance_ck,
    DROP CONSTRAINT ledger_accounts_owner_ck,
    DROP CONSTRAINT ledger_accounts_kind_ck,
    DROP COLUMN owner_id,
    ADD CONSTRAINT ledger_accounts_kind_ck
      CHECK (kind IN ('client_wallet', 'bank', 'gateway', 'sales', 'adjustments', 'opening')),
    ADD CONSTRAINT ledger_accounts_wallet_ck CHECK (
      CASE kind
        WHEN 'client_wallet' THEN client_id IS NOT NULL AND balance_minor IS NOT NULL
        ELSE client_id IS NULL AND balance_minor IS NULL
      END
    ),
    ADD CONSTRAINT ledger_accounts_balance_ck CHECK (balance_minor >= 0)`,
  ],
);
