/** The customer of every order of a run. */
export const CUSTOMER = {
  customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
  shipping: {
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
};

const ORDER_COLUMNS = `order_number, client_id, plan_id, store_order_id, request_hash, currency,
  customer_name, customer_phone, shipping_address, shipping_city, shipping_state, shipping_pincode,
  shipping_country, items_count, subtotal_minor, delivery_minor, total_minor`;

const ITEM_COLUMNS = `order_id, line, product_id, sku, name, variation, variation_key, quantity,
  unit_price_minor, line_total_minor`;

/** Columns of an order whose values come from the request. */
const REQUEST_COLUMNS = `client_id integer, plan_id integer, store_order_id text, name text, phone text, address text,
  city text, state text, pincode text, one integer, two integer`;

/**
 * The fastest way to place orders of two lines in PostgreSQL: one call for many orders, with only the writes of the service.
 * - its parameter is a JSON array of requests, with `one` and `two` as numbers of `bench.lines`, the smaller first
 * - it returns a row for each request, numbered from 1
 * - callers take turns
 */
export const PLACE_ORDERS = [
  'CREATE SEQUENCE bench.placed START 4000000 CACHE 100',
  `CREATE FUNCTION bench.place_orders(p_requests json)
    RETURNS TABLE (n integer, order_number text, subtotal integer, delivery integer) LANGUAGE plpgsql AS $$
  BEGIN
    RETURN QUERY WITH wanted AS MATERIALIZED (
      SELECT request.*, row_number() OVER ()::integer AS n, nextval('bench.placed') AS number
      FROM json_to_recordset(p_requests) AS request (${REQUEST_COLUMNS})
    ), priced AS MATERIALIZED (
      SELECT wanted.n, wanted.client_id, wanted.plan_id, wanted.store_order_id, wanted.name AS customer,
        wanted.phone, wanted.address, wanted.city, wanted.state, wanted.pincode,
        first, second, ${orderNumber('wanted.number')} AS order_number,
        (first.price_minor + second.price_minor)::integer AS subtotal,
        (first.delivery_minor
          + CASE WHEN first.product_id = second.product_id THEN 0 ELSE second.delivery_minor END)::integer AS delivery
      FROM wanted
      JOIN bench.lines first ON first.n = wanted.one
      JOIN bench.lines second ON second.n = wanted.two
    ), inserted AS (
      INSERT INTO orders (${ORDER_COLUMNS})
      SELECT p.order_number, p.client_id, p.plan_id, p.store_order_id, sha256(p.order_number::bytea), 'INR',
        p.customer, p.phone, p.address, p.city, p.state, p.pincode, 'India', 2,
        p.subtotal, p.delivery, p.subtotal + p.delivery
      FROM priced p
      RETURNING id, orders.order_number
    ), placed AS (
      SELECT inserted.id, p.first, p.second FROM inserted JOIN priced p ON p.order_number = inserted.order_number
    ), items AS (
      INSERT INTO order_items (${ITEM_COLUMNS})
      SELECT placed.id, chosen.number, ${itemValues('chosen')} FROM placed
      CROSS JOIN LATERAL (
        SELECT 1 AS number, (placed.first).* UNION ALL SELECT 2, (placed.second).*
      ) chosen
    ), timeline AS (
      INSERT INTO order_status_changes (order_id, status) SELECT id, 'awaiting_payment' FROM placed
    ), reserved AS (
      -- The table refuses to reserve more than there is.
      UPDATE stock_levels level SET reserved = level.reserved + taken.quantity
      FROM (
        SELECT chosen.product_id, chosen.variation_key, count(*) AS quantity
        FROM placed CROSS JOIN LATERAL (
          SELECT (placed.first).product_id, (placed.first).variation_key
          UNION ALL SELECT (placed.second).product_id, (placed.second).variation_key
        ) chosen
        GROUP BY 1, 2
      ) taken
      WHERE level.product_id = taken.product_id AND level.variation_key = taken.variation_key
    )
    SELECT p.n, p.order_number, p.subtotal, p.delivery FROM priced p;
  END $$`,
];

/**
 * Adds orders of two lines to a database that has none, without triggers. Every other one is shipped; its stock stays reserved.
 *
 * @param {import('pg').Client} client a superuser's
 * @param {import('./catalog-seed.js').StoreClient[]} clients who take turns
 * @param {number} orders
 */
export async function seedOrders(client, clients, orders) {
  const { rows } = await client.query('SELECT count(*)::integer AS lines FROM bench.lines');
  const lineOf = (number) => 1 + (number % rows[0].lines);
  const requests = Array.from({ length: orders }, (_, index) => {
    const lines = [lineOf(index * 7_919), lineOf(index * 7_919 + 1 + (index % 17))];
    const order = { ...CUSTOMER, store_order_id: `seed-${index}` };
    return orderRequest(order, clients[index % clients.length], lines);
  });
  await client.query('SET session_replication_role = replica');
  await client.query('SELECT bench.place_orders($1)', [JSON.stringify(requests)]);
  for (const statement of SHIP_EVERY_OTHER) await client.query(statement);
  await client.query('RESET session_replication_role');
}

const SHIP_EVERY_OTHER = [
  "UPDATE orders SET status = 'shipped', payment_status = 'paid' WHERE id % 2 = 0",
  'UPDATE order_items SET shipped_quantity = quantity WHERE order_id % 2 = 0',
  `INSERT INTO order_status_changes (order_id, status)
    SELECT id, change.status FROM orders CROSS JOIN unnest(ARRAY['pending', 'shipped'])
      WITH ORDINALITY AS change (status, number)
    WHERE id % 2 = 0 ORDER BY id, number`,
  `INSERT INTO shipments (order_id, courier, tracking_number, tracking_url)
    SELECT id, 'BlueLine Express', 'BL' || id, 'https://track.example.com/BL' || id FROM orders WHERE id % 2 = 0`,
  `INSERT INTO shipment_items (shipment_id, order_id, line, quantity)
    SELECT shipment.id, order_id, line, quantity FROM shipments shipment JOIN order_items USING (order_id)`,
];

/** Makes a request of `bench.place_orders` from an order of a client with two lines, given by their numbers. */
export function orderRequest(order, { clientId, planId }, lines) {
  return {
    client_id: clientId,
    plan_id: planId,
    store_order_id: order.store_order_id,
    one: Math.min(...lines),
    two: Math.max(...lines),
    ...order.customer,
    ...order.shipping,
  };
}

function itemValues(line) {
  return `${line}.product_id, ${line}.sku, ${line}.name, ${line}.variation,
    nullif(${line}.variation_key, ''), 1, ${line}.price_minor, ${line}.price_minor`;
}

/**
 * Makes the order number of each whole number below 2^23, as scattered as the service's. The factor is odd, so that
 * they are distinct; hexadecimal digits are part of the alphabet of order numbers.
 */
function orderNumber(number) {
  return `'WO-' || upper(lpad(to_hex((${number}::bigint * 680000000003) % 1099511627776), 10, '0'))`;
}
