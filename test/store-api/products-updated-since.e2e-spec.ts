import type { DatabaseConnection } from '../../ormconfig.js';
import { TestApp } from '../support/app.js';
import { minutesLater, pruneNow } from '../support/database/change-log.js';
import { givenDatabase, openTransaction } from '../support/database/database.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  orderBody,
  type GivenClient,
} from '../support/shop/given.js';

interface ListBody {
  total: number;
  data: { sku: string; stock_qty: number; pricing: { wholesale_price: number } }[];
}

describe('GET /api/products?updated_since', () => {
  let connection: DatabaseConnection;
  let app: TestApp;
  let client: GivenClient;
  let skus: string[];
  beforeEach(async () => {
    const database = await givenDatabase();
    connection = database.connection;
    app = await TestApp.startOn(connection, {}, database.drop);
    client = await givenClient(app);
    skus = [];
    for (let n = 0; n < 4; n += 1) skus.push((await givenProduct(app)).sku);
  });
  afterEach(() => app.stop());
  const ask = (query: Record<string, string>, reader = client) =>
    app.get(`/api/products?${new URLSearchParams(query).toString()}`, reader.headers);
  const list = async (query: Record<string, string>, reader = client): Promise<ListBody> =>
    (await ask(query, reader).expect(200)).body as ListBody;
  const listed = async (since: string, reader = client): Promise<string[]> =>
    (await list({ updated_since: since }, reader)).data.map(({ sku }) => sku);
  const admin = (...call: Parameters<TestApp['admin']>) =>
    app.admin(...call).expect(({ status }) => expect(status).toBeLessThan(300));

  it('lists products whose texts, price or stock changed, and new products', async () => {
    const since = await minutesLater(app);
    expect(await list({ updated_since: since })).toMatchObject({ total: 0, data: [] });
    const [texts, price, stock, sold] = skus as [string, string, string, string];
    const change = async (work: () => PromiseLike<unknown>, ...expected: string[]) => {
      await work();
      expect(await listed(since)).toEqual(expected);
    };
    await change(
      () => app.post('/api/orders', client.headers, orderBody({ sku: sold, quantity: 2 })),
      sold,
    );
    await change(() => admin('put', `products/${stock}/stock`, { stock_qty: 3 }), stock, sold);
    const own = `plans/${client.plan}/prices/${price}`;
    await change(() => admin('put', own, { wholesale_price: 77.5 }), price, stock, sold);
    await change(() => admin('patch', `products/${texts}`, { name: 'New' }), ...skus);
    await change(() => givenProduct(app, { sku: 'NEW-1' }), ...skus, 'NEW-1');
    const { data } = await list({ updated_since: since });
    expect(data).toEqual((await list({})).data);

    const later = await minutesLater(app);
    expect(await listed(later)).toEqual([]);
    await admin('patch', `products/${texts}`, { base_price: 5 });
    expect(await listed(later)).toEqual([texts]);
  });

  it('omits a product while it is not for sale', async () => {
    const since = await minutesLater(app);
    const [sku] = skus as [string];
    await admin('patch', `products/${sku}`, { active: false });
    expect(await listed(since)).toEqual([]);
    await admin('patch', `products/${sku}`, { active: true });
    expect(await listed(since)).toEqual([sku]);
  });

  it('can be combined with the other parameters and with pages', async () => {
    const since = await minutesLater(app);
    const [first, second, third] = skus as [string, string, string];
    for (const sku of [first, second, third]) {
      await admin('patch', `products/${sku}`, { category: sku === first ? 'Jars' : 'Pots' });
    }
    const query = { updated_since: since, category: 'pots', in_stock: 'true', limit: '1' };
    const page = await ask(query).expect(200);
    expect(page.body).toMatchObject({ total: 2, data: [{ sku: second }] });
    const [, next = ''] = /^<([^>]*)>; rel="next"$/.exec(page.headers.link ?? '') ?? [];
    const { searchParams } = new URL(next, 'http://store.example');
    expect(Object.fromEntries(searchParams)).toMatchObject(query);
    const last = await app.get(next, client.headers).expect(200);
    expect(last.body).toMatchObject({ total: 2, data: [{ sku: third }] });
    expect(last.headers).not.toHaveProperty('link');
  });

  it('accepts a timestamp in any time zone', async () => {
    const since = await minutesLater(app);
    await admin('patch', `products/${skus[0]}`, { name: 'New' });
    const india = new Date(Date.parse(since) + 5.5 * 3_600_000).toISOString();
    expect(await listed(india.replace('Z', '+05:30'))).toEqual([skus[0]]);
  });

  it.each([
    '',
    'yesterday',
    '2026-01-15',
    '2026-01-15T10:00:00',
    '2026-02-30T10:00:00Z',
    '1700000000',
  ])('refuses %j as a timestamp', async (text) => {
    const { body } = await ask({ updated_since: text }).expect(422);
    const errors = [{ field: 'updated_since', code: 'instant_expected' }];
    expect(body).toMatchObject({ code: 'validation_failed', errors });
  });
});

describe('GET /api/products?updated_since without complete information', () => {
  let connection: DatabaseConnection;
  let app: TestApp;
  let client: GivenClient;
  let skus: string[];
  beforeEach(async () => {
    const database = await givenDatabase();
    connection = database.connection;
    app = await TestApp.startOn(connection, {}, database.drop);
    client = await givenClient(app);
    skus = [];
    for (let n = 0; n < 4; n += 1) skus.push((await givenProduct(app)).sku);
  });
  afterEach(() => app.stop());
  const ask = (query: Record<string, string>, reader = client) =>
    app.get(`/api/products?${new URLSearchParams(query).toString()}`, reader.headers);
  const list = async (query: Record<string, string>, reader = client): Promise<ListBody> =>
    (await ask(query, reader).expect(200)).body as ListBody;
  const listed = async (since: string, reader = client): Promise<string[]> =>
    (await list({ updated_since: since }, reader)).data.map(({ sku }) => sku);
  const admin = (...call: Parameters<TestApp['admin']>) =>
    app.admin(...call).expect(({ status }) => expect(status).toBeLessThan(300));

  it("lists all when the plan's discount changed, for the clients of that plan", async () => {
    const other = await givenClient(app);
    const since = await minutesLater(app);
    await admin('patch', `plans/${client.plan}`, { discount_percent: 10 });
    const { data } = await list({ updated_since: since });
    expect(data).toEqual((await list({})).data);
    expect(data[0]?.pricing.wholesale_price).toBe(90);
    expect(await listed(since, other)).toEqual([]);
  });

  it('lists all to a client that moved to another plan', async () => {
    const gold = await givenPlan(app, { discountBp: 1_000 });
    const other = await givenClient(app);
    const since = await minutesLater(app);
    const subscription = { plan: gold.code, status: 'active' };
    await admin('put', `clients/${client.id}/subscription`, subscription);
    const { data } = await list({ updated_since: since });
    expect(data).toHaveLength(skus.length);
    expect(data[0]?.pricing.wholesale_price).toBe(90);
    expect(await listed(since, other)).toEqual([]);
    expect(await listed(await minutesLater(app))).toEqual([]);
  });

  it('lists a change that began before the time and was committed after it', async () => {
    const [slow, quick] = skus as [string, string];
    await minutesLater(app);
    const open = await openTransaction(connection);
    await open.query('UPDATE products SET name = $1 WHERE sku = $2', ['Slow', slow]);
    await admin('patch', `products/${quick}`, { name: 'Quick' });
    await pruneNow(app);
    const since = await minutesLater(app);
    expect(await listed(since)).not.toContain(slow);
    await open.commit();
    expect(await listed(since)).toContain(slow);

    const later = await minutesLater(app);
    expect(await listed(later)).toEqual([]);
  });

  it('works at an instance that started after the log was pruned', async () => {
    const since = await minutesLater(app);
    const [sku] = skus as [string];
    await admin('patch', `products/${sku}`, { name: 'New' });
    expect(await pruneNow(app)).toBe(0);
    const restarted = await TestApp.startOn(connection);
    try {
      const path = `/api/products?updated_since=${since}`;
      const { body } = await restarted.get(path, client.headers).expect(200);
      expect((body as ListBody).data.map((product) => product.sku)).toEqual([sku]);
    } finally {
      await restarted.stop();
    }
  });

  it('lists all products if the change log does not reach back to the time', async () => {
    expect(await listed(new Date().toISOString())).toEqual(skus);
    await minutesLater(app);
    expect(await listed('1970-01-01T00:00:00Z')).toEqual(skus);
    const since = await minutesLater(app);
    expect(await listed(since)).toEqual([]);
    // Of a product that is gone altogether nothing is known any more.
    await app.dataSource.query(
      `INSERT INTO products (sku, name, base_price_minor, delivery_charge_minor) VALUES ('BY-HAND', 'Made by hand', 100, 0)`,
    );
    expect(await listed(since)).toEqual(['BY-HAND']);
    await app.dataSource.query(`DELETE FROM products WHERE sku = 'BY-HAND'`);
    expect(await listed(since)).toEqual(skus);
  });
});
