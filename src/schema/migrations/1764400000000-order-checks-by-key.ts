import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The checks of new orders look rows up by key, whatever their plans were made for: in a new database they read
 * every order there was for each new one, until PostgreSQL had counted the rows for the first time.
 */
export class OrderChecksByKey1764400000000 implements MigrationInterface {
  readonly name = 'OrderChecksByKey1764400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CHECK_ADDED_ITEMS);
    await queryRunner.query('ALTER FUNCTION check_order_amounts() SET enable_seqscan = off');
    // By the client first, it was taken for the place to look for a client's one order by the store's id.
    await queryRunner.query('DROP INDEX orders_client_changes_ix');
    await queryRunner.query(
      'CREATE INDEX orders_client_changes_ix ON orders (status, client_id, changed_xid, id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CHECK_ADDED_ITEMS_BEFORE);
    await queryRunner.query('ALTER FUNCTION check_order_amounts() RESET enable_seqscan');
    await queryRunner.query('DROP INDEX orders_client_changes_ix');
    await queryRunner.query(
      'CREATE INDEX orders_client_changes_ix ON orders (client_id, status, changed_xid, id)',
    );
  }
}

const REFUSE = `
      RAISE EXCEPTION 'items added to a complete order'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';`;

// OFFSET 0 keeps the planner from beginning at the orders.
const CHECK_ADDED_ITEMS = `
  CREATE OR REPLACE FUNCTION check_added_items() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM (SELECT DISTINCT order_id FROM added) a
      CROSS JOIN LATERAL (SELECT o.subtotal_minor FROM orders o WHERE o.id = a.order_id OFFSET 0) o
      CROSS JOIN LATERAL (
        SELECT sum(i.line_total_minor) AS subtotal FROM order_items i WHERE i.order_id = a.order_id
      ) items
      WHERE o.subtotal_minor <> items.subtotal
    ) THEN${REFUSE}
    END IF;
    RETURN NULL;
  END $$`;

const CHECK_ADDED_ITEMS_BEFORE = `
  CREATE OR REPLACE FUNCTION check_added_items() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM orders o
      WHERE o.id IN (SELECT order_id FROM added)
        AND o.subtotal_minor <> (SELECT sum(i.line_total_minor) FROM order_items i WHERE i.order_id = o.id)
    ) THEN${REFUSE}
    END IF;
    RETURN NULL;
  END $$`;
