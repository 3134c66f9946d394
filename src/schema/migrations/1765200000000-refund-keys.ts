import { sqlMigration } from '../sql-migration.js';

/**
 * gateway_refunds.key: the random idempotency key of a refund at the gateway. Refunds without one, which earlier releases made,
 * keep the key under which they were sent: it is derived from the journal.
 */
export const RefundKeys1765200000000 = sqlMigration(
  'RefundKeys1765200000000',
  [
    `ALTER TABLE gateway_refunds ADD COLUMN key varchar(40),
      ADD CONSTRAINT gateway_refunds_key_uq UNIQUE (key)`,
  ],
  ['ALTER TABLE gateway_refunds DROP COLUMN key'],
);
