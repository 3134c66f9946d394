import { sqlMigration } from '../sql-migration.js';

/**
 * Bank accounts, their statements, and tax that clients deduct. References of receipts and payouts are compared in capitals and
 * without spaces; an index has them in this form.
 */
export const Bank1764901000000 = sqlMigration(
  'Bank1764901000000',
  [
    `CREATE TABLE bank_accounts (
    id integer GENERATED ALWAYS AS IDENTITY,
    name varchar(120) NOT NULL,
    ifsc varchar(11),
    account_last4 varchar(4),
    details varchar(500),
    is_default boolean NOT NULL DEFAULT false,
    column_mapping jsonb,
    opened_on varchar(10),
    opening_minor bigint,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT bank_accounts_pk PRIMARY KEY (id),
    CONSTRAINT bank_accounts_name_uq UNIQUE (name),
    CONSTRAINT bank_accounts_opening_ck CHECK ((opened_on IS NULL) = (opening_minor IS NULL))
  )`,
    'CREATE UNIQUE INDEX bank_accounts_default_uq ON bank_accounts (is_default) WHERE is_default',
    `INSERT INTO bank_accounts (name, is_default) VALUES ('Bank account', true)`,
    `CREATE TABLE statement_imports (
    id integer GENERATED ALWAYS AS IDENTITY,
    bank_account_id integer NOT NULL,
    sha256 varchar(64) NOT NULL,
    file_name varchar(200),
    rows integer NOT NULL,
    first_date varchar(10),
    last_date varchar(10),
    opening_minor bigint,
    closing_minor bigint,
    actor varchar(300) NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT statement_imports_pk PRIMARY KEY (id),
    CONSTRAINT statement_imports_file_uq UNIQUE (bank_account_id, sha256),
    CONSTRAINT statement_imports_account_fk FOREIGN KEY (bank_account_id) REFERENCES bank_accounts (id)
  )`,
    `CREATE TABLE statement_lines (
    id integer GENERATED ALWAYS AS IDENTITY,
    bank_account_id integer NOT NULL,
    import_id integer NOT NULL,
    value_date varchar(10) NOT NULL,
    direction varchar(3) NOT NULL,
    amount_minor bigint NOT NULL,
    balance_minor bigint,
    reference varchar(120) NOT NULL,
    description varchar(400) NOT NULL,
    ordinal smallint NOT NULL,
    identifiers varchar(40)[] NOT NULL,
    state varchar(10) NOT NULL DEFAULT 'unmatched',
    suggestion jsonb,
    ignored_reason varchar(500),
    journal_id bigint,
    suspense_journal_id bigint,
    decided_by varchar(300),
    decided_at timestamptz,
    CONSTRAINT statement_lines_pk PRIMARY KEY (id),
    CONSTRAINT statement_lines_line_uq
      UNIQUE (bank_account_id, value_date, amount_minor, direction, reference, description, ordinal),
    CONSTRAINT statement_lines_journal_uq UNIQUE (journal_id),
    CONSTRAINT statement_lines_suspense_uq UNIQUE (suspense_journal_id),
    CONSTRAINT statement_lines_account_fk FOREIGN KEY (bank_account_id) REFERENCES bank_accounts (id),
    CONSTRAINT statement_lines_import_fk FOREIGN KEY (import_id) REFERENCES statement_imports (id),
    CONSTRAINT statement_lines_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT statement_lines_suspense_fk FOREIGN KEY (suspense_journal_id) REFERENCES ledger_journals (id),
    CONSTRAINT statement_lines_direction_ck CHECK (direction IN ('in', 'out')),
    CONSTRAINT statement_lines_amount_ck CHECK (amount_minor > 0),
    CONSTRAINT statement_lines_state_ck CHECK (
      CASE state
        WHEN 'matched' THEN journal_id IS NOT NULL
        WHEN 'suggested' THEN suggestion IS NOT NULL
        WHEN 'ignored' THEN ignored_reason IS NOT NULL
        ELSE state = 'unmatched'
      END
      AND (journal_id IS NULL OR state = 'matched')
      AND (suggestion IS NULL OR state = 'suggested')
      AND (ignored_reason IS NULL OR state = 'ignored')
    ),
    CONSTRAINT statement_lines_suspense_ck CHECK (
      suspense_journal_id IS NULL OR direction = 'in' AND state IN ('unmatched', 'suggested')
    )
  )`,
    'CREATE INDEX statement_lines_identifiers_ix ON statement_lines USING gin (identifiers)',
    'CREATE INDEX statement_lines_date_ix ON statement_lines (bank_account_id, value_date)',
    `CREATE INDEX statement_lines_open_ix ON statement_lines (id) WHERE state IN ('unmatched', 'suggested')`,
    `CREATE TABLE known_payers (
    value varchar(120) NOT NULL,
    client_id integer NOT NULL,
    line_id integer NOT NULL,
    CONSTRAINT known_payers_pk PRIMARY KEY (value, client_id),
    CONSTRAINT known_payers_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT known_payers_line_fk FOREIGN KEY (line_id) REFERENCES statement_lines (id)
  )`,
    `ALTER TABLE receipts ADD COLUMN tax_deducted_minor bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT receipts_tax_ck CHECK (tax_deducted_minor >= 0)`,
    `CREATE INDEX receipts_bank_reference_ix ON receipts (upper(regexp_replace(reference, '\\s', '', 'g')))
    WHERE source IN ('bank', 'other')`,
    `CREATE INDEX ledger_journals_bank_ix ON ledger_journals (upper(regexp_replace(key, '\\s', '', 'g')))
    WHERE kind = 'payout' AND reverses_id IS NULL`,
  ],
  // Reverting: refused once the ledger has money on another bank account, or of deducted tax.
  [
    `DO $$ BEGIN
    IF EXISTS (
      SELECT FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
      WHERE a.kind IN ('bank_account', 'tax_receivable')
    ) THEN RAISE EXCEPTION 'the ledger has money on another bank account, or of deducted tax'; END IF;
  END $$`,
    `DELETE FROM ledger_accounts WHERE kind = 'bank_account'`,
    'DROP INDEX ledger_journals_bank_ix',
    'DROP INDEX receipts_bank_reference_ix',
    'ALTER TABLE receipts DROP COLUMN tax_deducted_minor',
    'DROP TABLE known_payers',
    'DROP TABLE statement_lines',
    'DROP TABLE statement_imports',
    'DROP TABLE bank_accounts',
  ],
);
