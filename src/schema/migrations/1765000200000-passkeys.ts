import { sqlMigration } from '../sql-migration.js';

/** Passkeys, and the challenges that browsers sign with them. */
export const Passkeys1765000200000 = sqlMigration(
  'Passkeys1765000200000',
  [
    `CREATE TABLE passkeys (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT passkeys_pk PRIMARY KEY,
    user_id integer NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports varchar(20)[] NOT NULL,
    name varchar(60) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz,
    CONSTRAINT passkeys_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT passkeys_credential_uq UNIQUE (credential_id)
  )`,
    'CREATE INDEX passkeys_user_ix ON passkeys (user_id)',
    `CREATE TABLE passkey_challenges (
    challenge_hash bytea CONSTRAINT passkey_challenges_pk PRIMARY KEY,
    user_id integer,
    expires_at timestamptz NOT NULL,
    CONSTRAINT passkey_challenges_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
    'CREATE INDEX passkey_challenges_expires_ix ON passkey_challenges (expires_at)',
  ],
  ['DROP TABLE passkey_challenges', 'DROP TABLE passkeys'],
);
