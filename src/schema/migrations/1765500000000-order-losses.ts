import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A table of stores that learned of lost orders. The foreign key to clients is added last, see `RequestTables`. */
export class OrderLosses1765500000000 implements MigrationInterface {
  readonly name = 'OrderLosses1765500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE order_losses (
      client_id integer NOT NULL,
      incarnation varchar(12) NOT NULL,
      told_at timestamptz NOT NULL DEFAULT now(),
      lost_after timestamptz,
      reconciled_at timestamptz,
      missing_ids text[] NOT NULL DEFAULT '{}',
      CONSTRAINT order_losses_pk PRIMARY KEY (client_id, incarnation)
    )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE order_losses');
  }
}
