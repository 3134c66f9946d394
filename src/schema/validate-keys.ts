import type { DataSource, EntityManager } from 'typeorm';
import { databaseError } from '../platform/database/database-errors.js';
import { SchemaError } from '../platform/database/schema-error.js';

/** A foreign key that holds for new rows only. */
interface UnvalidatedKey {
  name: string;
  table: string;
}

/** foreign_key_violation, lock_not_available */
const LEFT_AS_IT_IS = new Set(['23503', '55P03']);
const ORDERS = new Set(['orders', 'order_items', 'order_status_changes']);

/** @throws SchemaError if an order, an item or a timeline could refer to a missing row, as after a restore without a key */
export async function assertOrderKeys({ manager, entityMetadatas }: DataSource): Promise<void> {
  const found = await manager.query<{ name: string }[]>(
    `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::text::regnamespace`,
  );
  const names = new Set(found.map(({ name }) => name));
  const missing = entityMetadatas
    .filter(({ tableName }) => ORDERS.has(tableName))
    .flatMap(({ foreignKeys }) => foreignKeys)
    .find(({ name }) => !names.has(name));
  if (missing === undefined) return;
  const { name, entityMetadata, columnNames, referencedTablePath, referencedColumnNames } = missing;
  throw new SchemaError(
    `the database lacks the foreign key ${name}; add it: ALTER TABLE ${entityMetadata.tableName} ADD CONSTRAINT ${name} ` +
      `FOREIGN KEY (${columnNames.join(', ')}) REFERENCES ${referencedTablePath} (${referencedColumnNames.join(', ')}) NOT VALID`,
  );
}

/** Lists the foreign keys that PostgreSQL has not compared with the rows from before them. */
export async function findUnvalidatedKeys(manager: EntityManager): Promise<UnvalidatedKey[]> {
  return manager.query<UnvalidatedKey[]>(
    `SELECT conname AS name, conrelid::regclass::text AS "table" FROM pg_constraint
      WHERE contype = 'f' AND NOT convalidated AND connamespace = current_schema()::text::regnamespace ORDER BY 1`,
  );
}

/**
 * Compares the stored rows with each key that was added without it. A key with a broken row waits for the next start; `doctor`
 * names it, and `verify` the row.
 * - blocks no writes: VALIDATE takes SHARE UPDATE EXCLUSIVE on the table, ROW SHARE on its parent
 * - may wait until PostgreSQL cancels an autovacuum for it, after deadlock_timeout
 */
export async function validateKeys({ manager }: DataSource): Promise<void> {
  for (const { name, table } of await findUnvalidatedKeys(manager)) {
    const validation = `SET LOCAL lock_timeout = '3s'; ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`;
    await manager.query(validation).catch((error: unknown) => {
      if (!LEFT_AS_IT_IS.has(databaseError(error)?.code ?? '')) throw error;
    });
  }
}
