import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ledger replaces wallets, wallet entries and payments; its statements are in the SQL files next to this one. */
export class Ledger1764600000000 implements MigrationInterface {
  readonly name = 'Ledger1764600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await run(queryRunner, './1764600000000-ledger.sql');
  }

  /** Restores every wallet's balance. Amounts that only the ledger can represent become one entry of the wallet. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await run(queryRunner, './1764600000000-ledger-down.sql');
  }
}

async function run(queryRunner: QueryRunner, file: string): Promise<void> {
  await queryRunner.query(await readFile(new URL(file, import.meta.url), 'utf8'));
}
