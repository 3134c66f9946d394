import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Removal of the check on an intent's kind of gateway: the code lists the kinds, so a new one needs no migration. */
export class GatewayKinds1764896500000 implements MigrationInterface {
  readonly name = 'GatewayKinds1764896500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE payment_intents DROP CONSTRAINT payment_intents_gateway_ck,
        ALTER COLUMN gateway TYPE varchar(30)`,
    );
  }

  /** Fails while there are intents of a kind that the release before does not know. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE payment_intents ALTER COLUMN gateway TYPE varchar(10),
        ADD CONSTRAINT payment_intents_gateway_ck CHECK (gateway IN ('sandbox', 'razorpay'))`,
    );
  }
}
