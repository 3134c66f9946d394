import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Opens inspections again whose returns lack units.
 * - an inspection could take scrapped units back
 * - a refund that restocked some units counted as the inspection of all
 * - the functions of this migration cannot be misled by a temporary table
 */
export class OpenedInspections1766100000000 implements MigrationInterface {
  readonly name = 'OpenedInspections1766100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE order_returns asked SET inspected_at = NULL
      WHERE inspected_at IS NOT NULL AND EXISTS (
        SELECT FROM order_return_items back JOIN order_items item USING (order_id, line)
        WHERE back.return_id = asked.id AND item.restocked_quantity + back.scrapped_quantity < back.quantity
      )`);
  }

  /** Leaves them open, because the times of their inspections are no longer known. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('SELECT');
  }
}
