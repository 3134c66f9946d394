import { TestApp } from '../support/app.js';
import { minutesLater, pruneNow } from '../support/database/change-log.js';
import { openTransaction } from '../support/database/database.js';
import { admin, app, shop, startForEachTest } from '../support/money/suite.js';
import { givenPlan, givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';

let skus: string[];
startForEachTest();
beforeEach(async () => {
  skus = [];
  for (let n = 0; n < 4; n += 1) skus.push((await givenProduct(app)).sku);
});
const list = (query: Record<string, string> = {}) => shop.products.list(query);
const listed = async (since: string, reader = shop): Promise<string[]> =>
  (await reader.products.list({ updated_since: since })).map(({ sku }) => sku);

describe('GET /api/products?updated_since', () => {
  it('lists products whose texts, price or stock changed, and new products', async () => {
    const since = await minutesLater(app);
    const { body } = await list({ updated_since: since }).expect(200);
    expect(body).toMatchObject({ total: 0, data: [] });
    const [texts, price, stock, sold] = skus as [string, string, string, string];
    const change = async (work: () => PromiseLike<unknown>, ...expected: string[]) => {
      await work();
      expect(await listed(since)).toEqual(expected);
    };
    await change(() => shop.orders.place({ sku: sold, quantity: 2 }), sold);
    await change(() => admin.stock.count(stock, { stock_qty: 3 }), stock, sold);
    const { plan } = shop.client;
    await change(() => admin.plans.setPrice(plan, price, 77.5), price, stock, sold);
    await change(() => admin.products.change(texts, { name: 'New' }), ...skus);
    await change(() => givenProduct(app, { sku: 'NEW-1' }), ...skus, 'NEW-1');
    expect(await list({ updated_since: since })).toEqual(await list());

    const later = await minutesLater(app);
    expect(await listed(later)).toEqual([]);
    await admin.products.change(texts, { base_price: 5 });
    expect(await listed(later)).toEqual([texts]);
  });

  it('omits a product while it is not for sale', async () => {
    const since = await minutesLater(app);
    const [sku] = skus as [string];
    await admin.products.change(sku, { active: false });
    expect(await listed(since)).toEqual([]);
    await admin.products.change(sku, { active: true });
    expect(await listed(since)).toEqual([sku]);
  });

  it('can be combined with the other parameters and with pages', async () => {
    const since = await minutesLater(app);
    const [first, second, third] = skus as [string, string, string];
    for (const sku of [first, second, third]) {
      await admin.products.change(sku, { category: sku === first ? 'Jars' : 'Pots' });
    }
    const query = { updated_since: since, category: 'pots', in_stock: 'true', limit: '1' };
    const page = await list(query).expect(200);
    expect(page.body).toMatchObject({ total: 2, data: [{ sku: second }] });
    const [, next = ''] = /^<([^>]*)>; rel="next"$/.exec(page.headers.link ?? '') ?? [];
    const { searchParams } = new URL(next, 'http://store.example');
    expect(Object.fromEntries(searchParams)).toMatchObject(query);
    const last = await app.get(next, shop.client.headers).expect(200);
    expect(last.body).toMatchObject({ total: 2, data: [{ sku: third }] });
    expect(last.headers).not.toHaveProperty('link');
  });

  it('accepts a timestamp in any time zone', async () => {
    const since = await minutesLater(app);
    await admin.products.change(skus[0]!, { name: 'New' });
    const india = new Date(Date.parse(since) + 5.5 * 3_600_000).toISOString();
    expect(await listed(india.replace('Z', '+05:30'))).toEqual([skus[0]]);
  });
});

describe('GET /api/products?updated_since without complete information', () => {
  it("lists all when the plan's discount changed, for the clients of that plan", async () => {
    const other = await givenShop(app);
    const since = await minutesLater(app);
    await admin.plans.change(shop.client.plan, { discount_percent: 10 });
    const data = await list({ updated_since: since });
    expect(data).toEqual(await list());
    expect(data[0]?.pricing.wholesale_price).toBe(90);
    expect(await listed(since, other)).toEqual([]);
  });

  it('lists all to a client that moved to another plan', async () => {
    const gold = await givenPlan(app, { discountBp: 1_000 });
    const other = await givenShop(app);
    const since = await minutesLater(app);
    await admin.clients.subscribe(shop.client.id, { plan: gold.code, status: 'active' });
    const data = await list({ updated_since: since });
    expect(data).toHaveLength(skus.length);
    expect(data[0]?.pricing.wholesale_price).toBe(90);
    expect(await listed(since, other)).toEqual([]);
    expect(await listed(await minutesLater(app))).toEqual([]);
  });

  it('lists a change that began before the time and was committed after it', async () => {
    const [slow, quick] = skus as [string, string];
    await minutesLater(app);
    const open = await openTransaction(app.connection);
    await open.query('UPDATE products SET name = $1 WHERE sku = $2', ['Slow', slow]);
    await admin.products.change(quick, { name: 'Quick' });
    await pruneNow(app);
    const since = await minutesLater(app);
    expect(await listed(since)).not.toContain(slow);
    await open.commit();
    expect(await listed(since)).toContain(slow);

    expect(await listed(await minutesLater(app))).toEqual([]);
  });

  it('works at an instance that started after the log was pruned', async () => {
    const since = await minutesLater(app);
    const [sku] = skus as [string];
    await admin.products.change(sku, { name: 'New' });
    expect(await pruneNow(app)).toBe(0);
    const restarted = await TestApp.startOn(app.connection);
    expect(await listed(since, shop.at(restarted))).toEqual([sku]);
    await restarted.stop();
  });

  it('lists all products if the change log does not reach back to the time', async () => {
    expect(await listed(new Date().toISOString())).toEqual(skus);
    await minutesLater(app);
    expect(await listed('1970-01-01T00:00:00Z')).toEqual(skus);
    const since = await minutesLater(app);
    expect(await listed(since)).toEqual([]);
    // Of rows that are gone at once nothing is known any more.
    await app.sql`TRUNCATE plan_prices`;
    expect(await listed(since)).toEqual(skus);
  });
});
