import { sqlMigration } from '../sql-migration.js';

/**
 * gateway_refunds.key: the random idempotency key of a refund at the gateway. Refunds of earlier releases have none and keep
 * the key that they were sent with, which is derived from the journal.
 */
export const RefundKeys1765200000000 = sqlMigration(
  'RefundKeys1765200000000',
  [
    `ALTER TABLE gateway_refunds ADD COLUMN key varchar(40),
      ADD CONSTRAINT gateway_refunds_key_uq UNIQUE (key)`,
  ],
  ['ALTER TABLE gateway_refunds DROP COLUMN key'],
);
