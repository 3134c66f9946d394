import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The known skew of the database's clock; also marks that place_orders ignores the age of idempotency keys. */
export class ClockState1764831000000 implements MigrationInterface {
  readonly name = 'ClockState1764831000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE clock_state (
        is_only boolean NOT NULL DEFAULT true,
        skew_ms bigint NOT NULL,
        CONSTRAINT clock_state_pk PRIMARY KEY (is_only),
        CONSTRAINT clock_state_is_only_ck CHECK (is_only)
      )`,
    );
    await queryRunner.query('INSERT INTO clock_state (skew_ms) VALUES (0)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE clock_state');
  }
}
