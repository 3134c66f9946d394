import { messageOf } from '../errors.js';
import type { Connection } from './database.js';

/** Classes of SQLSTATE of what constraints, types and triggers refuse. A broken connection and a deadlock are no refusals. */
const REFUSALS = /^(22|23|45|P0)/;

/**
 * Changes rows by key, all at once; where a rule of the merchant's database refuses that, all but those that it refuses.
 *
 * @returns the reasons of the refusals, by key
 */
export async function changeAllowed(
  connection: Connection,
  keys: readonly string[],
  change: (keys: readonly string[]) => Promise<void>,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  await connection.query('SAVEPOINT allowed');
  try {
    await change(keys);
    await connection.query('RELEASE SAVEPOINT allowed');
    return new Map();
  } catch (error) {
    if (!REFUSALS.test(sqlStateOf(error))) throw error;
    await connection.query('ROLLBACK TO SAVEPOINT allowed');
    await connection.query('RELEASE SAVEPOINT allowed');
    const [key = ''] = keys;
    if (keys.length === 1) return new Map([[key, messageOf(error)]]);
  }
  const half = Math.ceil(keys.length / 2);
  return new Map([
    ...(await changeAllowed(connection, keys.slice(0, half), change)),
    ...(await changeAllowed(connection, keys.slice(half), change)),
  ]);
}

/** Reads the SQLSTATE of an error; a code of Node where a connection failed. */
export function sqlStateOf(error: unknown): string {
  const { code = '', sqlState = code } = error as { code?: string; sqlState?: string };
  return sqlState;
}
