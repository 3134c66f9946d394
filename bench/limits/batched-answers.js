/** The statements and bodies of bare-batched.js by kind of response; the bodies resemble the service's. */
export const BATCHED_ANSWERS = {
  status: {
    status: 200,
    read: (path, { clientId }) => ({ clientId, orderNumber: path.split('/')[3] }),
    statement: (items) => ({
      text: STATUS,
      values: [items.map(({ clientId }) => clientId), items.map(({ orderNumber }) => orderNumber)],
    }),
    write: ({ body }) => body,
  },
  'order-list': {
    status: 200,
    read: (path, { clientId }) => ({ clientId, cursor: path.slice(path.indexOf('=') + 1) }),
    statement: (items) => ({ text: ORDER_LIST, values: [items.map(({ clientId }) => clientId)] }),
    write: ({ orders }, { cursor }) =>
      `{"success":true,"data":${orders},"next_cursor":"${cursor}","has_more":false}`,
  },
  quote: {
    status: 200,
    prepare: readLines,
    read: (body, client, lines) => JSON.parse(body).items.map((item) => lines.get(lineKey(item))),
    statement: (items) => ({
      text: QUOTE,
      values: [items.map(([one]) => one.n), items.map(([, two]) => two.n)],
    }),
    write: writeQuote,
  },
  order: {
    status: 201,
    // Two statements at once would wait for each other's stock.
    lanes: 1,
    prepare: readLines,
    read: readOrder,
    statement: (items) => ({
      text: 'SELECT * FROM bench.place_orders($1)',
      values: [JSON.stringify(items)],
    }),
    write: writeOrder,
  },
  receipt: {
    status: 201,
    // Two statements at once would wait for each other's wallets.
    lanes: 1,
    read: readReceipt,
    statement: (items) => ({
      text: 'SELECT * FROM bench.settle_orders($1)',
      values: [JSON.stringify(items)],
    }),
    write: writeReceipt,
  },
};

const STATUS = `SELECT wanted.n::integer, json_build_object('success', true, 'order_number', o.order_number,
    'store_order_id', o.store_order_id, 'status', o.status, 'payment_status', o.payment_status,
    'total_amount', o.total_minor / 100.0,
    'tracking', (
      SELECT json_build_object('courier', s.courier, 'tracking_number', s.tracking_number,
        'tracking_url', s.tracking_url, 'shipped_at', s.shipped_at)
      FROM shipments s WHERE s.order_id = o.id ORDER BY s.id DESC LIMIT 1
    ),
    'timeline', (
      SELECT json_agg(json_build_object('status', c.status, 'changed_at', c.changed_at) ORDER BY c.id)
      FROM order_status_changes c WHERE c.order_id = o.id
    ),
    'items', (
      SELECT json_agg(json_build_object('sku', i.sku, 'name', i.name, 'variation', i.variation,
        'variation_key', i.variation_key, 'quantity', i.quantity, 'unit_price', i.unit_price_minor / 100.0,
        'line_total', i.line_total_minor / 100.0) ORDER BY i.line)
      FROM order_items i WHERE i.order_id = o.id
    ))::text AS body
  FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (client_id, order_number, n)
  JOIN orders o ON o.order_number = wanted.order_number AND o.client_id = wanted.client_id`;

/** The orders after a client's cursor. The list is empty, because the cursor is at its last change. */
const ORDER_LIST = `SELECT wanted.n::integer, (
      SELECT coalesce(json_agg(o), '[]') FROM unnest(ARRAY['awaiting_payment', 'pending', 'shipped']) AS is_of (status)
      CROSS JOIN LATERAL (
        SELECT p.order_id FROM order_positions p
        WHERE p.client_id = wanted.client_id AND p.status = is_of.status AND p.position > state.position
        ORDER BY p.position LIMIT 100
      ) p
      JOIN orders o ON o.id = p.order_id
    )::text AS orders
  FROM feed_state_now() state
  CROSS JOIN unnest($1::integer[]) WITH ORDINALITY AS wanted (client_id, n)`;

const QUOTE = `SELECT wanted.n::integer,
    one.on_hand - one.reserved AS one, two.on_hand - two.reserved AS two
  FROM unnest($1::integer[], $2::integer[]) WITH ORDINALITY AS wanted (one, two, n)
  JOIN bench.lines first ON first.n = wanted.one
  JOIN stock_levels one ON one.product_id = first.product_id AND one.variation_key = first.variation_key
  JOIN bench.lines second ON second.n = wanted.two
  JOIN stock_levels two ON two.product_id = second.product_id AND two.variation_key = second.variation_key`;

/** Reads the stock levels by the SKU and variation that an order names. */
async function readLines(connection) {
  const { rows } = await connection.query(
    `SELECT n, sku, name, variation, variation_key, price_minor::integer AS price, delivery_minor::integer AS delivery
      FROM bench.lines`,
  );
  return new Map(rows.map((line) => [lineKey(line), line]));
}

function lineKey({ sku, variation }) {
  return `${sku} ${variation ?? ''}`;
}

function writeQuote(row, items) {
  const available = [row.one, row.two];
  const subtotal = items.reduce((sum, { price }) => sum + price, 0) / 100;
  const delivery = items.reduce((sum, line) => sum + line.delivery, 0) / 100;
  return JSON.stringify({
    success: true,
    subtotal,
    delivery,
    delivery_surcharge: 0,
    total: subtotal + delivery,
    currency: 'INR',
    items: items.map(({ sku, name, variation, variation_key: key, price }, index) => ({
      sku,
      name,
      variation,
      variation_key: key,
      quantity: 1,
      unit_price: price / 100,
      line_total: price / 100,
      available: available[index],
    })),
    delivery_policy: 'per_product',
    delivery_charges: items.map((line) => ({
      sku: line.sku,
      delivery_charge: line.delivery / 100,
      counted: true,
    })),
  });
}

function readReceipt(body) {
  const { amount, reference, orders } = JSON.parse(body);
  return { amount, reference, order_number: orders[0] };
}

function writeReceipt({ receipt_id: id }, { amount, reference, order_number: number }) {
  return JSON.stringify({
    success: true,
    data: {
      id: Number(id),
      reference,
      amount,
      tax_deducted: 0,
      wallet_balance: 0,
      paid: [number],
      debt_paid: 0,
      credit_paid: 0,
      credited: 0,
    },
  });
}

function readOrder(body, { clientId, planId }, lines) {
  const { customer, shipping, store_order_id: storeOrderId, items } = JSON.parse(body);
  const [one, two] = items.map((item) => lines.get(lineKey(item)).n);
  return {
    client_id: clientId,
    plan_id: planId,
    store_order_id: storeOrderId,
    one: Math.min(one, two),
    two: Math.max(one, two),
    ...customer,
    ...shipping,
  };
}

function writeOrder({ order_number: number, subtotal, delivery }) {
  return JSON.stringify({
    success: true,
    order_number: number,
    subtotal: subtotal / 100,
    delivery: delivery / 100,
    total: (subtotal + delivery) / 100,
    items_count: 2,
    status: 'awaiting_payment',
    message: `The order was placed. Review and pay it in the dashboard (http://localhost:3000/dashboard/orders/${number}); it ships once it is paid.`,
  });
}
