import request from 'supertest';
import { parse } from 'csv-parse/sync';
import { givenProduct, ISO_UTC } from '../support/shop/given.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { storeRefused } from '../support/shop/refused-requests.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
const { app, admin, shop } = await givenSuite();
const { sku } = await givenProduct(app, { hsn: '94051900', gstRateBp: 1800 });
const browser = await TestBrowser.ofMember(app, shop.client);

/** Reads the rows of a CSV file by the names in its first row. */
async function file(by: TestBrowser, path: string): Promise<Record<string, string>[]> {
  const answer = await request(app.server)
    .get(path)
    .set({ Cookie: by.cookie!, ...SAME_ORIGIN });
  expect([path, answer.status, answer.type]).toEqual([path, 200, 'text/csv']);
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
  return parse(answer.text, { columns: true });
}

const numbers: string[] = [];
for (let count = 0; count < 3; count += 1) {
  numbers.unshift(await shop.orders.place({ sku, quantity: 1 }));
}
await admin.orders.pay(numbers[0]!);
await (await givenShop(app)).orders.place({ sku, quantity: 1 });

describe('a CSV file of orders', () => {
  it('contains the filtered orders of the client only, newest first', async () => {
    const all = await file(browser, '/dashboard/api/orders/export');
    expect(all.map((row) => row.order_number)).toEqual(numbers);
    expect(all[0]).toMatchObject({ status: 'pending', items_count: '1', total: '110.00' });
    const toPay = await file(browser, '/dashboard/api/orders/export?status=awaiting_payment');
    expect(toPay.map((row) => row.order_number)).toEqual(numbers.slice(1));
    expect(await file(browser, `/dashboard/api/orders/export?q=${numbers[2]}`)).toHaveLength(1);
    expect(await file(browser, '/dashboard/api/orders/export?q=missing')).toEqual([]);
  });

  it('contains every page', async () => {
    // The copies have no lines and are not archived: triggers that ask for either stay out.
    const withoutTriggers = (sql: string, values: unknown[] = []): Promise<void> =>
      app.dataSource.transaction(async (manager) => {
        await manager.query('SET LOCAL session_replication_role = replica');
        await manager.query(sql, values);
      });
    await withoutTriggers(
      `INSERT INTO orders OVERRIDING SYSTEM VALUE
          SELECT (jsonb_populate_record(o, jsonb_build_object(
            'id', 1000000 + n, 'order_number', 'WO-' || lpad(n::text, 10, '0')))).*
          FROM orders o, generate_series(1, 1001) n WHERE o.order_number = $1`,
      [numbers[1]],
    );
    const rows = await file(browser, '/dashboard/api/orders/export?status=awaiting_payment');
    expect(new Set(rows.map((row) => row.order_number)).size).toBe(1003);
    await withoutTriggers('DELETE FROM orders WHERE id > 1000000');
  });

  it('contains the client for operators, and amounts only with prices:read', async () => {
    const path = `/admin/orders/export?q=${numbers[0]}`;
    const owner = await TestBrowser.ofOperator(app);
    const [row] = await file(owner, path);
    expect(row).toMatchObject({ client_id: String(shop.client.id), total: '110.00' });
    const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
    const [hidden] = await file(warehouse, path);
    expect(hidden).toMatchObject({ order_number: numbers[0], status: 'pending' });
    expect(Object.keys(hidden!)).not.toEqual(expect.arrayContaining(['total']));
    // The number and the time may have these digits.
    const { order_number: _number, created_at: _at, ...facts } = hidden!;
    expect(Object.values(facts).join()).not.toMatch(/110|100\.00|10\.00/);
  });

  it('says where an order goes and with whom it went, and its invoice only with documents:read', async () => {
    const tax = new TaxAdmin(app);
    await tax.putProfile();
    await tax.changeClient(shop.client.id, KARNATAKA);
    await admin.orders.ship(numbers[0]!, { courier: 'Delhivery', tracking_number: '00149' });
    const path = `/admin/orders/export?q=${numbers[0]}`;
    const [row] = await file(await TestBrowser.ofOperator(app), path);
    expect(row).toMatchObject({
      customer_phone: expect.stringMatching(/^\+91 \d/) as string,
      address: expect.stringMatching(/\w/) as string,
      state: expect.stringMatching(/^[A-Z]/) as string,
      pincode: expect.stringMatching(/^\d{6}$/) as string,
      couriers: 'Delhivery',
      tracking_numbers: '00149',
      shipped_at: expect.stringMatching(ISO_UTC) as string,
      invoice_numbers: expect.stringMatching(/\d$/) as string,
    });
    const [hidden] = await file(await TestBrowser.ofOperator(app, ['warehouse']), path);
    expect(hidden).toHaveProperty('address');
    expect(hidden).not.toHaveProperty('invoice_numbers');
  });

  it('is refused for an invalid filter', async () => {
    const answer = await browser.call('get', 'orders/export?status=gone');
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect((await browser.call('get', 'orders/export?cursor=x')).body.code).toBe('unknown_field');
  });
});

it('a CSV file of refused requests has a row for each', async () => {
  await shop.orders.placeBody({ store_order_id: '=1+1' }).refused(422);
  await storeRefused(app, shop.client);
  const [row] = await file(browser, '/dashboard/api/failures/export');
  expect(row).toMatchObject({
    status: '422',
    route: '/api/orders',
    store_order_id: "'=1+1",
    count: '1',
  });
  expect(row!.fields).toContain('customer.name required');
  const future = new Date(Date.now() + 60_000).toISOString();
  expect(await file(browser, `/dashboard/api/failures/export?from=${future}`)).toEqual([]);
});

describe('a saved view', () => {
  const VIEW = { list: 'orders', name: 'Pune', query: 'tab=in_progress&q=pune' };

  it('is listed with the views of its list, for its owner only', async () => {
    const { status, body } = await browser.call('post', 'views', VIEW);
    const { id } = body.data as { id: number };
    expect(status).toBe(201);
    const listed = await browser.call('get', 'views?list=orders');
    expect(listed.body.data).toEqual([{ id, name: VIEW.name, query: VIEW.query }]);
    expect((await browser.call('get', 'views?list=failures')).body.data).toEqual([]);
    const colleague = await TestBrowser.ofMember(app, shop.client);
    expect((await colleague.call('get', 'views?list=orders')).body.data).toEqual([]);
    const gone = await colleague.call('delete', `views/${id}`);
    expect(gone).toMatchObject({ status: 404, body: { code: 'view_not_found' } });
    expect((await browser.call('post', 'views', VIEW)).body.code).toBe('view_exists');
    expect((await browser.call('delete', `views/${id}`)).status).toBe(200);
    expect((await browser.call('get', 'views?list=orders')).body.data).toEqual([]);
  });

  it('is refused beyond twenty for a list', async () => {
    const person = await TestBrowser.ofMember(app, shop.client);
    for (let count = 1; count <= 20; count += 1) {
      await person.call('post', 'views', { ...VIEW, name: `View ${count}` });
    }
    expect((await person.call('post', 'views', VIEW)).body.code).toBe('too_many_views');
    expect((await person.call('post', 'views', { ...VIEW, list: 'failures' })).status).toBe(201);
    expect((await person.call('post', 'views', { list: 'x' })).status).toBe(422);
  });
});
