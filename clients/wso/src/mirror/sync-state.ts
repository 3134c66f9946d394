import type { MeDto } from '../../../typescript/src/index.js';
import type { Connection, Database } from '../database/database.js';
import { writeRows } from '../database/rows.js';
import { TABLES } from '../database/tables.js';
import { UsageError } from '../errors.js';
import type { Blocked } from './blocked.js';
import { ORDER_PARTS } from './order-rows.js';
import type { Selection } from './selection.js';

/** Feeds of the Store API that are mirrored. */
export type Feed = 'products' | 'orders';

/** The place in a feed up to which the tables have it. */
export interface Position {
  /** Null: read the feed from its beginning. */
  cursor: string | null;
  /**
   * Set while a full list is read.
   * - products: the id up to which the tables have been compared with the list
   * - orders: the number up to which open orders have been looked up, after the service lost changes
   */
  progress: string | null;
}

/** The row of a feed in `wso_sync`. */
export interface SyncState extends Position {
  account: string;
  selection: Selection;
  blocked: Blocked;
}

export const EVERYTHING: Selection = { categories: [], brands: [], skus: [] };

/** Reads the account whose data the tables hold: other clients and test mode have orders of their own. */
export function accountOf({ data }: MeDto): string {
  return `client ${data.client.id}, ${data.mode}`;
}

/** Reads the state of a feed; null before its first page. `lock` ends the statement. */
export async function readState(
  connection: Connection,
  feed: Feed,
  lock: '' | 'FOR UPDATE' = '',
): Promise<SyncState | null> {
  const [row] = await connection.query(
    `SELECT account, selection, next_cursor, progress, blocked FROM wso_sync WHERE name = ? ${lock}`,
    [feed],
  );
  if (row === undefined) return null;
  return {
    account: row.account ?? '',
    selection: JSON.parse(row.selection ?? '') as Selection,
    cursor: row.next_cursor ?? null,
    progress: row.progress ?? null,
    blocked: JSON.parse(row.blocked ?? '{}') as Blocked,
  };
}

/** Locks the state of a feed for a transaction; null where another process has stored a page after this cursor. */
export async function lockState(
  connection: Connection,
  feed: Feed,
  cursor: string | undefined,
): Promise<SyncState | null> {
  const state = await readState(connection, feed, 'FOR UPDATE');
  return state !== null && (state.cursor ?? undefined) === cursor ? state : null;
}

export async function writeState(
  connection: Connection,
  { dialect }: Database,
  feed: Feed,
  { account, selection, cursor, progress, blocked }: SyncState,
): Promise<void> {
  const row = {
    name: feed,
    account,
    selection: JSON.stringify(selection),
    next_cursor: cursor,
    progress,
    blocked: JSON.stringify(blocked),
  };
  await writeRows(connection, dialect, TABLES.sync, [row]);
}

/** Stores that a feed was read up to now, also where it had nothing new. The clock is that of the database. */
export async function stampRead(connection: Connection, feed: Feed): Promise<void> {
  await connection.query('UPDATE wso_sync SET changed_at = CURRENT_TIMESTAMP(3) WHERE name = ?', [
    feed,
  ]);
}

/**
 * Prepares the states for an account and a selection. Another selection begins the list of products from its start; what is no longer
 * selected is deleted while it is read.
 *
 * @throws UsageError where the tables hold the data of another account
 */
export async function prepareStates(
  database: Database,
  account: string,
  selection: Selection,
): Promise<void> {
  // Tables of an earlier version, which mirrored fewer parts, read their orders again.
  const wanted = { products: selection, orders: { ...EVERYTHING, parts: ORDER_PARTS } };
  await database.transaction(async (connection) => {
    for (const feed of ['products', 'orders'] as const) {
      const state = await readState(connection, feed, 'FOR UPDATE');
      if (state !== null && state.account !== account) {
        throw new UsageError(
          `the tables hold the data of ${state.account}, but the token belongs to ${account}: use another database`,
        );
      }
      if (state === null || JSON.stringify(state.selection) !== JSON.stringify(wanted[feed])) {
        const fresh = {
          account,
          selection: wanted[feed],
          cursor: null,
          progress: null,
          blocked: {},
        };
        await writeState(connection, database, feed, fresh);
      }
    }
  });
}
