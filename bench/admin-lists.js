// `npm run bench:lists`: times pages of the Admin API's lists with a million orders. See bench/README.md.
import pg from 'pg';
import { Scope } from './scope.js';
import { startService } from './service.js';
import { openWorkspace } from './workspace.js';

const ORDERS = 1_000_000;
const CLIENTS = 200;
const GOAL_MS = 300;
const REPEATS = 3;

/** One order in two minutes, the last of them now. */
const CREATED_AT = `now() - (${ORDERS} - id) * interval '2 minutes'`;
/** Almost all are delivered; pages are short of rows where a status is rare. */
const STATUS = `CASE WHEN id % 100 < 80 THEN 'delivered' WHEN id % 100 < 85 THEN 'shipped'
  WHEN id % 100 < 88 THEN 'pending' WHEN id % 100 < 89 THEN 'partially_shipped'
  WHEN id % 100 < 92 THEN 'awaiting_payment' WHEN id % 100 < 96 THEN 'expired'
  WHEN id % 10000 = 97 THEN 'returned' ELSE 'cancelled' END`;
const PAYMENT = `CASE WHEN spread.status IN ('awaiting_payment', 'expired') THEN 'unpaid'
  WHEN spread.status <> 'cancelled' THEN 'paid' WHEN spread.id % 3 = 0 THEN 'unpaid' ELSE 'refunded' END`;

/** Makes the seeded orders, all alike, into those of two hundred clients over four years. */
const SPREAD = [
  'SET session_replication_role = replica',
  `INSERT INTO clients (name, email) SELECT 'Client ' || n, 'client-' || n || '@example.com'
    FROM generate_series(1, ${CLIENTS}) n`,
  // Half of the orders are of one client; the last client has none.
  `UPDATE orders SET created_at = spread.at, updated_at = spread.at, status = spread.status, payment_status = ${PAYMENT},
    client_id = CASE WHEN spread.id % 2 = 0 THEN client_id ELSE 3 + (spread.id * 7919) % ${CLIENTS - 2} END,
    customer_name = (ARRAY['Asha', 'Rohan', 'Meera', 'Ivan', 'Lakshmi'])[1 + spread.id % 5]
      || ' ' || md5((spread.id % 5000)::text),
    customer_phone = '+91 ' || 9000000000 + spread.id
    FROM (SELECT id, ${CREATED_AT} AS at, ${STATUS} AS status FROM orders) spread WHERE spread.id = orders.id`,
  `INSERT INTO audit_entries (at, actor, action, subject)
    SELECT created_at, CASE WHEN id % 1000 = 0 THEN 'user 7 <a@b.example>' ELSE 'operator' END, 'order.paid', 'order ' || order_number
    FROM orders ORDER BY id`,
  `INSERT INTO stock_movements (product_id, variation_key, delta, reason, order_id)
    SELECT product_id, coalesce(variation_key, ''), -quantity, 'shipped', order_id FROM order_items`,
  `INSERT INTO request_failures (at, request_id, client_id, method, route, status, code, fields, count)
    SELECT created_at, id, client_id, 'POST', '/api/orders', 422, 'insufficient_stock', '[]', 1 FROM orders`,
  'RESET session_replication_role',
  'VACUUM (ANALYZE)',
];

const { scope, base, headers, sku, number } = await open();
try {
  const pages = pagesOf(sku, number);
  let worst = 0;
  for (const path of pages) {
    const ms = await slowest(path);
    worst = Math.max(worst, ms);
    process.stdout.write(
      `${ms.toFixed(0).padStart(7)} ms  ${ms > GOAL_MS ? 'missed ' : ''}${path}\n`,
    );
  }
  process.stdout.write(`the slowest page: ${worst.toFixed(0)} ms; the goal: ${GOAL_MS} ms\n`);
  process.exitCode = worst > GOAL_MS ? 1 : 0;
} finally {
  await scope.close();
}

async function open() {
  const opened = new Scope();
  const workspace = await openWorkspace();
  opened.defer(() => workspace.close());
  try {
    const { url } = await workspace.shop(opened, { orders: ORDERS });
    const row = await spread(url);
    const service = await startService(opened, workspace.folder, { url });
    const authorization = { Authorization: `Bearer ${service.adminToken}` };
    return { scope: opened, base: `${service.baseUrl}/admin/`, headers: authorization, ...row };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Spreads the seeded orders. Returns the SKU and the number of one in their middle. */
async function spread(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of SPREAD) await client.query(statement);
    const { rows } = await client.query(
      `SELECT sku, order_number AS number FROM order_items JOIN orders ON orders.id = order_id
        WHERE order_id = ${ORDERS / 2}`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Of each list a page by each of its filters, and some together. */
function pagesOf(ofSku, ofNumber) {
  const filters = [
    '',
    ...['pending', 'returned', 'delivered', 'pending,partially_shipped'].map((s) => `status=${s}`),
    ...['unpaid', 'paid', 'refunded'].map((s) => `payment_status=${s}`),
    ...[1, 7, 202].map((id) => `client_id=${id}`),
    'client_id=7&status=pending',
    'client_id=202&status=delivered',
    'status=pending&payment_status=unpaid',
    'status=delivered&payment_status=refunded',
    'settled=false',
    'settled=true',
    'settled=true&q=asha',
    'client_id=7&status=pending,shipped,delivered&payment_status=paid',
    `sku=${encodeURIComponent(ofSku)}`,
    `sku=${encodeURIComponent(ofSku)}&status=returned`,
    'created_from=2100-01-01T00:00:00Z',
    'created_to=2020-01-01T00:00:00Z',
    `created_from=${new Date(Date.now() - 2 * 365 * 86_400_000).toISOString()}&status=pending`,
    'q=asha',
    'q=unknown',
    'q=900050',
    'q=9000500001',
    `q=${ofNumber}`,
    'q=asha&client_id=7',
    'q=asha&status=returned',
    'q=a',
  ];
  const orders = filters.flatMap((filter) =>
    ['created_at', '-created_at'].map((sort) => `orders?${filter}${filter && '&'}sort=${sort}`),
  );
  const search = ['', 'actor=user+7', 'actor=unknown', `subject=order+${ofNumber}`];
  return [
    ...orders,
    ...orders.slice(0, 6).map((path) => `${path}&limit=500`),
    'orders/pick-list',
    'orders/pick-list?limit=500',
    `orders/pick-list?order_numbers=${ofNumber},WO-0000000000`,
    ...[...search, 'to=2023-06-01T00:00:00Z', 'actor=operator&to=2023-06-01T00:00:00Z'].map(
      (query) => `audit?${query}`,
    ),
    `products/${encodeURIComponent(ofSku)}/movements?limit=500`,
    ...[1, 7, 202].map((id) => `clients/${id}/request-failures?limit=500`),
    ...['clients?limit=500', 'products?limit=500', 'receipts?limit=500', 'plans', 'tokens'],
    ...['clients/1/tokens', 'clients/1/wallet/entries', 'tokens?last4=abcd'],
  ];
}

/** The longest of some requests for a page and for the page after it, in milliseconds. */
async function slowest(path) {
  const times = [];
  for (let left = REPEATS; left > 0; left -= 1) {
    const { ms, cursor } = await timed(path);
    times.push(ms);
    if (cursor === null) continue;
    const next = `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    times.push((await timed(next)).ms);
  }
  return Math.max(...times);
}

async function timed(path) {
  const begunAt = performance.now();
  const response = await fetch(`${base}${path}`, { headers });
  const text = await response.text();
  const ms = performance.now() - begunAt;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return { ms, cursor: JSON.parse(text).next_cursor };
}
