import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Declares a migration by the statements that do it and those that undo it. */
export function sqlMigration(
  name: string,
  up: readonly string[],
  down: readonly string[],
): new () => MigrationInterface {
  const run = (statements: readonly string[]) => async (queryRunner: QueryRunner) => {
    for (const statement of statements) await queryRunner.query(statement);
  };
  const migration = class implements MigrationInterface {
    readonly name = name;
    readonly up = run(up);
    readonly down = run(down);
  };
  // TypeORM and its messages take the name of the class, too.
  Object.defineProperty(migration, 'name', { value: name });
  return migration;
}
