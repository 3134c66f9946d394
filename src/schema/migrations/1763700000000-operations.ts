import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators do: audit log, payments, wallets; and the journals that nobody may rewrite. */
export class Operations1763700000000 implements MigrationInterface {
  readonly name = 'Operations1763700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
    for (const table of JOURNALS) {
      await queryRunner.query(
        `CREATE TRIGGER ${table}_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change()`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER stock_movements_append_only_ck ON stock_movements');
    await queryRunner.query('DROP INDEX orders_unpaid_ix');
    for (const table of ['payments', 'wallet_entries', 'wallets', 'audit_entries']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
    await queryRunner.query('DROP FUNCTION refuse_journal_change');
  }
}

const JOURNALS = ['audit_entries', 'wallet_entries', 'payments', 'stock_movements'];

const STATEMENTS = [
  `CREATE TABLE audit_entries (
    id bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    actor varchar(80) NOT NULL,
    action varchar(60) NOT NULL,
    subject varchar(120) NOT NULL,
    before jsonb,
    after jsonb,
    request_id varchar(64),
    CONSTRAINT audit_entries_pk PRIMARY KEY (id)
  )`,
  `CREATE TABLE wallets (
    client_id integer NOT NULL,
    balance_minor bigint NOT NULL,
    CONSTRAINT wallets_pk PRIMARY KEY (client_id),
    CONSTRAINT wallets_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT wallets_balance_ck CHECK (balance_minor >= 0)
  )`,
  `CREATE TABLE wallet_entries (
    id bigint GENERATED ALWAYS AS IDENTITY,
    client_id integer NOT NULL,
    amount_minor bigint NOT NULL,
    reason varchar(20) NOT NULL,
    order_id bigint,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT wallet_entries_pk PRIMARY KEY (id),
    CONSTRAINT wallet_entries_wallet_fk FOREIGN KEY (client_id) REFERENCES wallets (client_id),
    CONSTRAINT wallet_entries_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
    CONSTRAINT wallet_entries_amount_ck CHECK (amount_minor <> 0),
    CONSTRAINT wallet_entries_reason_ck CHECK (reason IN ('refund', 'late_payment'))
  )`,
  `CREATE INDEX wallet_entries_client_ix ON wallet_entries (client_id)`,
  `CREATE TABLE payments (
    id bigint GENERATED ALWAYS AS IDENTITY,
    order_id bigint NOT NULL,
    method varchar(40) NOT NULL,
    reference varchar(120),
    amount_minor bigint NOT NULL,
    outcome varchar(10) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT payments_pk PRIMARY KEY (id),
    CONSTRAINT payments_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
    CONSTRAINT payments_method_reference_uq UNIQUE (method, reference),
    CONSTRAINT payments_amount_ck CHECK (amount_minor > 0),
    CONSTRAINT payments_outcome_ck CHECK (outcome IN ('applied', 'credited'))
  )`,
  `CREATE INDEX payments_order_ix ON payments (order_id)`,
  `CREATE INDEX orders_unpaid_ix ON orders (created_at) WHERE status = 'awaiting_payment'`,
  `CREATE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END $$`,
];
