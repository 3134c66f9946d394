import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * former_skus names the SKUs that were taken away from stores, not only by another SKU: what no store could order
 * before is nobody's loss, and no SKU of a product that is still being prepared is told.
 */
export class RemovedSkus1764300000000 implements MigrationInterface {
  readonly name = 'RemovedSkus1764300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

/** All at first: who holds a little and wants more would be in the way of others. */
const LOCK_TABLES = 'LOCK TABLE products, plan_prices, former_skus IN ACCESS EXCLUSIVE MODE';

const UP = [
  LOCK_TABLES,
  // When it was taken away last is all that is asked.
  `DELETE FROM former_skus o USING former_skus n
    WHERE n.product_id = o.product_id AND n.sku = o.sku AND n.xid > o.xid`,
  `ALTER TABLE former_skus DROP CONSTRAINT former_skus_pk,
    ADD CONSTRAINT former_skus_pk PRIMARY KEY (product_id, sku)`,
  `CREATE OR REPLACE FUNCTION keep_former_sku() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO former_skus AS f (product_id, sku) VALUES (OLD.id, OLD.sku)
    ON CONFLICT (product_id, sku) DO UPDATE SET xid = excluded.xid WHERE f.xid < excluded.xid;
    RETURN NULL;
  END $$`,
  `DROP TRIGGER products_sku_kept ON products`,
  // Of less than 5000 minor units a plan's discount may leave none.
  `CREATE TRIGGER products_sku_kept AFTER UPDATE OF sku, active, base_price_minor ON products
    FOR EACH ROW WHEN (OLD.active AND (
      NEW.sku <> OLD.sku OR NOT NEW.active
      OR coalesce(NEW.base_price_minor, 0) < least(coalesce(OLD.base_price_minor, 0), 5000)
    )) EXECUTE FUNCTION keep_former_sku()`,
  `CREATE FUNCTION keep_sku_of_price() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO former_skus AS f (product_id, sku)
      SELECT id, sku FROM products WHERE id = OLD.product_id AND active
    ON CONFLICT (product_id, sku) DO UPDATE SET xid = excluded.xid WHERE f.xid < excluded.xid;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER plan_prices_sku_kept AFTER DELETE ON plan_prices
    FOR EACH ROW EXECUTE FUNCTION keep_sku_of_price()`,
  // What was taken away before is known of no store: each begins anew once, as copies of this database do.
  `UPDATE change_log_horizon SET xid = next.xid, known_since = next.xid
    FROM (SELECT (pg_current_xact_id()::text::bigint + 1)::text::xid8 AS xid) next`,
];

const DOWN = [
  LOCK_TABLES,
  'DROP TRIGGER plan_prices_sku_kept ON plan_prices',
  'DROP FUNCTION keep_sku_of_price',
  'DROP TRIGGER products_sku_kept ON products',
  `CREATE OR REPLACE FUNCTION keep_former_sku() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO former_skus (product_id, sku) VALUES (OLD.id, OLD.sku) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER products_sku_kept AFTER UPDATE OF sku ON products
    FOR EACH ROW WHEN (OLD.sku <> NEW.sku) EXECUTE FUNCTION keep_former_sku()`,
  `ALTER TABLE former_skus DROP CONSTRAINT former_skus_pk,
    ADD CONSTRAINT former_skus_pk PRIMARY KEY (product_id, xid, sku)`,
];
