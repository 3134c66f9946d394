// `node scripts/generate-orders.js <database URL> <count>`: fills a database that has a catalog, a client and no orders with orders of four
// years, to measure lists at any size. The data looks real but breaks its rules: nothing is reserved or paid.
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** Number of clients to add. The first existing client has half of the orders, the last added one has none. */
const CLIENTS = 200;
const CHUNK = 250_000;

const TABLES = [
  'orders',
  'order_items',
  'order_status_changes',
  'order_positions',
  'order_search_words',
  'stock_movements',
  'audit_entries',
  'request_failures',
];

/**
 * Adds orders of two lines with the ids 1 to `count`. Indexes are created afterwards, which takes a fraction of the time.
 * - each order gets its timeline, its place in the order list, and its search words
 * - each gets two stock movements, an audit entry and a refused request
 * - ten million orders take 27 GB
 *
 * @param {import('pg').Client} client a superuser's: no trigger runs
 * @param {number} count up to ten million; each has another number
 * @param {(stored: number) => void} [report] receives how many are stored
 */
export async function generateOrders(client, count, report = () => undefined) {
  await client.query('SET session_replication_role = replica');
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query(LINES);
  const { rows } = await client.query(
    'SELECT (SELECT count(*) FROM line)::integer AS lines, min(id) AS owner FROM clients WHERE test_of IS NULL',
  );
  const [{ lines, owner }] = rows;
  const added = await client.query(
    `INSERT INTO clients (name, email) SELECT 'Client ' || n, 'client-' || n || '@generated.example'
      FROM generate_series(1, ${CLIENTS}) n RETURNING id`,
  );
  const firstAdded = added.rows[0].id;
  const indexes = await dropIndexes(client);
  for (let first = 1; first <= count; first += CHUNK) {
    const last = Math.min(first + CHUNK - 1, count);
    for (const statement of chunk({ first, last, count, lines, owner, firstAdded })) {
      await client.query(statement);
    }
    report(last);
  }
  await client.query(`SELECT setval(pg_get_serial_sequence('orders', 'id'), ${count})`);
  await client.query(`UPDATE feed_state SET position = greatest(position, ${count})`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('RESET session_replication_role');
  await client.query('RESET maintenance_work_mem');
  await client.query('VACUUM (ANALYZE)');
}

/** The stock levels that orders draw from, numbered from 1. */
const LINES = `CREATE TEMP TABLE line AS
  SELECT row_number() OVER (ORDER BY level.product_id, level.variation_key)::integer AS n,
    level.product_id, level.variation_key, product.sku, product.name,
    product.base_price_minor AS price, product.delivery_charge_minor AS delivery
  FROM stock_levels level JOIN products product ON product.id = level.product_id
  WHERE product.test_scenario IS NULL AND product.base_price_minor IS NOT NULL`;

/** Drops the indexes that no constraint needs, and returns the statements that create them again. */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = ANY ($1) AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows;
}

/** Writes the statements that add the orders from one id to another. */
function chunk({ first, last, count, lines, owner, firstAdded }) {
  const ids = `generate_series(${first}::bigint, ${last}) id`;
  const lineOf = (shift) => `(1 + (id * 7919 + ${shift}) % ${lines})::integer`;
  // One every four years / count, the last of them now.
  const at = `now() - (${count} - id) * (interval '4 years' / ${count})`;
  const ofIds = `WHERE id BETWEEN ${first} AND ${last}`;
  return [
    `INSERT INTO orders (id, order_number, client_id, plan_id, store_order_id, request_hash, currency, status, payment_status,
        customer_name, customer_phone, shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
        items_count, subtotal_minor, delivery_minor, total_minor, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      SELECT id, ${ORDER_NUMBER}, CASE WHEN id % 2 = 0 THEN ${owner} ELSE ${firstAdded} + (id * 7919) % ${CLIENTS - 1} END,
        (SELECT min(id) FROM plans), 'generated-' || id, sha256(id::text::bytea), 'INR', status, ${PAYMENT},
        (ARRAY['Asha', 'Rohan', 'Meera', 'Ivan', 'Lakshmi'])[1 + id % 5] || ' ' || md5((id % 5000)::text),
        '+91 ' || 9000000000 + id, '14, Lake View Road', 'Bengaluru', 'Karnataka', '560001', 'India',
        2, one.price + two.price, one.delivery + two.delivery,
        one.price + two.price + one.delivery + two.delivery, at, at
      FROM (SELECT id, ${at} AS at, ${STATUS} AS status FROM ${ids}) o
      JOIN line one ON one.n = ${lineOf(0)} JOIN line two ON two.n = ${lineOf(1)}
      ORDER BY id`,
    `INSERT INTO order_items (order_id, line, product_id, sku, name, variation_key, quantity, unit_price_minor, line_total_minor)
      SELECT id, 1 + shift, product_id, sku, name, nullif(variation_key, ''), 1, price, price
      FROM ${ids} CROSS JOIN generate_series(0, 1) shift JOIN line ON n = ${lineOf('shift')}
      ORDER BY id, shift`,
    `INSERT INTO order_status_changes (order_id, status, changed_at)
      SELECT id, passed.status, created_at + passed.n * interval '1 hour'
      FROM orders CROSS JOIN LATERAL unnest(${PASSED}) WITH ORDINALITY AS passed (status, n) ${ofIds} ORDER BY id, n`,
    `INSERT INTO order_positions (order_id, client_id, status, position)
      SELECT id, client_id, status, id FROM orders ${ofIds} ORDER BY id`,
    `INSERT INTO order_search_words (order_id, words)
      SELECT * FROM order_words(ARRAY(SELECT id FROM ${ids})) ON CONFLICT DO NOTHING`,
    `INSERT INTO stock_movements (product_id, variation_key, delta, reason, order_id, created_at)
      SELECT product_id, coalesce(variation_key, ''), -1, 'shipped', order_id, ${at}
      FROM (SELECT order_id AS id, * FROM order_items) i ${ofIds} ORDER BY id, line`,
    `INSERT INTO audit_entries (at, actor, action, subject)
      SELECT created_at, CASE WHEN id % 1000 = 0 THEN 'user 7 <a@b.example>' ELSE 'operator' END,
        'order.paid', 'order ' || order_number
      FROM orders ${ofIds} ORDER BY id`,
    `INSERT INTO request_failures (at, request_id, client_id, method, route, status, code, fields, count)
      SELECT created_at, id, client_id, 'POST', '/api/orders', 422, 'insufficient_stock', '[]', 1
      FROM orders ${ofIds} ORDER BY id`,
  ];
}

/** Almost all orders are delivered, so that a page of a rare status has to skip many rows. */
const STATUS = `CASE WHEN id % 100 < 80 THEN 'delivered' WHEN id % 100 < 85 THEN 'shipped'
  WHEN id % 100 < 88 THEN 'pending' WHEN id % 100 < 89 THEN 'partially_shipped'
  WHEN id % 100 < 92 THEN 'awaiting_payment' WHEN id % 100 < 96 THEN 'expired'
  WHEN id % 10000 = 97 THEN 'returned' ELSE 'cancelled' END`;

const PAYMENT = `CASE WHEN status IN ('awaiting_payment', 'expired') THEN 'unpaid'
  WHEN status <> 'cancelled' THEN 'paid' WHEN id % 3 = 0 THEN 'unpaid' ELSE 'refunded' END`;

const PASSED = `CASE status WHEN 'awaiting_payment' THEN ARRAY['awaiting_payment']
  WHEN 'delivered' THEN ARRAY['awaiting_payment', 'pending', 'shipped', 'delivered']
  WHEN 'returned' THEN ARRAY['awaiting_payment', 'pending', 'shipped', 'delivered', 'returned']
  WHEN 'pending' THEN ARRAY['awaiting_payment', 'pending']
  WHEN 'expired' THEN ARRAY['awaiting_payment', 'expired']
  ELSE ARRAY['awaiting_payment', 'pending', status] END`;

/**
 * Order numbers as scattered as the service's; hexadecimal digits are part of their alphabet. The factor is odd, so that they
 * are distinct.
 * - from 13.5 million on, the product overflows a bigint
 */
const ORDER_NUMBER = `'WO-' || upper(lpad(to_hex((id * 680000000003) % 1099511627776), 10, '0'))`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, count] = process.argv.slice(2);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await generateOrders(client, Number(count), (stored) =>
      process.stderr.write(`${stored} orders\n`),
    );
  } finally {
    await client.end();
  }
}
