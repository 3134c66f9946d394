import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * gateway_refunds.key: the random idempotency key of a refund at the gateway. Refunds without one, which earlier releases made,
 * keep the key under which they were sent: it is derived from the journal.
 */
export class RefundKeys1765200000000 implements MigrationInterface {
  readonly name = 'RefundKeys1765200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE gateway_refunds ADD COLUMN key varchar(40),
      ADD CONSTRAINT gateway_refunds_key_uq UNIQUE (key)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE gateway_refunds DROP COLUMN key');
  }
}
