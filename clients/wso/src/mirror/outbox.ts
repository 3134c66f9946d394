import type { CreateOrderDto, StoreClient } from '../../../typescript/src/index.js';
import type { Database, Row } from '../database/database.js';
import { editOf } from './edit.js';
import { findOrder } from './orders.js';
import { forEach, refusalOf } from './refused-calls.js';

/** Orders of one step. */
const ORDERS = 50;
/** Statuses of orders whose edits are sent. Once something is shipped, the service refuses them, and says why. */
const OPEN = `'awaiting_payment', 'pending', 'partially_shipped', 'shipped'`;
const NOT_AN_OBJECT =
  'malformed_json: request must be a JSON object, as the body of POST /api/orders';

/** Row of the outbox. `request` is the merchant's, `sent` a copy of it as the service received it, with the corrections since. */
interface Waiting {
  id: string;
  storeOrderId: string;
  orderNumber: string | null;
  request: string;
  sent: string | null;
  isCanceled: boolean;
  cancelReason: string | null;
}

/** The order is to be canceled, and the service has not refused that. */
const TO_CANCEL = `cancel AND status <> 'cancelled' AND order_number IS NOT NULL AND COALESCE(error, '') NOT LIKE 'not_cancelable%'`;

/**
 * Places the orders of the outbox, corrects those that were edited after they were sent, and cancels those that are not wanted any more.
 * A killed process repeats the same call.
 * - the id of a row is the idempotency key of its order
 * - the request is stored before it is sent
 * - if an answer has an order number, the order exists, and the row gets the number
 *
 * @returns whether more follow
 */
export async function sendOutbox(store: StoreClient, database: Database): Promise<boolean> {
  const { jsonText } = database.dialect;
  await prepare(database);
  const rows = await database.query(
    `SELECT id, store_order_id, order_number, ${jsonText('request')} AS request, ${jsonText('sent')} AS sent,
            CASE WHEN cancel THEN 'yes' END AS cancel, cancel_reason
       FROM wso_outbox
      WHERE error IS NULL AND (status IS NULL AND sent IS NOT NULL
         OR status IN (${OPEN}) AND ${jsonText('sent')} <> ${jsonText('request')}) OR ${TO_CANCEL}
      ORDER BY created_at, id LIMIT ${ORDERS}`,
  );
  await forEach(rows.map(toWaiting), async (row) => {
    if (row.isCanceled) await cancel(store, database, row);
    else if (!isObject(row.request)) await report(database, row, NOT_AN_OBJECT);
    else await (row.orderNumber === null ? send : correct)(store, database, row);
  });
  return rows.length === ORDERS;
}

/** Stores what is sent before it is sent, and takes back what the merchant has written into the columns of the mirror. */
async function prepare(database: Database): Promise<void> {
  await database.query(
    `UPDATE wso_outbox SET status = NULL, order_number = NULL
      WHERE status IS NULL AND order_number IS NOT NULL
         OR order_number IS NULL AND status IS NOT NULL AND NOT (cancel AND sent IS NULL AND status = 'cancelled')`,
  );
  await database.query(
    `UPDATE wso_outbox SET status = 'cancelled', error = NULL WHERE cancel AND status IS NULL AND sent IS NULL`,
  );
  await database.query(
    `UPDATE wso_outbox SET sent = request WHERE status IS NULL AND error IS NULL AND sent IS NULL`,
  );
}

function toWaiting(row: Row): Waiting {
  return {
    id: row.id ?? '',
    storeOrderId: row.store_order_id ?? '',
    orderNumber: row.order_number ?? null,
    request: row.request ?? '',
    sent: row.sent ?? null,
    isCanceled: row.cancel !== null,
    cancelReason: row.cancel_reason ?? null,
  };
}

/** Places an order, and stores what became of it. */
async function send(store: StoreClient, database: Database, row: Waiting): Promise<void> {
  if (row.sent !== row.request) {
    // It was edited after it was sent, and no answer is stored: it exists, or the service never received it.
    const found = await findOrder(store, row.storeOrderId);
    if (found !== null) return adopt(database, row, found);
    await database.query('UPDATE wso_outbox SET sent = ? WHERE id = ?', [row.request, row.id]);
  }
  const body = { ...(JSON.parse(row.request) as object), store_order_id: row.storeOrderId };
  try {
    const placed = await store.placeOrder(body as CreateOrderDto, { idempotencyKey: row.id });
    await adopt(database, row, { number: placed.order_number, status: placed.status });
  } catch (error) {
    const refusal = refusalOf(error);
    const { order_number: number, order_status: status = '', same_request } = refusal.answer ?? {};
    if (number !== undefined) return adopt(database, row, { number, status }, same_request);
    // The key was used for this order with another content, or for an order with another id.
    const found =
      refusal.code === 'idempotency_mismatch' ? await findOrder(store, row.storeOrderId) : null;
    if (found !== null) return adopt(database, row, found, false);
    await report(database, row, refusal.text);
  }
}

/** Stores why an order was not placed or corrected. It is sent again once the merchant sets the error to null. */
async function report(
  database: Database,
  { id, orderNumber, sent }: Waiting,
  error: string,
): Promise<void> {
  const known = orderNumber === null ? null : sent;
  await database.query('UPDATE wso_outbox SET sent = ?, error = ? WHERE id = ?', [
    ...[known, error, id],
  ]);
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Stores the number of an order that exists. */
async function adopt(
  database: Database,
  { id }: Waiting,
  { number, status }: { number: string; status: string },
  isSameRequest = true,
): Promise<void> {
  const error = isSameRequest
    ? null
    : 'duplicate_order: the order exists with another content; compare it, and correct or cancel it';
  await database.query(
    // The list of orders may have reported a later status meanwhile.
    'UPDATE wso_outbox SET order_number = ?, status = COALESCE(status, ?), error = ? WHERE id = ?',
    [number, status, error, id],
  );
}

/** Corrects an order whose row was edited after it was sent; reports other edits, which need a new order. */
async function correct(store: StoreClient, database: Database, row: Waiting): Promise<void> {
  const { correction, others, corrected } = editOf(row.sent ?? '{}', row.request);
  const isDone = others.length === 0;
  const tooLate = `too_late: the order was sent before ${others.join(', ')} changed; cancel it and place another one`;
  try {
    if (correction !== null) await store.correctOrder(row.orderNumber ?? '', correction);
    await database.query('UPDATE wso_outbox SET sent = ?, error = ? WHERE id = ?', [
      ...[isDone ? row.request : corrected, isDone ? null : tooLate, row.id],
    ]);
  } catch (failure) {
    const { text } = refusalOf(failure);
    await report(database, row, isDone ? text : `${text}\n${tooLate}`);
  }
}

/** Cancels an order; one that the service does not have is never sent. */
async function cancel(store: StoreClient, database: Database, row: Waiting): Promise<void> {
  const { id, storeOrderId, cancelReason: reason } = row;
  const number = row.orderNumber ?? (await findOrder(store, storeOrderId))?.number;
  if (number === undefined) {
    await database.query(`UPDATE wso_outbox SET status = 'cancelled', sent = NULL WHERE id = ?`, [
      id,
    ]);
    return;
  }
  const [set, values] = await store.cancelOrder(number, reason === null ? {} : { reason }).then(
    ({ status }) => ['status = ?, error = NULL', [status]] as const,
    (error: unknown) => {
      const { code, text, answer } = refusalOf(error);
      const prefix = code === 'not_cancelable' ? '' : 'not_cancelable: ';
      return [
        'status = COALESCE(?, status), error = ?',
        [answer?.order_status ?? null, `${prefix}${text}`],
      ] as const;
    },
  );
  await database.query(`UPDATE wso_outbox SET order_number = ?, ${set} WHERE id = ?`, [
    ...[number, ...values, id],
  ]);
}
