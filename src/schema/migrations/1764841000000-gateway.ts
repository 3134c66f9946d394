import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments through a gateway, and the built-in sandbox of one. */
export class Gateway1764841000000 implements MigrationInterface {
  readonly name = 'Gateway1764841000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.query(`DROP TABLE ${table}`);
  }
}

const TABLES = [
  ...['sandbox_notices', 'sandbox_refunds', 'sandbox_payments', 'sandbox_orders'],
  ...['gateway_day_checks', 'gateway_refunds', 'gateway_notices', 'gateway_payments'],
  ...['payment_intent_orders', 'payment_intents'],
];

const UP = [
  `CREATE TABLE payment_intents (
    id bigint GENERATED ALWAYS AS IDENTITY,
    receipt varchar(40) NOT NULL,
    client_id integer NOT NULL,
    gateway varchar(10) NOT NULL,
    amount_minor bigint NOT NULL,
    currency varchar(3) NOT NULL,
    gateway_order_id varchar(40),
    status varchar(10) NOT NULL DEFAULT 'open',
    actor varchar(300) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    returned_at timestamptz,
    check_at timestamptz,
    check_reason varchar(10) NOT NULL DEFAULT 'schedule',
    CONSTRAINT payment_intents_pk PRIMARY KEY (id),
    CONSTRAINT payment_intents_receipt_uq UNIQUE (receipt),
    CONSTRAINT payment_intents_order_uq UNIQUE (gateway_order_id),
    CONSTRAINT payment_intents_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT payment_intents_gateway_ck CHECK (gateway IN ('sandbox', 'razorpay')),
    CONSTRAINT payment_intents_amount_ck CHECK (amount_minor > 0),
    CONSTRAINT payment_intents_status_ck CHECK (status IN ('open', 'paid', 'superseded')),
    CONSTRAINT payment_intents_reason_ck CHECK (check_reason IN ('return', 'notice', 'schedule'))
  )`,
  'CREATE INDEX payment_intents_check_ix ON payment_intents (check_at) WHERE check_at IS NOT NULL',
  'CREATE INDEX payment_intents_client_ix ON payment_intents (client_id, id)',
  'CREATE INDEX payment_intents_created_ix ON payment_intents (created_at)',
  `CREATE TABLE payment_intent_orders (
    intent_id bigint NOT NULL,
    line smallint NOT NULL,
    order_number varchar(13) NOT NULL,
    is_live boolean NOT NULL DEFAULT true,
    CONSTRAINT payment_intent_orders_pk PRIMARY KEY (intent_id, line),
    CONSTRAINT payment_intent_orders_intent_fk FOREIGN KEY (intent_id) REFERENCES payment_intents (id)
  )`,
  'CREATE UNIQUE INDEX payment_intent_orders_live_uq ON payment_intent_orders (order_number) WHERE is_live',
  `CREATE TABLE gateway_payments (
    id bigint GENERATED ALWAYS AS IDENTITY,
    payment_id varchar(40) NOT NULL,
    intent_id bigint NOT NULL,
    amount_minor bigint NOT NULL,
    refunded_minor bigint NOT NULL,
    currency varchar(3) NOT NULL,
    method varchar(40),
    status varchar(20) NOT NULL,
    outcome varchar(20) NOT NULL,
    receipt_id bigint,
    found_by varchar(10) NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT gateway_payments_pk PRIMARY KEY (id),
    CONSTRAINT gateway_payments_payment_uq UNIQUE (payment_id),
    CONSTRAINT gateway_payments_receipt_uq UNIQUE (receipt_id),
    CONSTRAINT gateway_payments_intent_fk FOREIGN KEY (intent_id) REFERENCES payment_intents (id),
    CONSTRAINT gateway_payments_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts (id),
    CONSTRAINT gateway_payments_outcome_ck CHECK ((outcome IN ('applied', 'credited')) = (receipt_id IS NOT NULL))
  )`,
  'CREATE INDEX gateway_payments_intent_ix ON gateway_payments (intent_id)',
  `CREATE TABLE gateway_notices (
    id bigint GENERATED ALWAYS AS IDENTITY,
    event_id varchar(64) NOT NULL,
    event varchar(60) NOT NULL,
    gateway_order_id varchar(40),
    payment_id varchar(40),
    body text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at timestamptz DEFAULT clock_timestamp(),
    outcome varchar(15) NOT NULL DEFAULT 'waiting',
    CONSTRAINT gateway_notices_pk PRIMARY KEY (id),
    CONSTRAINT gateway_notices_event_uq UNIQUE (event_id),
    CONSTRAINT gateway_notices_outcome_ck CHECK (outcome IN ('waiting', 'checked', 'unknown_order', 'ignored')),
    CONSTRAINT gateway_notices_due_ck CHECK ((outcome = 'waiting') = (due_at IS NOT NULL))
  )`,
  'CREATE INDEX gateway_notices_due_ix ON gateway_notices (due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX gateway_notices_outcome_ix ON gateway_notices (outcome, id)',
  `CREATE TABLE gateway_refunds (
    id bigint GENERATED ALWAYS AS IDENTITY,
    receipt_id bigint NOT NULL,
    payment_id varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    reference varchar(120) NOT NULL,
    reason varchar(500) NOT NULL,
    journal_id bigint NOT NULL,
    status varchar(10) NOT NULL DEFAULT 'pending',
    gateway_refund_id varchar(40),
    problem varchar(500),
    actor varchar(300) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at timestamptz DEFAULT clock_timestamp(),
    CONSTRAINT gateway_refunds_pk PRIMARY KEY (id),
    CONSTRAINT gateway_refunds_journal_uq UNIQUE (journal_id),
    CONSTRAINT gateway_refunds_reference_uq UNIQUE (receipt_id, reference),
    CONSTRAINT gateway_refunds_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts (id),
    CONSTRAINT gateway_refunds_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT gateway_refunds_amount_ck CHECK (amount_minor > 0),
    CONSTRAINT gateway_refunds_status_ck CHECK (status IN ('pending', 'done', 'failed')),
    CONSTRAINT gateway_refunds_due_ck CHECK ((status = 'pending') = (due_at IS NOT NULL))
  )`,
  'CREATE INDEX gateway_refunds_due_ix ON gateway_refunds (due_at) WHERE due_at IS NOT NULL',
  `CREATE TABLE gateway_day_checks (
    id bigint GENERATED ALWAYS AS IDENTITY,
    day varchar(10) NOT NULL,
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz,
    checked integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    found integer NOT NULL DEFAULT 0,
    found_minor bigint NOT NULL DEFAULT 0,
    CONSTRAINT gateway_day_checks_pk PRIMARY KEY (id),
    CONSTRAINT gateway_day_checks_day_uq UNIQUE (day)
  )`,
  `CREATE TABLE sandbox_orders (
    id varchar(40) NOT NULL,
    receipt varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    currency varchar(3) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT sandbox_orders_pk PRIMARY KEY (id)
  )`,
  'CREATE INDEX sandbox_orders_receipt_ix ON sandbox_orders (receipt)',
  `CREATE TABLE sandbox_payments (
    id varchar(40) NOT NULL,
    order_id varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    refunded_minor bigint NOT NULL DEFAULT 0,
    currency varchar(3) NOT NULL,
    method varchar(20) NOT NULL,
    status varchar(20) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT sandbox_payments_pk PRIMARY KEY (id),
    CONSTRAINT sandbox_payments_order_fk FOREIGN KEY (order_id) REFERENCES sandbox_orders (id),
    CONSTRAINT sandbox_payments_refunded_ck CHECK (refunded_minor BETWEEN 0 AND amount_minor)
  )`,
  'CREATE INDEX sandbox_payments_order_ix ON sandbox_payments (order_id)',
  `CREATE TABLE sandbox_refunds (
    id varchar(40) NOT NULL,
    payment_id varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    idempotency_key varchar(64) NOT NULL,
    CONSTRAINT sandbox_refunds_pk PRIMARY KEY (id),
    CONSTRAINT sandbox_refunds_key_uq UNIQUE (idempotency_key),
    CONSTRAINT sandbox_refunds_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments (id)
  )`,
  `CREATE TABLE sandbox_notices (
    id bigint GENERATED ALWAYS AS IDENTITY,
    event_id varchar(64) NOT NULL,
    event varchar(60) NOT NULL,
    payment_id varchar(40) NOT NULL,
    is_forged boolean NOT NULL DEFAULT false,
    due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT sandbox_notices_pk PRIMARY KEY (id),
    CONSTRAINT sandbox_notices_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments (id)
  )`,
  'CREATE INDEX sandbox_notices_due_ix ON sandbox_notices (due_at)',
];
