import type { DataSource } from 'typeorm';
import { migrate, retryWhileBlocked } from '../platform/database/migrations.js';
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
