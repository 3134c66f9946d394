import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for the latest movements of a product. */
export class StockMovements1764775000000 implements MigrationInterface {
  readonly name = 'StockMovements1764775000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX stock_movements_product_ix ON stock_movements (product_id, id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX stock_movements_product_ix');
  }
}
