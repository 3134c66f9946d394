/** What every order of a run says of its customer. */
export const CUSTOMER = {
  customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
  shipping: {
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
};

/** The client and plan of a run's orders. @typedef {{ clientId: number, planId: number }} Owner */

/**
 * The fastest way to place an order of two lines in PostgreSQL: one call that does the writes of the
 * service and nothing else. Its parameters are numbers of `bench.lines`.
 *
 * @param {Owner} owner
 * @returns {string[]} statements
 */
export function placeOrderFunction(owner) {
  return [
    'CREATE SEQUENCE bench.placed START 4000000 CACHE 100',
    `CREATE FUNCTION bench.reserve(line bench.lines, quantity integer) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE stock_levels SET reserved = reserved + quantity
        WHERE product_id = line.product_id AND variation_key = line.variation_key
          AND on_hand - reserved >= quantity;
      IF NOT FOUND THEN RAISE EXCEPTION 'sold out'; END IF;
    END $$`,
    `CREATE FUNCTION bench.place_order(first integer, second integer) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      number constant bigint := nextval('bench.placed');
      one bench.lines;
      two bench.lines;
      new_order bigint;
    BEGIN
      -- Lines are numbered in key order, in which every writer takes the stock.
      SELECT * INTO one FROM bench.lines WHERE n = least(first, second);
      SELECT * INTO two FROM bench.lines WHERE n = greatest(first, second);
      IF first = second THEN
        PERFORM bench.reserve(one, 2);
      ELSE
        PERFORM bench.reserve(one, 1);
        PERFORM bench.reserve(two, 1);
      END IF;
      INSERT INTO orders (${ORDER_COLUMNS}) VALUES (${orderValues(owner, 'number', 'limit')})
        RETURNING id INTO new_order;
      INSERT INTO order_items (${ITEM_COLUMNS}) VALUES
        (new_order, 1, ${itemValues('one')}), (new_order, 2, ${itemValues('two')});
      INSERT INTO order_status_changes (order_id, status) VALUES (new_order, 'awaiting_payment');
      RETURN new_order;
    END $$`,
  ];
}

/**
 * Adds orders of two lines, half of them awaiting payment, half shipped, to a database that has none:
 * set-based and without triggers. Order i has the id i and the store order id `seed-i`.
 *
 * @param {import('pg').Client} client a superuser's
 * @param {Owner} owner
 * @param {number} orders
 */
export async function seedOrders(client, owner, orders) {
  const { rows } = await client.query('SELECT count(*)::integer AS lines FROM bench.lines');
  await client.query('SET session_replication_role = replica');
  for (const statement of seedStatements(owner, orders, rows[0].lines)) {
    await client.query(statement);
  }
  await client.query('RESET session_replication_role');
}

function seedStatements(owner, orders, lines) {
  // Of type bigint: a million times the factor is no integer.
  const first = `(1 + (i::bigint * 7919) % ${lines})::integer`;
  const second = `(1 + (i::bigint * 7919 + 1 + i % 17) % ${lines})::integer`;
  const all = `generate_series(1, ${orders}) i`;
  const shipped = `generate_series(2, ${orders}, 2) i`;
  const items = `LATERAL (VALUES (1, ${first}), (2, ${second})) AS chosen (number, line)
    JOIN bench.lines item ON item.n = chosen.line`;
  return [
    `INSERT INTO orders (id, status, payment_status, ${ORDER_COLUMNS}) OVERRIDING SYSTEM VALUE
      SELECT i, CASE i % 2 WHEN 0 THEN 'shipped' ELSE 'awaiting_payment' END,
        CASE i % 2 WHEN 0 THEN 'paid' ELSE 'unpaid' END, ${orderValues(owner, 'i', 'seed')}
      FROM ${all} JOIN bench.lines one ON one.n = ${first} JOIN bench.lines two ON two.n = ${second}`,
    `SELECT setval(pg_get_serial_sequence('orders', 'id'), ${orders})`,
    `INSERT INTO order_items (${ITEM_COLUMNS})
      SELECT i, chosen.number, ${itemValues('item')} FROM ${all} CROSS JOIN ${items}`,
    `UPDATE order_items SET shipped_quantity = quantity WHERE order_id % 2 = 0`,
    `INSERT INTO order_status_changes (order_id, status)
      SELECT i, status FROM ${all} CROSS JOIN unnest(ARRAY['awaiting_payment', 'pending', 'shipped'])
        WITH ORDINALITY AS change (status, number)
      WHERE i % 2 = 0 OR number = 1
      ORDER BY i, number`,
    `INSERT INTO shipments (id, order_id, courier, tracking_number, tracking_url) OVERRIDING SYSTEM VALUE
      SELECT i, i, 'BlueLine Express', 'BL' || i, 'https://track.example.com/BL' || i FROM ${shipped}`,
    `SELECT setval(pg_get_serial_sequence('shipments', 'id'), ${orders})`,
    `INSERT INTO shipment_items (shipment_id, order_id, line, quantity)
      SELECT i, i, number, 1 FROM ${shipped} CROSS JOIN generate_series(1, 2) number`,
    `UPDATE stock_levels level SET reserved = open.quantity
      FROM (
        SELECT product_id, coalesce(variation_key, '') AS variation_key, sum(quantity)::integer AS quantity
        FROM order_items WHERE order_id % 2 = 1 GROUP BY 1, 2
      ) open
      WHERE level.product_id = open.product_id AND level.variation_key = open.variation_key`,
  ];
}

const ORDER_COLUMNS = `order_number, client_id, plan_id, store_order_id, request_hash, currency,
  customer_name, customer_phone, shipping_address, shipping_city, shipping_state, shipping_pincode,
  shipping_country, items_count, subtotal_minor, delivery_minor, total_minor`;

const ITEM_COLUMNS = `order_id, line, product_id, sku, name, variation, variation_key, quantity,
  unit_price_minor, line_total_minor`;

/** An order of one unit each of the lines `one` and `two`; `number` is an SQL expression. */
function orderValues({ clientId, planId }, number, prefix) {
  const { customer, shipping } = CUSTOMER;
  const subtotal = 'one.price_minor + two.price_minor';
  const delivery = `one.delivery_minor +
    CASE WHEN one.product_id = two.product_id THEN 0 ELSE two.delivery_minor END`;
  return `${orderNumber(number)}, ${clientId}, ${planId}, '${prefix}-' || ${number},
    sha256(${number}::text::bytea), 'INR', '${customer.name}', '${customer.phone}',
    '${shipping.address}', '${shipping.city}', '${shipping.state}', '${shipping.pincode}', 'India', 2,
    ${subtotal}, ${delivery}, ${subtotal} + ${delivery}`;
}

function itemValues(line) {
  return `${line}.product_id, ${line}.sku, ${line}.name, ${line}.variation,
    nullif(${line}.variation_key, ''), 1, ${line}.price_minor, ${line}.price_minor`;
}

/**
 * Another order number for each whole number below 2^23, as scattered as the service's: the factor is
 * odd, so that no two meet, and hexadecimal digits are letters of the order numbers' alphabet.
 */
function orderNumber(number) {
  return `'WO-' || upper(lpad(to_hex((${number}::bigint * 680000000003) % 1099511627776), 10, '0'))`;
}
