import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The actor of stock movements, and indexes for the latest movement of a level and for recent shipments. */
export class StockCounts1764891000000 implements MigrationInterface {
  readonly name = 'StockCounts1764891000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  'ALTER TABLE stock_movements ADD COLUMN actor varchar(300)',
  'CREATE INDEX stock_movements_latest_ix ON stock_movements (product_id, variation_key, id)',
  'DROP INDEX stock_movements_level_ix',
  'CREATE INDEX stock_movements_at_ix ON stock_movements (created_at)',
];

const DOWN = [
  'DROP INDEX stock_movements_at_ix',
  'CREATE INDEX stock_movements_level_ix ON stock_movements (product_id, variation_key)',
  'DROP INDEX stock_movements_latest_ix',
  'ALTER TABLE stock_movements DROP COLUMN actor',
];
