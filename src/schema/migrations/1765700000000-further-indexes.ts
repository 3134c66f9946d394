import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes on tables that orders do not use. They are built before the migration of the request tables, during which every order
 * waits: on a table of millions of rows an index takes seconds.
 *
 * - shipments_tracking_number_ix: finds shipments by tracking number
 * - request_failures_request_ix: finds a refused request by its id
 * - stock_movements_shipped_ix: finds the units of a level that were shipped since a time. Ids do not tell: after the clock of the
 *   server was set back, later movements have earlier times
 */
export class FurtherIndexes1765700000000 implements MigrationInterface {
  readonly name = 'FurtherIndexes1765700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX shipments_tracking_number_ix ON shipments (tracking_number)',
    );
    await queryRunner.query(
      'CREATE INDEX request_failures_request_ix ON request_failures (request_id)',
    );
    await queryRunner.query(
      `CREATE INDEX stock_movements_shipped_ix ON stock_movements (product_id, variation_key, created_at)
        WHERE order_id IS NOT NULL AND delta < 0`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX stock_movements_shipped_ix');
    await queryRunner.query('DROP INDEX request_failures_request_ix');
    await queryRunner.query('DROP INDEX shipments_tracking_number_ix');
  }
}
