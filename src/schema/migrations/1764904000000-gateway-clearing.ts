import { sqlMigration } from '../sql-migration.js';

/**
 * The states of refunds to source, refunds that were made outside, disputes and settlements.
 * - the previous release sends refunds of the state `requested`, too, and leaves their end to this one
 * - it only ends refunds of its own state `pending`; those of the new state of that name are never due for it
 */
export const GatewayClearing1764904000000 = sqlMigration(
  'GatewayClearing1764904000000',
  [
    `ALTER TABLE gateway_refunds
    DROP CONSTRAINT gateway_refunds_status_ck,
    DROP CONSTRAINT gateway_refunds_due_ck,
    DROP CONSTRAINT gateway_refunds_reference_uq,
    ALTER COLUMN status SET DEFAULT 'requested',
    ADD COLUMN is_outside boolean NOT NULL DEFAULT false,
    ADD COLUMN asked_at timestamptz,
    ADD COLUMN ask_at timestamptz`,
    `UPDATE gateway_refunds SET status = CASE status WHEN 'pending' THEN 'requested' ELSE 'processed' END
    WHERE status IN ('pending', 'done')`,
    `ALTER TABLE gateway_refunds
    ADD CONSTRAINT gateway_refunds_status_ck CHECK (status IN ('requested', 'pending', 'processed', 'failed')),
    ADD CONSTRAINT gateway_refunds_due_ck CHECK ((status = 'requested') = (due_at IS NOT NULL)),
    ADD CONSTRAINT gateway_refunds_ask_ck CHECK ((status = 'pending') = (ask_at IS NOT NULL)),
    ADD CONSTRAINT gateway_refunds_outside_ck CHECK (NOT is_outside OR gateway_refund_id IS NOT NULL)`,
    `CREATE UNIQUE INDEX gateway_refunds_reference_uq ON gateway_refunds (receipt_id, reference)
    WHERE status <> 'failed' AND NOT is_outside`,
    `CREATE UNIQUE INDEX gateway_refunds_gateway_uq ON gateway_refunds (gateway_refund_id)
    WHERE gateway_refund_id IS NOT NULL`,
    'CREATE INDEX gateway_refunds_ask_ix ON gateway_refunds (ask_at) WHERE ask_at IS NOT NULL',
    'CREATE INDEX gateway_refunds_status_ix ON gateway_refunds (status, id)',
    'CREATE INDEX gateway_refunds_outside_ix ON gateway_refunds (created_at) WHERE is_outside',
    `CREATE TABLE gateway_disputes (
    id bigint GENERATED ALWAYS AS IDENTITY,
    dispute_id varchar(40) NOT NULL,
    payment_id varchar(40) NOT NULL,
    receipt_id bigint NOT NULL,
    amount_minor bigint NOT NULL,
    deducted_minor bigint NOT NULL,
    phase varchar(30) NOT NULL,
    status varchar(10) NOT NULL,
    respond_by timestamptz,
    opened_at timestamptz NOT NULL,
    taken_minor bigint NOT NULL DEFAULT 0,
    journal_id bigint,
    bookings integer NOT NULL DEFAULT 0,
    asked_at timestamptz NOT NULL,
    ask_at timestamptz,
    CONSTRAINT gateway_disputes_pk PRIMARY KEY (id),
    CONSTRAINT gateway_disputes_dispute_uq UNIQUE (dispute_id),
    CONSTRAINT gateway_disputes_journal_uq UNIQUE (journal_id),
    CONSTRAINT gateway_disputes_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts (id),
    CONSTRAINT gateway_disputes_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT gateway_disputes_amounts_ck CHECK (amount_minor >= 0 AND deducted_minor >= 0 AND taken_minor >= 0),
    CONSTRAINT gateway_disputes_taken_ck CHECK ((taken_minor > 0) = (journal_id IS NOT NULL)),
    CONSTRAINT gateway_disputes_status_ck CHECK (status IN ('open', 'won', 'lost', 'closed')),
    CONSTRAINT gateway_disputes_ask_ck CHECK ((status = 'open') = (ask_at IS NOT NULL))
  )`,
    'CREATE INDEX gateway_disputes_receipt_ix ON gateway_disputes (receipt_id)',
    'CREATE INDEX gateway_disputes_status_ix ON gateway_disputes (status, id)',
    'CREATE INDEX gateway_disputes_ask_ix ON gateway_disputes (ask_at) WHERE ask_at IS NOT NULL',
    `CREATE TABLE gateway_settlements (
    id bigint GENERATED ALWAYS AS IDENTITY,
    settlement_id varchar(40) NOT NULL,
    gateway varchar(30) NOT NULL,
    status varchar(10) NOT NULL,
    amount_minor bigint NOT NULL,
    fees_minor bigint NOT NULL,
    tax_minor bigint NOT NULL,
    unknown_minor bigint NOT NULL,
    unknown_lines jsonb NOT NULL,
    utr varchar(40),
    settled_at timestamptz NOT NULL,
    journal_id bigint,
    bookings integer NOT NULL DEFAULT 0,
    asked_at timestamptz NOT NULL,
    CONSTRAINT gateway_settlements_pk PRIMARY KEY (id),
    CONSTRAINT gateway_settlements_settlement_uq UNIQUE (settlement_id),
    CONSTRAINT gateway_settlements_journal_uq UNIQUE (journal_id),
    CONSTRAINT gateway_settlements_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT gateway_settlements_amounts_ck CHECK (amount_minor >= 0 AND fees_minor >= 0 AND tax_minor >= 0),
    CONSTRAINT gateway_settlements_status_ck CHECK (status IN ('created', 'processed', 'failed')),
    CONSTRAINT gateway_settlements_booked_ck CHECK (journal_id IS NULL OR status = 'processed')
  )`,
    'CREATE INDEX gateway_settlements_utr_ix ON gateway_settlements (upper(utr)) WHERE utr IS NOT NULL',
    'CREATE INDEX gateway_settlements_settled_ix ON gateway_settlements (settled_at)',
    `ALTER TABLE gateway_notices ADD COLUMN about_kind varchar(10), ADD COLUMN about_id varchar(40)`,
    `ALTER TABLE gateway_day_checks ADD COLUMN books_minor bigint, ADD COLUMN held_minor bigint`,
    `ALTER TABLE sandbox_refunds
    ALTER COLUMN idempotency_key DROP NOT NULL,
    ADD COLUMN status varchar(10) NOT NULL DEFAULT 'processed',
    ADD COLUMN created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ADD COLUMN ends_at timestamptz,
    ADD CONSTRAINT sandbox_refunds_status_ck CHECK (status IN ('pending', 'processed', 'failed')),
    ADD CONSTRAINT sandbox_refunds_ends_ck CHECK ((status = 'pending') = (ends_at IS NOT NULL))`,
    'CREATE INDEX sandbox_refunds_payment_ix ON sandbox_refunds (payment_id)',
    'CREATE INDEX sandbox_refunds_ends_ix ON sandbox_refunds (ends_at) WHERE ends_at IS NOT NULL',
    `CREATE TABLE sandbox_disputes (
    id varchar(40) NOT NULL,
    payment_id varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    deducted_minor bigint NOT NULL,
    status varchar(10) NOT NULL DEFAULT 'open',
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT sandbox_disputes_pk PRIMARY KEY (id),
    CONSTRAINT sandbox_disputes_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments (id)
  )`,
    'CREATE INDEX sandbox_disputes_payment_ix ON sandbox_disputes (payment_id)',
    `CREATE TABLE sandbox_settlements (
    id varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    utr varchar(40) NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT sandbox_settlements_pk PRIMARY KEY (id)
  )`,
    'CREATE INDEX sandbox_settlements_created_ix ON sandbox_settlements (created_at)',
    `CREATE TABLE sandbox_settlement_lines (
    settlement_id varchar(40) NOT NULL,
    line integer NOT NULL,
    kind varchar(10) NOT NULL,
    entity_id varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    fee_minor bigint NOT NULL,
    tax_minor bigint NOT NULL,
    CONSTRAINT sandbox_settlement_lines_pk PRIMARY KEY (settlement_id, line),
    CONSTRAINT sandbox_settlement_lines_settlement_fk FOREIGN KEY (settlement_id) REFERENCES sandbox_settlements (id)
  )`,
    'CREATE INDEX sandbox_settlement_lines_entity_ix ON sandbox_settlement_lines (entity_id)',
    `ALTER TABLE sandbox_notices
    ALTER COLUMN payment_id DROP NOT NULL,
    ADD COLUMN about_kind varchar(10),
    ADD COLUMN about_id varchar(40)`,
  ],
  [
    'DELETE FROM sandbox_notices WHERE payment_id IS NULL',
    `ALTER TABLE sandbox_notices
    DROP COLUMN about_kind, DROP COLUMN about_id, ALTER COLUMN payment_id SET NOT NULL`,
    'DROP TABLE sandbox_settlement_lines, sandbox_settlements, sandbox_disputes',
    `UPDATE sandbox_refunds SET idempotency_key = id WHERE idempotency_key IS NULL`,
    'DROP INDEX sandbox_refunds_payment_ix, sandbox_refunds_ends_ix',
    `ALTER TABLE sandbox_refunds
    DROP COLUMN status, DROP COLUMN created_at, DROP COLUMN ends_at, ALTER COLUMN idempotency_key SET NOT NULL`,
    'ALTER TABLE gateway_day_checks DROP COLUMN books_minor, DROP COLUMN held_minor',
    'ALTER TABLE gateway_notices DROP COLUMN about_kind, DROP COLUMN about_id',
    'DROP TABLE gateway_settlements, gateway_disputes',
    `DROP INDEX gateway_refunds_reference_uq, gateway_refunds_gateway_uq, gateway_refunds_ask_ix,
    gateway_refunds_status_ix, gateway_refunds_outside_ix`,
    `ALTER TABLE gateway_refunds
    DROP CONSTRAINT gateway_refunds_status_ck,
    DROP CONSTRAINT gateway_refunds_due_ck,
    DROP CONSTRAINT gateway_refunds_ask_ck,
    DROP CONSTRAINT gateway_refunds_outside_ck`,
    // The release before uses a reference once, also if its refund failed.
    `UPDATE gateway_refunds r SET reference = 'refund ' || r.id WHERE EXISTS (
    SELECT FROM gateway_refunds o WHERE o.receipt_id = r.receipt_id AND o.reference = r.reference AND o.id > r.id)`,
    `UPDATE gateway_refunds SET status = CASE status WHEN 'processed' THEN 'done' ELSE 'pending' END,
      due_at = CASE WHEN status IN ('requested', 'pending') THEN coalesce(due_at, now()) END
    WHERE status <> 'failed'`,
    `ALTER TABLE gateway_refunds
    DROP COLUMN is_outside, DROP COLUMN asked_at, DROP COLUMN ask_at,
    ALTER COLUMN status SET DEFAULT 'pending',
    ADD CONSTRAINT gateway_refunds_reference_uq UNIQUE (receipt_id, reference),
    ADD CONSTRAINT gateway_refunds_status_ck CHECK (status IN ('pending', 'done', 'failed')),
    ADD CONSTRAINT gateway_refunds_due_ck CHECK ((status = 'pending') = (due_at IS NOT NULL))`,
  ],
);
