import { sqlMigration } from '../sql-migration.js';

/** Terms of credit in the accounts of clients, and what was bought on account. */
export const ClientCredit1764906000000 = sqlMigration(
  'ClientCredit1764906000000',
  [
    `CREATE TABLE credit_items (
    order_id bigint CONSTRAINT credit_items_pk PRIMARY KEY,
    client_id integer NOT NULL CONSTRAINT credit_items_client_fk REFERENCES clients (id),
    amount_minor bigint NOT NULL,
    paid_minor bigint NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    reminded varchar(10),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT credit_items_amount_ck CHECK (amount_minor > 0 AND paid_minor BETWEEN 0 AND amount_minor),
    CONSTRAINT credit_items_reminded_ck CHECK (reminded IN ('due', 'overdue'))
  )`,
    `CREATE INDEX credit_items_open_ix ON credit_items (client_id, due_at, order_id) WHERE paid_minor < amount_minor`,
    `ALTER TABLE ledger_accounts
    ADD COLUMN credit_limit_minor bigint,
    ADD COLUMN payment_days smallint,
    ADD COLUMN overdue_days smallint,
    ADD CONSTRAINT ledger_accounts_credit_ck CHECK (
      num_nonnulls(credit_limit_minor, payment_days, overdue_days)
        = CASE kind WHEN 'client_credit' THEN 3 ELSE 0 END
      AND credit_limit_minor >= 0 AND payment_days >= 0 AND overdue_days >= 0
    )`,
  ],
  // Reverting: fails once orders were bought on account: the release before would not hold or collect them.
  [
    `DO $$ BEGIN
    IF EXISTS (SELECT FROM credit_items) THEN
      RAISE EXCEPTION 'orders were bought on account' USING ERRCODE = 'object_in_use';
    END IF;
  END $$`,
    'DROP TABLE credit_items',
    "DELETE FROM ledger_accounts WHERE kind = 'client_credit'",
    `ALTER TABLE ledger_accounts
    DROP CONSTRAINT ledger_accounts_credit_ck,
    DROP COLUMN credit_limit_minor,
    DROP COLUMN payment_days,
    DROP COLUMN overdue_days`,
  ],
);
