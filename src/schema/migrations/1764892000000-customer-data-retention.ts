import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time at which the customer of an order was anonymized, and an index on closed orders with a customer. */
export class CustomerDataRetention1764892000000 implements MigrationInterface {
  readonly name = 'CustomerDataRetention1764892000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE orders ADD anonymized_at timestamptz');
    await queryRunner.query(
      `CREATE INDEX orders_identified_ix ON orders (created_at, id)
        WHERE anonymized_at IS NULL AND status IN ('delivered', 'returned', 'cancelled', 'expired')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX orders_identified_ix');
    await queryRunner.query('ALTER TABLE orders DROP anonymized_at');
  }
}
