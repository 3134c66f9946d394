import { sqlMigration } from '../sql-migration.js';

/**
 * Seals of journals, closed months, and names of accounts in the accountant's books. A job seals journals after their commit,
 * existing ones included.
 * - the previous release, which still runs during an upgrade, needs to know nothing of seals
 */
export const LedgerSeals1764905000000 = sqlMigration(
  'LedgerSeals1764905000000',
  [
    `CREATE TABLE ledger_seal_state (
    id smallint NOT NULL DEFAULT 1,
    seq bigint NOT NULL DEFAULT 0,
    sha256 bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    started_at timestamptz NOT NULL DEFAULT now(),
    caught_up_at timestamptz,
    CONSTRAINT ledger_seal_state_pk PRIMARY KEY (id),
    CONSTRAINT ledger_seal_state_one_ck CHECK (id = 1)
  )`,
    'INSERT INTO ledger_seal_state DEFAULT VALUES',
    // Without a foreign key: its check would write a lock into the row of every journal. seal_faults finds what it would.
    `CREATE TABLE ledger_seals (
    seq bigint NOT NULL,
    journal_id bigint NOT NULL,
    day varchar(10) NOT NULL,
    prev_sha256 bytea NOT NULL,
    sha256 bytea NOT NULL,
    CONSTRAINT ledger_seals_pk PRIMARY KEY (seq),
    CONSTRAINT ledger_seals_journal_uq UNIQUE (journal_id),
    CONSTRAINT ledger_seals_hashes_ck CHECK (length(prev_sha256) = 32 AND length(sha256) = 32)
  )`,
    `CREATE TABLE closed_months (
    month varchar(7) NOT NULL,
    journals integer NOT NULL,
    debit_minor bigint NOT NULL,
    last_seq bigint,
    last_sha256 bytea,
    closed_by varchar(300) NOT NULL,
    closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT closed_months_pk PRIMARY KEY (month),
    CONSTRAINT closed_months_month_ck CHECK (month ~ '^\\d{4}-(0[1-9]|1[0-2])$'),
    CONSTRAINT closed_months_seal_ck CHECK ((last_seq IS NULL) = (journals = 0) AND (last_sha256 IS NULL) = (journals = 0))
  )`,
    `CREATE TABLE ledger_names (
    account varchar(20) NOT NULL,
    name varchar(100) NOT NULL,
    CONSTRAINT ledger_names_pk PRIMARY KEY (account)
  )`,
  ],
  ['DROP TABLE ledger_names, closed_months, ledger_seals, ledger_seal_state'],
);
