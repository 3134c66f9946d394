import type { RequestedReturnDto, StoreClient } from '../../../typescript/src/index.js';
import type { Connection, Database, Row } from '../database/database.js';
import { marks, putRows } from '../database/rows.js';
import { RETURNED } from '../database/tables.js';
import { returnedRowsOf } from './order-rows.js';
import { forEach, refusalOf } from './refused-calls.js';

/** Orders whose returns are requested in one step. */
const ORDERS = 50;
/** Rows whose units were sent otherwise than the service knows; while it has not decided, nothing is to be sent. */
const SENT_OTHERWISE = `courier IS NOT NULL AND tracking_number IS NOT NULL AND status <> 'requested'
  AND (courier <> COALESCE(sent_courier, '') OR tracking_number <> COALESCE(sent_tracking_number, ''))`;

/**
 * Requests the returns that the merchant inserted, withdraws those that it no longer wants, and says how units are sent. A killed
 * process repeats the same call.
 *
 * @returns whether more follow
 */
export async function sendReturns(store: StoreClient, database: Database): Promise<boolean> {
  // The merchant owns the wish, the mirror the status.
  await database.query(
    `UPDATE wso_return SET status = CASE WHEN withdraw THEN 'withdrawn' END, error = NULL
      WHERE order_number IS NULL AND request IS NULL AND withdraw <> (status IS NOT NULL)`,
  );
  const orders = await prepareRequests(database);
  await forEach(await requestedIn(database), (row) => request(store, database, row));
  const withdrawn = await known(database, `withdraw AND status <> 'withdrawn'`);
  await forEach(withdrawn, (row) =>
    change(database, row, () => store.withdrawReturn(...referenceOf(row))),
  );
  await forEach(await known(database, SENT_OTHERWISE), (row) =>
    change(database, row, async () => {
      const { courier, tracking_number } = row;
      const sent = { courier: courier ?? '', tracking_number: tracking_number ?? '' };
      const answer = await store.setReturnTracking(...referenceOf(row), sent);
      await database.query(
        'UPDATE wso_return SET courier = ?, tracking_number = ? WHERE order_number = ? AND return_id = ?',
        [answer.data.courier, answer.data.tracking_number, ...referenceOf(row)],
      );
      return answer;
    }),
  );
  return orders === ORDERS;
}

/** Row of a return that the merchant requests. Those of one return have the same request. */
interface RequestedRow {
  order: string;
  /** JSON of a {@link Request}. */
  request: string;
}

interface Request {
  /** The idempotency key: the first id of the rows. */
  key: string;
  items: { line: number; quantity: number }[];
  reason: string;
}

/**
 * Stores what is requested, before it is sent. One statement reads all rows, so that those that were committed together are one return.
 *
 * @returns the number of orders
 */
async function prepareRequests(database: Database): Promise<number> {
  const isNew =
    'order_number IS NULL AND request IS NULL AND error IS NULL AND status IS NULL AND NOT withdraw';
  const orders = await database.query(
    `SELECT DISTINCT COALESCE(store_order_id, '') AS id FROM wso_return WHERE ${isNew} LIMIT ${ORDERS}`,
  );
  if (orders.length === 0) return 0;
  const rows = await database.query(
    `SELECT id, COALESCE(store_order_id, '') AS order_id, line, quantity, reason FROM wso_return
      WHERE ${isNew} AND COALESCE(store_order_id, '') IN (${marks(orders)}) ORDER BY id`,
    orders.map(({ id }) => id ?? ''),
  );
  for (const { id: order } of orders) {
    const own = rows.filter(({ order_id: id }) => id === order);
    const ids = own.map(({ id }) => id ?? '');
    if (ids.length === 0) continue;
    const request: Request = {
      key: ids[0] ?? '',
      items: own.map(({ line, quantity }) => ({ line: Number(line), quantity: Number(quantity) })),
      reason: [...new Set(own.flatMap(({ reason }) => reason ?? []))].join('\n'),
    };
    await database.query(`UPDATE wso_return SET request = ? WHERE id IN (${marks(ids)})`, [
      JSON.stringify(request),
      ...ids,
    ]);
  }
  return orders.length;
}

/** Lists the returns whose requests were stored, and whose answers were not. */
async function requestedIn(database: Database): Promise<RequestedRow[]> {
  const rows = await database.query(
    `SELECT DISTINCT COALESCE(store_order_id, '') AS order_id, ${database.dialect.jsonText('request')} AS request
       FROM wso_return WHERE order_number IS NULL AND request IS NOT NULL AND error IS NULL`,
  );
  return rows.map(({ order_id: order, request }) => ({
    order: order ?? '',
    request: request ?? '{}',
  }));
}

/** Requests a return, and stores it. */
async function request(
  store: StoreClient,
  database: Database,
  { order, request }: RequestedRow,
): Promise<void> {
  const { key, ...body } = JSON.parse(request) as Request;
  const rows = `order_number IS NULL AND COALESCE(store_order_id, '') = ? AND ${database.dialect.jsonText('request')} = ?`;
  try {
    const answer = await store.requestReturn(order, body, { idempotencyKey: key });
    const returned = [answer.order_number, answer.data.id];
    await database.transaction(async (connection) => {
      // The list of orders was read before the answer: it has made rows of its own.
      await connection.query(
        'DELETE FROM wso_return WHERE order_number = ? AND return_id = ?',
        returned,
      );
      await connection.query(
        `UPDATE wso_return SET order_number = ?, return_id = ?, request = NULL WHERE ${rows}`,
        [...returned, order, request],
      );
      await storeReturn(connection, database, answer);
    });
  } catch (error) {
    await database.query(`UPDATE wso_return SET request = NULL, error = ? WHERE ${rows}`, [
      ...[refusalOf(error).text, order, request],
    ]);
  }
}

/** Lists one row of each return that exists and meets a condition. */
async function known(database: Database, condition: string): Promise<Row[]> {
  const rows = await database.query(
    `SELECT order_number, return_id, courier, tracking_number FROM wso_return
      WHERE order_number IS NOT NULL AND error IS NULL AND ${condition} ORDER BY order_number, return_id, line`,
  );
  return [...new Map(rows.map((row) => [String(referenceOf(row)), row])).values()];
}

/** Changes a return that exists, and stores it. */
async function change(
  database: Database,
  row: Row,
  call: () => Promise<RequestedReturnDto>,
): Promise<void> {
  try {
    await storeReturn(database, database, await call());
  } catch (error) {
    await database.query(
      'UPDATE wso_return SET error = ? WHERE order_number = ? AND return_id = ?',
      [refusalOf(error).text, ...referenceOf(row)],
    );
  }
}

function referenceOf(row: Row): [order: string, returnId: number] {
  return [row.order_number ?? '', Number(row.return_id)];
}

/** Stores a return as the service answers it. */
async function storeReturn(
  connection: Connection,
  { dialect }: Database,
  { order_number, data }: RequestedReturnDto,
): Promise<void> {
  const [row] = await connection.query(
    'SELECT store_order_id FROM wso_return WHERE order_number = ? AND return_id = ?',
    [order_number, data.id],
  );
  const order = { order_number, store_order_id: row?.store_order_id ?? null };
  await putRows(connection, dialect, RETURNED, returnedRowsOf(order, data));
}

/**
 * Takes over what the service knows about how units were sent, into rows in which the merchant has written nothing else. Around the work
 * that stores it.
 */
export async function followingTracking(
  connection: Connection,
  numbers: readonly string[],
  storeRows: () => Promise<void>,
): Promise<void> {
  const own = `order_number IN (${marks(numbers)})`;
  await connection.query(
    `UPDATE wso_return SET courier = NULL, tracking_number = NULL
      WHERE courier = sent_courier AND tracking_number = sent_tracking_number AND ${own}`,
    numbers,
  );
  await storeRows();
  await connection.query(
    `UPDATE wso_return SET courier = sent_courier, tracking_number = sent_tracking_number
      WHERE courier IS NULL AND tracking_number IS NULL AND ${own}`,
    numbers,
  );
}
