import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Returns that their store withdrew before anyone accepted them. */
export class WithdrawnReturns1765400000000 implements MigrationInterface {
  readonly name = 'WithdrawnReturns1765400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE order_returns
      ADD COLUMN is_withdrawn boolean NOT NULL DEFAULT false,
      DROP CONSTRAINT order_returns_declined_ck,
      ADD CONSTRAINT order_returns_declined_ck
        CHECK ((declined_at IS NOT NULL AND NOT is_withdrawn) = (decline_reason IS NOT NULL)),
      ADD CONSTRAINT order_returns_withdrawn_ck
        CHECK (NOT is_withdrawn OR declined_at IS NOT NULL AND accepted_at IS NULL)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE order_returns DROP CONSTRAINT order_returns_withdrawn_ck, DROP CONSTRAINT order_returns_declined_ck',
    );
    await queryRunner.query(
      `UPDATE order_returns SET decline_reason = 'withdrawn by the store' WHERE is_withdrawn`,
    );
    await queryRunner.query(`ALTER TABLE order_returns
      DROP COLUMN is_withdrawn,
      ADD CONSTRAINT order_returns_declined_ck CHECK ((declined_at IS NULL) = (decline_reason IS NULL))`);
  }
}
