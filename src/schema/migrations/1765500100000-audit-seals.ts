import { sqlMigration } from '../sql-migration.js';

/** The chain of hashes over the audit log. As with journals, a job adds committed entries, including those of earlier releases. */
export const AuditSeals1765500100000 = sqlMigration(
  'AuditSeals1765500100000',
  [
    `CREATE TABLE audit_seal_state (
      id smallint NOT NULL DEFAULT 1,
      seq bigint NOT NULL DEFAULT 0,
      sha256 bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
      caught_up_at timestamptz,
      CONSTRAINT audit_seal_state_pk PRIMARY KEY (id),
      CONSTRAINT audit_seal_state_one_ck CHECK (id = 1)
    )`,
    'INSERT INTO audit_seal_state DEFAULT VALUES',
    // Without a foreign key: its check would write a lock into the row of every entry. audit_faults finds what it would.
    `CREATE TABLE audit_seals (
      seq bigint NOT NULL,
      entry_id bigint NOT NULL,
      sha256 bytea NOT NULL,
      CONSTRAINT audit_seals_pk PRIMARY KEY (seq),
      CONSTRAINT audit_seals_entry_uq UNIQUE (entry_id),
      CONSTRAINT audit_seals_hash_ck CHECK (length(sha256) = 32)
    )`,
  ],
  ['DROP TABLE audit_seals, audit_seal_state'],
);
