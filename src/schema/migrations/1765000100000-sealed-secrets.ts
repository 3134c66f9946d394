import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Room for encrypted secrets of one-time codes. */
export class SealedSecrets1765000100000 implements MigrationInterface {
  readonly name = 'SealedSecrets1765000100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      await queryRunner.query(`ALTER TABLE users ALTER COLUMN ${column} TYPE varchar(300)`);
    }
  }

  /** Reverts the migration. Refused while a secret is encrypted: the release before cannot read it. */
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) {
      await queryRunner.query(`ALTER TABLE users ALTER COLUMN ${column} TYPE varchar(64)`);
    }
  }
}

const COLUMNS = ['totp_secret', 'totp_pending_secret'];
