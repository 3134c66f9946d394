import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Opened inspections of returns that lack units: an inspection could take scrapped units back, and a refund that restocked
 * some units counted as the inspection of all. The functions of this migration are those that no temporary table can mislead.
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

  /** Leaves them open: when they were inspected is not known any more. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('SELECT');
  }
}
