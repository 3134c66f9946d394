import { sqlMigration } from '../sql-migration.js';

/** Maximum retail prices of products, taxes included. */
export const Mrp1766090000000 = sqlMigration(
  'Mrp1766090000000',
  [
    `ALTER TABLE products ADD COLUMN mrp_minor bigint,
      ADD CONSTRAINT products_mrp_ck CHECK (mrp_minor BETWEEN 1 AND 1000000000)`,
  ],
  ['ALTER TABLE products DROP COLUMN mrp_minor'],
);
