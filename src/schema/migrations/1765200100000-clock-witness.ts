import type { MigrationInterface, QueryRunner } from 'typeorm';

/** clock_state.last_seen_at: the latest time of the database's clock that an instance trusted, compared at the next start. */
export class ClockWitness1765200100000 implements MigrationInterface {
  readonly name = 'ClockWitness1765200100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clock_state ADD COLUMN last_seen_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clock_state DROP COLUMN last_seen_at');
  }
}
