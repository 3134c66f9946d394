import { sqlMigration } from '../sql-migration.js';

/**
 * Entries that wait for another person, and the limits above which they do. The previous release knows neither, so what it
 * records during an upgrade does not wait.
 */
export const Approvals1764908000000 = sqlMigration(
  'Approvals1764908000000',
  [
    `CREATE TABLE approvals (
    id integer NOT NULL,
    kind varchar(20) NOT NULL,
    key text NOT NULL,
    client_id integer NOT NULL,
    amount_minor bigint,
    reference varchar(200),
    note varchar(500),
    details jsonb NOT NULL,
    held_journal_id bigint,
    journal_id bigint,
    status varchar(10) NOT NULL DEFAULT 'waiting',
    proposed_by varchar(300) NOT NULL,
    proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    decided_by varchar(300),
    decided_at timestamptz,
    rejection_reason varchar(500),
    CONSTRAINT approvals_pk PRIMARY KEY (id),
    CONSTRAINT approvals_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT approvals_held_journal_fk FOREIGN KEY (held_journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT approvals_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT approvals_amount_ck CHECK (amount_minor > 0),
    CONSTRAINT approvals_status_ck CHECK (status IN ('waiting', 'approved', 'rejected')),
    CONSTRAINT approvals_decided_ck CHECK (
      (status = 'waiting') = (decided_by IS NULL) AND (status = 'waiting') = (decided_at IS NULL)
      AND (status = 'rejected') = (rejection_reason IS NOT NULL)
    ),
    CONSTRAINT approvals_journal_ck CHECK (amount_minor IS NULL OR (status = 'approved') = (journal_id IS NOT NULL))
  )`,
    "CREATE INDEX approvals_waiting_ix ON approvals (id) WHERE status = 'waiting'",
    "CREATE UNIQUE INDEX approvals_key_uq ON approvals (kind, key) WHERE status = 'waiting'",
    'CREATE UNIQUE INDEX approvals_held_journal_uq ON approvals (held_journal_id)',
    'CREATE UNIQUE INDEX approvals_journal_uq ON approvals (journal_id)',
    "CREATE INDEX approvals_payout_ix ON approvals (key) WHERE kind = 'payout' AND status = 'approved'",
    `CREATE TABLE approval_limits (
    kind varchar(20) NOT NULL,
    limit_minor bigint NOT NULL,
    CONSTRAINT approval_limits_pk PRIMARY KEY (kind),
    CONSTRAINT approval_limits_limit_ck CHECK (limit_minor >= 0)
  )`,
    'ALTER TABLE wallet_adjustments ADD COLUMN rejection_reason varchar(500)',
    `ALTER TABLE gateway_refunds ADD COLUMN held_journal_id bigint,
    ADD CONSTRAINT gateway_refunds_held_journal_fk FOREIGN KEY (held_journal_id) REFERENCES ledger_journals (id)`,
  ],
  // Reverting: refused while money is set aside: decide all that waits first.
  [
    `DO $$ BEGIN
    IF EXISTS (SELECT FROM approvals WHERE status = 'waiting' AND held_journal_id IS NOT NULL) THEN
      RAISE EXCEPTION 'payouts wait for approval: decide them before the migration is reverted';
    END IF;
  END $$`,
    'ALTER TABLE gateway_refunds DROP COLUMN held_journal_id',
    'ALTER TABLE wallet_adjustments DROP COLUMN rejection_reason',
    'DROP TABLE approval_limits, approvals',
  ],
);
