import {
  StoreApiError,
  type OrderStatusDto,
  type StoreClient,
} from '../../../typescript/src/index.js';
import type { Connection, Database, Row } from '../database/database.js';
import { chunks, marks, replaceRows } from '../database/rows.js';
import { ORDER_PARTS, ORDER_TABLES, orderRowsOf } from './order-rows.js';
import { followingTracking } from './returns.js';
import { absentOf, storeAllowed, type Blocked } from './blocked.js';
import { lockState, readState, writeState } from './sync-state.js';

/** Orders that are looked up at once: as many as one call takes. */
const LOOKED_UP = 500;
/** Statuses after which an order seldom changes. */
const ENDED = ['delivered', 'returned', 'cancelled', 'expired'];

/**
 * Reads one page of the list of orders, and stores it with its cursor in one transaction. Orders that a rule of the database refuses are
 * skipped, and tried again with each page.
 * - after the last page, looks up orders that the service may have lost
 * - these are orders that the list does not contain, and all open ones if the list began again
 *
 * @returns whether more follows
 */
export async function mirrorOrders(store: StoreClient, database: Database): Promise<boolean> {
  const state = await readState(database, 'orders');
  const cursor = state?.cursor ?? undefined;
  const page = await store.listOrders({ include: ORDER_PARTS, ...(cursor && { cursor }) });
  if (page.next_cursor !== cursor || Object.keys(state?.blocked ?? {}).length > 0) {
    const isStored = await database.transaction(async (connection) => {
      const locked = await lockState(connection, 'orders', cursor);
      if (locked === null) return false;
      const changed = new Map<string, OrderStatusDto | null>();
      for (const number of await replacedOrders(connection, page.data)) changed.set(number, null);
      for (const order of page.data) changed.set(order.order_number, order);
      const known = page.reset ? absentOf(locked.blocked) : locked.blocked;
      const blocked = await storeOrders(connection, database, known, changed);
      const progress = page.reset ? '' : locked.progress;
      const next = { ...locked, cursor: page.next_cursor, progress, blocked };
      await writeState(connection, database, 'orders', next);
      return true;
    });
    if (!isStored || page.has_more) return true;
  }
  await reportToOutbox(database);
  await lookUpMissing(store, database);
  return lookUpOpen(store, database);
}

/** Stores orders with all that belongs to them. Returns those that are refused. */
function storeOrders(
  connection: Connection,
  { dialect }: Database,
  blocked: Blocked,
  changed: ReadonlyMap<string, OrderStatusDto | null>,
): Promise<Blocked> {
  return storeAllowed(connection, blocked, changed, async (wanted) => {
    const orders = [...wanted.values()].filter((order) => order !== null);
    const numbers = orders.map(({ order_number }) => order_number);
    const lost = [...wanted.keys()].filter((number) => wanted.get(number) === null);
    await removeOrders(connection, lost);
    if (numbers.length === 0) return;
    const rows = orderRowsOf(orders);
    const replace = (name: keyof typeof ORDER_TABLES): Promise<void> =>
      replaceRows(connection, dialect, ORDER_TABLES[name], numbers, rows[name]);
    for (const name of ['order', 'shipment', 'refund', 'document'] as const) await replace(name);
    await followingTracking(connection, numbers, () => replace('returned'));
  });
}

/** Finds stored orders whose store_order_id belongs to another order by now: they were lost. */
async function replacedOrders(
  connection: Connection,
  orders: readonly OrderStatusDto[],
): Promise<string[]> {
  const numbers = orders.map(({ order_number }) => order_number);
  const ids = orders.flatMap(({ store_order_id }) => store_order_id ?? []);
  if (ids.length === 0) return [];
  const rows = await connection.query(
    `SELECT order_number FROM wso_order WHERE store_order_id IN (${marks(ids)}) AND order_number NOT IN (${marks(numbers)})`,
    [...ids, ...numbers],
  );
  return rows.map(({ order_number }) => order_number ?? '');
}

async function removeOrders(connection: Connection, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  for (const { name } of Object.values(ORDER_TABLES).toReversed()) {
    await connection.query(
      `DELETE FROM ${name} WHERE order_number IN (${marks(numbers)})`,
      numbers,
    );
  }
}

/**
 * Copies number and status of orders into the outbox, also of orders whose answer never arrived, and where the merchant has written
 * something else.
 */
async function reportToOutbox(database: Database): Promise<void> {
  const state = await readState(database, 'orders');
  // A lost order may still have its row.
  const kept = ['', ...Object.keys(absentOf(state?.blocked ?? {}))];
  const ofOrder = (what: string): string =>
    `SELECT ${what} FROM wso_order o WHERE o.store_order_id = wso_outbox.store_order_id AND o.order_number NOT IN (${marks(kept)})`;
  await database.query(
    `UPDATE wso_outbox SET order_number = (${ofOrder('o.order_number')}), status = (${ofOrder('o.status')}), sent = COALESCE(sent, request)
      WHERE (sent IS NOT NULL OR status IS NOT NULL) AND EXISTS (${ofOrder('1')} AND (wso_outbox.sent IS NULL
        OR o.order_number <> COALESCE(wso_outbox.order_number, '') OR o.status <> COALESCE(wso_outbox.status, '')))`,
    [...kept, ...kept, ...kept],
  );
}

/** Looks up orders of the outbox that the list should have contained by now. */
async function lookUpMissing(store: StoreClient, database: Database): Promise<void> {
  const rows = await database.query(
    `SELECT b.order_number, b.store_order_id
       FROM wso_outbox b LEFT JOIN wso_order o ON o.order_number = b.order_number
      WHERE b.status NOT IN (${marks(ENDED)}) AND b.order_number IS NOT NULL AND o.order_number IS NULL`,
    ENDED,
  );
  for (const some of chunks(rows, LOOKED_UP)) await lookUp(store, database, some);
}

/**
 * Looks up some open orders after the service lost changes.
 *
 * @returns whether more follow
 */
async function lookUpOpen(store: StoreClient, database: Database): Promise<boolean> {
  const state = await readState(database, 'orders');
  if (state?.progress == null) return false;
  const rows = await database.query(
    `SELECT order_number, store_order_id FROM wso_order WHERE order_number > ? AND status NOT IN (${marks(ENDED)})
      ORDER BY order_number LIMIT ${LOOKED_UP}`,
    [state.progress, ...ENDED],
  );
  await lookUp(store, database, rows);
  const last = rows.length < LOOKED_UP ? null : (rows.at(-1)?.order_number ?? null);
  await database.query(`UPDATE wso_sync SET progress = ? WHERE name = 'orders'`, [last]);
  return last !== null;
}

/** Asks for orders. Those that the service lost are removed, and placed again if they came from the outbox. */
async function lookUp(store: StoreClient, database: Database, rows: readonly Row[]): Promise<void> {
  const ids = rows.flatMap(({ store_order_id: id }) => id ?? []);
  const { data } = ids.length === 0 ? { data: [] } : await store.reconcileOrders(ids);
  const known = new Map(data.map((order) => [order.store_order_id, order.order_number]));
  for (const { order_number: number = '', store_order_id: id } of rows) {
    // Other programs may place orders without an id.
    const found = id == null ? (await findOrder(store, number ?? ''))?.number : known.get(id);
    if (found !== number) await forget(database, number ?? '');
  }
}

async function forget(database: Database, number: string): Promise<void> {
  await database.transaction(async (connection) => {
    const state = await readState(connection, 'orders', 'FOR UPDATE');
    if (state !== null) {
      const lost = new Map([[number, null]]);
      const blocked = await storeOrders(connection, database, state.blocked, lost);
      await writeState(connection, database, 'orders', { ...state, blocked });
    }
    await connection.query(
      `UPDATE wso_outbox SET order_number = NULL, status = NULL, error = NULL WHERE order_number = ?`,
      [number],
    );
  });
}

/** An order that exists at the service. */
export interface FoundOrder {
  number: string;
  status: string;
  /** Null where the order was archived. */
  order: OrderStatusDto | null;
}

/** Finds an order by its number or the store's id; null where the service does not have it. */
export async function findOrder(store: StoreClient, reference: string): Promise<FoundOrder | null> {
  try {
    const order = await store.getOrderStatus(reference, { include: ORDER_PARTS });
    return { number: order.order_number, status: order.status, order };
  } catch (error) {
    if (!(error instanceof StoreApiError) || error.code !== 'order_not_found') throw error;
    const { order_number: number, order_status: status = '' } = error.answer ?? {};
    return number === undefined ? null : { number, status, order: null };
  }
}
