import { sqlMigration } from '../sql-migration.js';

/** Returns that their store withdrew before anyone accepted them. */
export const WithdrawnReturns1765400000000 = sqlMigration(
  'WithdrawnReturns1765400000000',
  [
    `ALTER TABLE order_returns
      ADD COLUMN is_withdrawn boolean NOT NULL DEFAULT false,
      DROP CONSTRAINT order_returns_declined_ck,
      ADD CONSTRAINT order_returns_declined_ck
        CHECK ((declined_at IS NOT NULL AND NOT is_withdrawn) = (decline_reason IS NOT NULL)),
      ADD CONSTRAINT order_returns_withdrawn_ck
        CHECK (NOT is_withdrawn OR declined_at IS NOT NULL AND accepted_at IS NULL)`,
  ],
  [
    'ALTER TABLE order_returns DROP CONSTRAINT order_returns_withdrawn_ck, DROP CONSTRAINT order_returns_declined_ck',
    `UPDATE order_returns SET decline_reason = 'withdrawn by the store' WHERE is_withdrawn`,
    `ALTER TABLE order_returns
      DROP COLUMN is_withdrawn,
      ADD CONSTRAINT order_returns_declined_ck CHECK ((declined_at IS NULL) = (decline_reason IS NULL))`,
  ],
);
