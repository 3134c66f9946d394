import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import { migrate, revertLastMigration } from '../../../src/platform/database/migrations.js';
import {
  schemaFunction,
  type SchemaFunction,
} from '../../../src/platform/database/schema-functions.js';
import { migrateSchema, ownFunctions, revertSchema } from '../../../src/schema/migrate-schema.js';
import { atEndOfSuite } from '../native/end-of-suite.js';

type MigrationClass = new () => MigrationInterface;

/** Additions of a made-up release to this one: functions by name, or null if the release has removed the file. */
export interface ReleaseContent {
  migrations?: MigrationClass[];
  functions?: Record<string, string | null>;
}

/** A release of the schema that differs from this one, on a database. */
export class SchemaRelease {
  private constructor(
    readonly dataSource: DataSource,
    private readonly functions: readonly SchemaFunction[],
  ) {}

  static async open(
    connection: DatabaseConnection,
    { migrations = [], functions: changed = {} }: ReleaseContent = {},
  ): Promise<SchemaRelease> {
    const options = dataSourceOptions(connection);
    const own = options.migrations as MigrationClass[];
    const dataSource = new DataSource({
      ...options,
      migrations: [...own, ...migrations],
      extra: { lock_timeout: 200 },
    });
    const functions = (await ownFunctions()).filter(({ name }) => !(name in changed));
    for (const [name, source] of Object.entries(changed)) {
      if (source !== null) functions.push(schemaFunction(`${name}.sql`, source));
    }
    await dataSource.initialize();
    atEndOfSuite(() => dataSource.destroy());
    return new SchemaRelease(dataSource, functions);
  }

  /** Migrates as a start of this release does, but without first locking tables. */
  async migrate(): Promise<void> {
    await migrate(this.dataSource, this.functions);
  }

  /** Migrates as a start of this release does. */
  async migrateUnderLoad(): Promise<void> {
    await migrateSchema(this.dataSource, this.functions);
  }

  async revert(): Promise<string> {
    return revertLastMigration(this.dataSource);
  }

  /** Reverts the latest migration as the command does. */
  async revertUnderLoad(): Promise<string> {
    return revertSchema(this.dataSource);
  }
}

/** Makes a migration of a made-up release; its name ends in a timestamp. */
export function migration(migrationName: string, up: string, down: string): MigrationClass {
  return class {
    readonly name = migrationName;

    async up(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query(up);
    }

    async down(queryRunner: QueryRunner): Promise<void> {
      await queryRunner.query(down);
    }
  };
}
