import { sqlMigration } from '../sql-migration.js';

/** Room for encrypted secrets of one-time codes. */
export const SealedSecrets1765000100000 = sqlMigration(
  'SealedSecrets1765000100000',
  [
    'ALTER TABLE users ALTER COLUMN totp_secret TYPE varchar(300)',
    'ALTER TABLE users ALTER COLUMN totp_pending_secret TYPE varchar(300)',
  ],
  // Reverting: refused while a secret is encrypted: the release before cannot read it.
  [
    'ALTER TABLE users ALTER COLUMN totp_secret TYPE varchar(64)',
    'ALTER TABLE users ALTER COLUMN totp_pending_secret TYPE varchar(64)',
  ],
);
