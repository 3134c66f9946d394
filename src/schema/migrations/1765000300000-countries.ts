import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Countries of the addresses from which people and operator tokens came last, where a proxy names them. */
export class Countries1765000300000 implements MigrationInterface {
  readonly name = 'Countries1765000300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions ADD COLUMN country varchar(2)');
    await queryRunner.query('ALTER TABLE operator_tokens ADD COLUMN last_used_country varchar(2)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE operator_tokens DROP COLUMN last_used_country');
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN country');
  }
}
