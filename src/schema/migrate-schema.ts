import type { DataSource } from 'typeorm';
import { assertMigrated, migrate, retryWhileBlocked } from '../platform/database/migrations.js';
import { readSchemaFunctions, type SchemaFunction } from '../platform/database/schema-functions.js';

/** The folder of the database's functions. */
export const FUNCTIONS = new URL('./functions/', import.meta.url);

/**
 * The table that a call of `place_orders` uses first. A migration that waits for it holds nothing that such a call needs; migrations that
 * have locked other tables before it block the calls that they wait for.
 */
const FIRST_TABLE = 'orders';

/**
 * Brings the schema to this version. Where requests block it, every second attempt locks orders first, which succeeds under any load
 * of orders. The others lock only what the migrations need, which succeeds while a backup reads all orders.
 *
 * @param functions the database's functions; those of this version if not given
 * @throws SchemaError as {@link migrate}
 */
export async function migrateSchema(
  dataSource: DataSource,
  functions?: readonly SchemaFunction[],
): Promise<void> {
  const own = functions ?? (await readSchemaFunctions(FUNCTIONS));
  await retryWhileBlocked((attempt) =>
    migrate(dataSource, own, attempt % 2 === 0 ? FIRST_TABLE : null),
  );
}

/**
 * Verifies that this version can run on the schema as it is.
 *
 * @throws SchemaError as {@link assertMigrated}
 */
export async function assertSchema(dataSource: DataSource): Promise<void> {
  await assertMigrated(dataSource, await readSchemaFunctions(FUNCTIONS));
}
