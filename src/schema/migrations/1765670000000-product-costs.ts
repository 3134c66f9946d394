import { sqlMigration } from '../sql-migration.js';

/** Costs of products, and the rules that imports make prices with from them. */
export const ProductCosts1765670000000 = sqlMigration(
  'ProductCosts1765670000000',
  [
    `CREATE TABLE product_costs (
    product_id integer NOT NULL,
    cost_minor bigint NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT product_costs_pk PRIMARY KEY (product_id),
    CONSTRAINT product_costs_cost_ck CHECK (cost_minor BETWEEN 1 AND 1000000000)
  )`,
    `ALTER TABLE catalog_imports ADD COLUMN markup jsonb,
    ADD COLUMN holds_costs boolean NOT NULL DEFAULT false`,
    'ALTER TABLE suppliers ADD COLUMN markup jsonb',
  ],
  [
    'ALTER TABLE suppliers DROP COLUMN markup',
    'ALTER TABLE catalog_imports DROP COLUMN markup, DROP COLUMN holds_costs',
    'DROP TABLE product_costs',
  ],
);
