import type { DataSource } from 'typeorm';
import {
  assertMigrated,
  migrate,
  retryWhileBlocked,
  revertLastMigration,
} from '../platform/database/migrations.js';
import { LIST_ORDER_STATUSES } from '../orders/lifecycle/status-sql.js';
import {
  readSchemaFunctions,
  schemaFunction,
  type SchemaFunction,
} from '../platform/database/schema-functions.js';
import { assertOrderKeys, validateKeys } from './validate-keys.js';

/** The folder of the database's functions. */
export const FUNCTIONS = new URL('./functions/', import.meta.url);

/** Reads the functions of this version. The first one is made from the lifecycle of orders, because others call it. */
export async function ownFunctions(): Promise<SchemaFunction[]> {
  const statuses = schemaFunction('list_order_statuses.sql', LIST_ORDER_STATUSES);
  return [statuses, ...(await readSchemaFunctions(FUNCTIONS))];
}

/**
 * The first table that a call of `place_orders` uses. A migration that waits for it must hold no lock that such a call needs,
 * or both would wait for each other.
 */
const FIRST_TABLE = 'orders';

/**
 * Migrates the schema to this version. While requests block a migration of the tables of orders, it alternates between two
 * ways:
 * - lock orders first, which succeeds under any load of orders
 * - lock only the tables of the migration, which succeeds while a backup reads all orders
 *
 * @param functions the database's functions; default: those of this version
 * @throws SchemaError as {@link migrate} and {@link assertOrderKeys}
 */
export async function migrateSchema(
  dataSource: DataSource,
  functions?: readonly SchemaFunction[],
): Promise<void> {
  await migrate(dataSource, functions ?? (await ownFunctions()), FIRST_TABLE);
  await assertOrderKeys(dataSource);
  await validateKeys(dataSource);
}

/** Reverts the latest migration and returns its name. While requests block it, it alternates between the ways of {@link migrateSchema}. */
export async function revertSchema(dataSource: DataSource): Promise<string> {
  return retryWhileBlocked((attempt) =>
    revertLastMigration(dataSource, attempt % 2 === 0 ? FIRST_TABLE : null),
  );
}

/**
 * Verifies that this version can run on the current schema.
 *
 * @throws SchemaError as {@link assertMigrated} and {@link assertOrderKeys}
 */
export async function assertSchema(dataSource: DataSource): Promise<void> {
  await assertMigrated(dataSource, await ownFunctions());
  await assertOrderKeys(dataSource);
}
