import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The total that an order was placed with, in its timeline: a second record, apart from the order and its lines. */
export class PlacedTotals1764907000000 implements MigrationInterface {
  readonly name = 'PlacedTotals1764907000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE order_status_changes ADD COLUMN total_minor bigint');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE order_status_changes DROP COLUMN total_minor');
  }
}
