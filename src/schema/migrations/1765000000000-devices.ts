import { sqlMigration } from '../sql-migration.js';

/** Browsers that people signed in with before, and the last mail about a locked sign-in. */
export const Devices1765000000000 = sqlMigration(
  'Devices1765000000000',
  [
    `CREATE TABLE devices (
    id_hash bytea CONSTRAINT devices_pk PRIMARY KEY,
    user_id integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT devices_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT devices_id_hash_ck CHECK (octet_length(id_hash) = 32)
  )`,
    'CREATE INDEX devices_user_ix ON devices (user_id)',
    'ALTER TABLE users ADD COLUMN lock_mailed_at timestamptz',
  ],
  ['ALTER TABLE users DROP COLUMN lock_mailed_at', 'DROP TABLE devices'],
);
