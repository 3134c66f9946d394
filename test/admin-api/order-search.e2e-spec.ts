import { join } from 'node:path';
import type pg from 'pg';
import { OrderExpiryJob } from '../../src/orders/expiry/order-expiry.job.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { allPages } from '../support/call.js';
import { openClient } from '../support/database/database.js';
import { eventually } from '../support/eventually.js';
import { givenProduct, givenShirt, SHIPMENT, unique } from '../support/shop/given.js';
import { givenOrderAfter } from '../support/shop/order-actions.js';
import { givenOperator, TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuite, givenTestShop, type Shop } from '../support/shop/shop.js';

const { generateOrders } = (await import(
  join(import.meta.dirname, '../../scripts/generate-orders.js')
)) as { generateOrders: (client: pg.Client, count: number) => Promise<void> };
const { app, admin, shop } = await givenSuite();
await app.stopJobs(OrderExpiryJob);

/** Lists the order numbers that a search finds, read two at a time. */
async function found(query: Record<string, string | number>): Promise<string[]> {
  const pages = await allPages(2, (page) => admin.orders.list({ ...query, ...page }));
  return pages.flat().map((order) => order.order_number);
}

const buyer = await givenShop(app);
const placed: string[] = [];
while (placed.length < 5) placed.push(await buyer.placeNew());

describe('the sort of the list of orders', () => {
  it('is by creation: oldest first, or newest first with sort=-created_at', async () => {
    const { id } = buyer.client;
    expect(await found({ client_id: id })).toEqual(placed);
    expect(await found({ client_id: id, sort: 'created_at' })).toEqual(placed);
    expect(await found({ client_id: id, sort: '-created_at' })).toEqual([...placed].reverse());
  });

  it('stays the same across several statuses', async () => {
    const [first, , third] = placed as [string, string, string];
    await admin.orders.pay(first);
    await admin.orders.cancel(third);
    const query = { client_id: buyer.client.id, sort: '-created_at' };
    expect(await found({ ...query, status: 'pending,cancelled' })).toEqual([third, first]);
    expect(await found({ ...query, status: 'awaiting_payment,pending' })).toEqual(
      placed.filter((number) => number !== third).reverse(),
    );
  });

  it('lists orders with the same time once each', async () => {
    await app.sql`UPDATE orders SET created_at = '2026-01-01T00:00:00.123456Z' WHERE client_id = ${buyer.client.id}`;
    expect((await found({ client_id: buyer.client.id })).sort()).toEqual([...placed].sort());
  });
});

it('an order in the list of orders names its customer, city, tracking numbers and expiry, each only its own', async () => {
  const store = await givenShop(app);
  const sent = await store.placeNew(2);
  const meera = { name: 'Meera Nair', phone: '9988776655' };
  const unpaid = await store.placeNew(1, { customer: meera });
  await admin.orders.pay(sent);
  for (const tracking_number of ['AWB-2', 'AWB-1']) {
    await admin.orders.ship(sent, { tracking_number, items: [{ line: 1, quantity: 1 }] });
  }

  const { data } = await admin.orders.list({ client_id: store.client.id });
  const { customer, shipping } = await admin.orders.get(sent);
  expect(data).toMatchObject([
    {
      order_number: sent,
      customer_name: customer.name,
      city: shipping.city,
      tracking_numbers: ['AWB-2', 'AWB-1'],
      expires_at: null,
    },
    { order_number: unpaid, customer_name: 'Meera Nair', tracking_numbers: [] },
  ]);
  const { created_at, expires_at } = data[1]!;
  expect(Date.parse(expires_at!) - Date.parse(created_at)).toBe(24 * 3_600_000);
});

describe('the filters of the list of orders', () => {
  it('find by payment status, SKU and time of creation', async () => {
    const { sku } = await givenProduct(app);
    const { sku: otherSku } = await givenProduct(app);
    const place = (...skus: string[]) =>
      shop.orders.place(skus.map((one) => ({ sku: one, quantity: 1 })));
    const [first, second] = [await place(sku), await place(otherSku, sku)];
    await admin.orders.pay(second);
    await app.sql`UPDATE orders SET created_at = '2026-02-01T10:00:00Z' WHERE order_number = ${first}`;

    expect(await found({ sku })).toEqual([first, second]);
    expect(await found({ sku: otherSku })).toEqual([second]);
    expect(await found({ sku: 'NO-SUCH-SKU' })).toEqual([]);
    expect(await found({ sku, payment_status: 'paid' })).toEqual([second]);
    expect(await found({ sku, created_from: '2026-02-01T10:00:00Z' })).toEqual([first, second]);
    expect(await found({ sku, created_from: '2026-02-01T10:00:00.001Z' })).toEqual([second]);
    expect(await found({ sku, created_to: '2026-02-01T10:00:00Z' })).toEqual([]);
    expect(await found({ sku, created_to: '2026-02-01T10:00:01Z' })).toEqual([first]);
  });

  it('find nothing by a status with a payment status that its orders never have', async () => {
    expect(await found({ status: 'delivered', payment_status: 'refunded' })).toEqual([]);
    const unpaid = await found({ status: 'awaiting_payment', payment_status: 'unpaid' });
    expect(unpaid).toEqual(await found({ status: 'awaiting_payment' }));
    expect(unpaid.length).toBeGreaterThan(0);
  });

  it('are found by the first letter of a word', async () => {
    // All are sent to Bengaluru.
    expect((await found({ q: 'b' })).length).toBeGreaterThan(0);
  });

  it.each<[field: string, value: string, code: string]>([
    ['sort', 'total', 'unknown_value'],
    ['cursor', 'AAAA', 'invalid_cursor'],
  ])('refuse a wrong %s', async (field, value, code) => {
    expect(await admin.orders.list({ [field]: value }).problems()).toEqual([`${field} ${code}`]);
  });
});

const OLD = 22_000;
// The generated orders are old: none may expire while they are stored.
const many = await TestApp.start({ UNPAID_ORDER_TTL_HOURS: '0' });
await givenShop(many);
const { sku: generated } = await givenProduct(many);
const connection = await openClient(many.connection);
// Before they are stored: to change them takes as long as to make them.
await connection.query(
  `CREATE FUNCTION as_searched() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id <= ${OLD} THEN NEW.customer_name := 'Victor'; ELSE NEW.shipping_city := 'Pune'; END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER as_searched BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION as_searched();
  ALTER TABLE orders ENABLE ALWAYS TRIGGER as_searched`,
);
await generateOrders(connection, OLD + 1_000);

describe('a scan', () => {
  const scanned = async (text: string) => {
    const { found_by, orders, to_ship, article, shipped_by } = await admin.orders.scan(text);
    const numbers = orders.map(({ order_number: number }) => number);
    return { found_by, numbers, to_ship: to_ship?.order_number ?? null, article, shipped_by };
  };
  const nothing = { numbers: [], to_ship: null, article: null, shipped_by: null };

  it('finds an order to ship by its number in any case and with blanks, or by the id of its store', async () => {
    const { sku } = await givenProduct(app);
    const id = unique('Diwali');
    const order = await shop.orders.place({ sku, quantity: 2 }, { store_order_id: id });
    await admin.orders.pay(order);
    const found = { ...nothing, numbers: [order], to_ship: order };
    const number = ` ${order.slice(0, 5).toLowerCase()} ${order.slice(5)} `;
    expect(await scanned(number)).toEqual({ ...found, found_by: 'order_number' });
    for (const text of [id, ` ${id} `]) {
      expect(await scanned(text)).toEqual({ ...found, found_by: 'store_order_id' });
    }
    const { to_ship } = await admin.orders.scan(order);
    expect(to_ship?.lines).toMatchObject([{ sku, quantity: 2 }]);
  });

  it('opens no order by an id that several clients have', async () => {
    const { sku } = await givenProduct(app);
    const store_order_id = unique('SHARED');
    const place = async (at: Shop) => at.orders.place({ sku, quantity: 1 }, { store_order_id });
    const [one, two] = [await place(shop), await place(await givenShop(app))];
    for (const order of [one, two]) await admin.orders.pay(order);
    const found = { ...nothing, found_by: 'store_order_id', numbers: [two, one] };
    expect(await scanned(store_order_id.toLowerCase())).toEqual(found);
  });

  it('tells how an order that is not shipped stands, and who shipped another one', async () => {
    const unpaid = await givenOrderAfter(shop);
    expect(await scanned(unpaid)).toMatchObject({ numbers: [unpaid], to_ship: null });
    const client = await admin.clients.get(shop.client.id);
    expect((await admin.orders.scan(unpaid)).orders).toMatchObject([
      { status: 'awaiting_payment', total: 310, client_name: client.name, shipments_count: 0 },
    ]);
    const order = await givenOrderAfter(shop, 'pay');
    const packer = await givenOperator(app, ['warehouse']);
    const browser = await TestBrowser.signedIn(app, packer);
    const tracking = unique('AWB');
    const part = { ...SHIPMENT, tracking_number: tracking, items: [{ line: 1, quantity: 2 }] };
    expect((await browser.admin('post', `orders/${order}/shipments`, part)).status).toBe(201);
    expect(await scanned(order)).toMatchObject({
      to_ship: order,
      shipped_by: packer.email.split('@')[0],
    });
    const byTracking = { found_by: 'tracking_number', numbers: [order], to_ship: null };
    expect(await scanned(tracking.toLowerCase())).toMatchObject(byTracking);
    await admin.orders.ship(order, { tracking_number: unique('AWB') });
    expect(await admin.orders.scan(order)).toMatchObject({
      to_ship: null,
      shipped_by: null,
      orders: [{ status: 'shipped', shipments_count: 2, units_left: 0 }],
    });
  });

  it('knows an article by SKU, GTIN and code, and a SKU wins', async () => {
    const { sku } = await givenShirt(app);
    const gtin = '8901234567890';
    const code = unique('CODE');
    await admin.products.change(sku, { gtin, variation_codes: { 'Size:M|Colour:Red': code } });
    const { name } = await admin.products.get(sku);
    const found = { ...nothing, found_by: 'article', article: { sku, name } };
    const gs1 = [`]C101${gtin.padStart(14, '0')}10LOT7`, `\u001d(01)${gtin.padStart(14, '0')}`];
    for (const text of [sku, sku.toLowerCase(), gtin, `0${gtin}`, code, ...gs1]) {
      expect(await scanned(text)).toEqual(found);
    }
    await admin.products.create({ sku: sku.toLowerCase() });
    expect((await scanned(sku.toLowerCase())).article).toMatchObject({ sku: sku.toLowerCase() });
    await admin.products.create({ sku: code });
    expect((await scanned(code)).article).toMatchObject({ sku: code });
  });

  it('opens the only order to ship that has a part of four characters in its number', async () => {
    const [order, sent] = [
      await givenOrderAfter(shop, 'pay'),
      await givenOrderAfter(shop, 'pay', 'ship'),
    ];
    const found = { ...nothing, found_by: 'part', numbers: [order], to_ship: order };
    const parts = [order.slice(4, 12), order.slice(0, 10).toLowerCase(), order.slice(-7)];
    for (const part of [...parts, order.slice(3)]) {
      expect(await scanned(part)).toEqual(found);
    }
    const part = sent.slice(4, 12);
    // The index of the search follows orders.
    await eventually(async () => (await scanned(part)).found_by !== null);
    expect(await scanned(part)).toEqual({ ...nothing, found_by: 'part', numbers: [sent] });
    for (const text of [order.slice(4, 7), order.slice(1)]) {
      expect(await scanned(text)).toEqual({ ...nothing, found_by: null });
    }
    await admin.products.create({ sku: order.slice(-7) });
    expect((await scanned(order.slice(-7))).found_by).toBe('article');
    const another = await givenOrderAfter(shop, 'pay');
    const twin = `WO-${order.slice(3, 12)}${order.endsWith('A') ? 'B' : 'A'}`;
    const rename = (from: string, to: string) =>
      app.dataSource.transaction(async (manager) => {
        await manager.query('SET LOCAL session_replication_role = replica');
        await manager.query('UPDATE orders SET order_number = $2 WHERE order_number = $1', [
          from,
          to,
        ]);
      });
    await rename(another, twin);
    const several = { ...nothing, found_by: 'part', numbers: [twin, order] };
    expect(await scanned(order.slice(3, 11))).toEqual(several);
    await rename(twin, another);
  });

  it('names the orders whose number differs by one character, and knows nothing else', async () => {
    const order = await givenOrderAfter(shop, 'pay');
    const wrong = `${order.slice(0, 12)}${order.endsWith('A') ? 'B' : 'A'}`;
    const similar = { ...nothing, found_by: 'similar', numbers: [order] };
    expect(await scanned(wrong)).toEqual(similar);
    for (const text of ['WO-NOPE', `${order}${order}`, 'चाय', "'; --"]) {
      expect(await scanned(text)).toEqual({ ...nothing, found_by: null });
    }
    const test = await (await givenTestShop(shop)).placeNew();
    expect(await scanned(test)).toEqual({ ...nothing, found_by: null });
    await admin.orders.scan(' ').expectProblems('text required');
    await admin.orders.scan('x'.repeat(81)).expectProblems('text too_long');
  });
});

describe('properties of very many orders', () => {
  it.each([
    ['number', { q: '9000' }, 'true'],
    ['name', { q: 'victor' }, `customer_name = 'Victor'`],
    [
      'rare word with one that very many have',
      { q: 'bengaluru generated-22' },
      `store_order_id LIKE 'generated-22%' AND id <= ${OLD}`,
    ],
    ['product', { sku: generated }, 'true'],
    ['product with a status', { sku: generated, status: 'pending' }, `status = 'pending'`],
  ])('is found in the order of the list: a %s', async (_, filter, where) => {
    const list = (rest: object) =>
      new Admin(many).orders.list({ sort: '-created_at', limit: 3, ...filter, ...rest });
    const first = await list({});
    const second = await list({ cursor: first.next_cursor! });
    const stored = await many.dataSource.query<{ number: string }[]>(
      `SELECT order_number AS number FROM orders WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT 6`,
    );
    const listed = [...first.data, ...second.data].map((order) => order.order_number);
    expect(listed).toEqual(stored.map(({ number }) => number));
  });
});
