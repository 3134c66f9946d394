import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a store that polls for changes leans on: when each row last changed, also after the change log was
 * pruned; which SKUs products had; in which order a client's orders changed.
 */
export class ChangeFeed1764100000000 implements MigrationInterface {
  readonly name = 'ChangeFeed1764100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...CHANGES, ...SKUS, ...ORDERS]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [
      'DROP TRIGGER orders_change_placed ON orders',
      'DROP FUNCTION place_order_change',
      'DROP INDEX orders_client_changes_ix',
      'ALTER TABLE orders DROP COLUMN changed_xid',
      'DROP FUNCTION current_xid',
      'DROP TRIGGER products_sku_kept ON products',
      'DROP TRIGGER products_deleted_forgotten ON products',
      'DROP FUNCTION keep_former_sku',
      'DROP TABLE former_skus, last_changes, xid_clock',
      // The log is no longer what copies start from: they are read anew.
      `CREATE OR REPLACE ${FORGET_BEFORE}`,
      'ALTER TABLE change_log_horizon DROP COLUMN known_since',
    ]) {
      await queryRunner.query(statement);
    }
  }
}

const CHANGES = [
  // What was pruned from the log: the latest change of each row.
  `CREATE TABLE last_changes (
    kind varchar(10) NOT NULL,
    id integer NOT NULL,
    xid xid8 NOT NULL,
    CONSTRAINT last_changes_pk PRIMARY KEY (kind, id)
  ) WITH (fillfactor = 70)`,
  // At this instant every transaction before oldest_xid had ended.
  `CREATE TABLE xid_clock (
    at timestamptz NOT NULL,
    oldest_xid xid8 NOT NULL,
    CONSTRAINT xid_clock_pk PRIMARY KEY (at)
  )`,
  // last_changes and the log together know of every change of this transaction and those after it.
  `ALTER TABLE change_log_horizon ADD COLUMN known_since xid8`,
  `UPDATE change_log_horizon SET known_since = xid`,
  `ALTER TABLE change_log_horizon ALTER COLUMN known_since SET NOT NULL`,
  `CREATE OR REPLACE FUNCTION forget_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    -- Beyond this transaction: a copy that has not seen it may have been made just before.
    next_xid xid8 := (pg_current_xact_id()::text::bigint + 1)::text::xid8;
  BEGIN
    UPDATE change_log_horizon SET xid = next_xid, known_since = next_xid;
    RETURN NULL;
  END $$`,
];

const FORGET_BEFORE = `FUNCTION forget_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    -- Beyond this transaction: a copy that has not seen it may have been made just before.
    UPDATE change_log_horizon SET xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8;
    RETURN NULL;
  END $$`;

const SKUS = [
  `CREATE TABLE former_skus (
    product_id integer NOT NULL,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    sku varchar(64) NOT NULL,
    CONSTRAINT former_skus_pk PRIMARY KEY (product_id, xid, sku)
  )`,
  `CREATE FUNCTION keep_former_sku() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO former_skus (product_id, sku) VALUES (OLD.id, OLD.sku) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER products_sku_kept AFTER UPDATE OF sku ON products
    FOR EACH ROW WHEN (OLD.sku <> NEW.sku) EXECUTE FUNCTION keep_former_sku()`,
  // Nobody could tell any more which SKU is gone.
  `CREATE TRIGGER products_deleted_forgotten AFTER DELETE ON products
    FOR EACH ROW EXECUTE FUNCTION forget_changes()`,
];

const ORDERS = [
  `CREATE FUNCTION current_xid() RETURNS bigint LANGUAGE sql
    AS 'SELECT pg_current_xact_id()::text::bigint'`,
  `ALTER TABLE orders ADD COLUMN changed_xid bigint NOT NULL DEFAULT current_xid()`,
  `CREATE INDEX orders_client_changes_ix ON orders (client_id, status, changed_xid, id)`,
  `CREATE FUNCTION place_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.changed_xid := current_xid();
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER orders_change_placed BEFORE UPDATE ON orders
    FOR EACH ROW EXECUTE FUNCTION place_order_change()`,
];
