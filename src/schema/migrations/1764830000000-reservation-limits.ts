import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits on the unpaid orders of a client, also in the input of place_orders. */
export class ReservationLimits1764830000000 implements MigrationInterface {
  readonly name = 'ReservationLimits1764830000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE clients ADD max_reserved_units integer, ADD max_open_value_minor bigint,
        ADD CONSTRAINT clients_reservation_limits_ck CHECK (max_reserved_units >= 0 AND max_open_value_minor >= 0)`,
    );
    await queryRunner.query(
      'ALTER TYPE order_request ADD ATTRIBUTE max_reserved_units bigint, ADD ATTRIBUTE max_open_value_minor bigint',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TYPE order_request DROP ATTRIBUTE max_open_value_minor, DROP ATTRIBUTE max_reserved_units',
    );
    await queryRunner.query(
      'ALTER TABLE clients DROP max_open_value_minor, DROP max_reserved_units',
    );
  }
}
