import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Support for shops with millions of orders: an index for pages of a client's orders, and free space in the pages of
 * order items. Items are updated when they ship; without free space, each update adds to both indexes of the table.
 */
export class LargeOrders1764893000000 implements MigrationInterface {
  readonly name = 'LargeOrders1764893000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // status first: with client_id first, the planner takes this index instead of the unique one to find an order by
    // store_order_id.
    await queryRunner.query(
      'CREATE INDEX orders_client_created_ix ON orders (status, client_id, created_at, id)',
    );
    await queryRunner.query('DROP INDEX orders_client_status_ix');
    await queryRunner.query('ALTER TABLE order_items SET (fillfactor = 85)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE order_items RESET (fillfactor)');
    await queryRunner.query(
      'CREATE INDEX orders_client_status_ix ON orders (status, client_id, id)',
    );
    await queryRunner.query('DROP INDEX orders_client_created_ix');
  }
}
