import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settled returns, and an index on returns that wait for a decision. */
export class SettledReturns1764862000000 implements MigrationInterface {
  readonly name = 'SettledReturns1764862000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE orders ADD refund_final boolean NOT NULL DEFAULT false');
    await queryRunner.query(
      `CREATE INDEX orders_returns_ix ON orders (created_at, id)
        WHERE status = 'returned' AND payment_status = 'paid' AND NOT refund_final`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX orders_returns_ix');
    await queryRunner.query('ALTER TABLE orders DROP refund_final');
  }
}
