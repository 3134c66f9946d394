import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a token was rotated, so that it is rotated once: a second successor would inherit the overlap's end. */
export class RotatedTokens1764500000000 implements MigrationInterface {
  readonly name = 'RotatedTokens1764500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_tokens ADD COLUMN rotated_at timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE api_tokens DROP COLUMN rotated_at');
  }
}
