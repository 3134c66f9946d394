import type { DataSource } from 'typeorm';
import { assertMigrated, migrate, retryWhileBlocked } from '../platform/database/migrations.js';
import { readSchemaFunctions } from '../platform/database/schema-functions.js';

/** The folder of the database's functions. */
export const FUNCTIONS = new URL('./functions/', import.meta.url);

/**
 * Brings the schema to this version.
 *
 * @throws SchemaError as {@link migrate}
 */
export async function migrateSchema(dataSource: DataSource): Promise<void> {
  const functions = await readSchemaFunctions(FUNCTIONS);
  await retryWhileBlocked(() => migrate(dataSource, functions));
}

/**
 * Verifies that this version can run on the schema as it is.
 *
 * @throws SchemaError as {@link assertMigrated}
 */
export async function assertSchema(dataSource: DataSource): Promise<void> {
  await assertMigrated(dataSource, await readSchemaFunctions(FUNCTIONS));
}
