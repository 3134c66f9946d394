import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The choice of an installation not to see its first steps any more: one row. */
export class FirstRun1765650100000 implements MigrationInterface {
  readonly name = 'FirstRun1765650100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE first_run (
      id smallint NOT NULL,
      dismissed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT first_run_pk PRIMARY KEY (id),
      CONSTRAINT first_run_one_row_ck CHECK (id = 1)
    )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE first_run');
  }
}
