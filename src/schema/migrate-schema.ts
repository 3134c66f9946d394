import type { DataSource } from 'typeorm';
import { migrate, retryWhileBlocked } from '../platform/database/migrations.js';
import { readSchemaFunctions } from '../platform/database/schema-functions.js';
import { restartAfterRestore } from '../platform/live-cache/change-log.js';

/** The folder of the database's functions. */
export const FUNCTIONS = new URL('./functions/', import.meta.url);

/**
 * Brings the schema to this version, and restarts the change log where the database was restored on another server.
 *
 * @throws SchemaError as {@link migrate}
 */
export async function migrateSchema(dataSource: DataSource): Promise<void> {
  const functions = await readSchemaFunctions(FUNCTIONS);
  await retryWhileBlocked(async () => {
    await migrate(dataSource, functions);
    await restartAfterRestore(dataSource);
  });
}
