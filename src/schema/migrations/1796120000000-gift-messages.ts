import { sqlMigration } from '../sql-migration.js';

/** Adds the message of a gift to orders. */
export const GiftMessages1796120000000 = sqlMigration(
  'GiftMessages1796120000000',
  [
    'ALTER TYPE order_request ADD ATTRIBUTE gift_message varchar',
    'ALTER TABLE orders ADD COLUMN gift_message varchar(200)',
  ],
  [
    'ALTER TABLE orders DROP COLUMN gift_message',
    'ALTER TYPE order_request DROP ATTRIBUTE gift_message',
  ],
);
