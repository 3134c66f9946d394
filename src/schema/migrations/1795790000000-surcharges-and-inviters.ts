import { sqlMigration } from '../sql-migration.js';

/** Orders keep the surcharge of their address, and invitations keep who made them; null for those of an earlier release. */
export const SurchargesAndInviters1795790000000 = sqlMigration(
  'SurchargesAndInviters1795790000000',
  [
    'ALTER TYPE order_request ADD ATTRIBUTE surcharge_minor bigint',
    'ALTER TABLE orders ADD COLUMN surcharge_minor bigint',
    `ALTER TABLE invitations ADD COLUMN invited_by integer
      CONSTRAINT invitations_invited_by_fk REFERENCES users ON DELETE CASCADE`,
    'CREATE INDEX invitations_invited_by_ix ON invitations (invited_by)',
  ],
  [
    'ALTER TABLE invitations DROP COLUMN invited_by',
    'ALTER TABLE orders DROP COLUMN surcharge_minor',
    'ALTER TYPE order_request DROP ATTRIBUTE surcharge_minor',
  ],
);
