import { sqlMigration } from '../sql-migration.js';

/** Marks orders that people of the wholesaler place for clients. */
export const OrdersByOperators1795940000000 = sqlMigration(
  'OrdersByOperators1795940000000',
  [
    'ALTER TYPE order_request ADD ATTRIBUTE by_operator boolean',
    'ALTER TABLE orders ADD COLUMN by_operator boolean NOT NULL DEFAULT false',
  ],
  [
    'ALTER TABLE orders DROP COLUMN by_operator',
    'ALTER TYPE order_request DROP ATTRIBUTE by_operator',
  ],
);
