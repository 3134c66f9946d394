import { sqlMigration } from '../sql-migration.js';

/** Drops tables that no release since 1.1.0 reads or writes. */
export const UnreadChanges1795720000000 = sqlMigration(
  'UnreadChanges1795720000000',
  ['DROP TABLE last_changes, xid_samples'],
  [
    `CREATE TABLE last_changes (
      kind varchar(10) NOT NULL,
      id integer NOT NULL,
      xid xid8 NOT NULL,
      CONSTRAINT last_changes_pk PRIMARY KEY (kind, id)
    )`,
    `CREATE TABLE xid_samples (
      sampled_at timestamptz NOT NULL,
      oldest_xid xid8 NOT NULL,
      CONSTRAINT xid_samples_pk PRIMARY KEY (sampled_at)
    )`,
  ],
);
