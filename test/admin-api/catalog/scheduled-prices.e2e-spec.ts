import { ScheduledPricesJob } from '../../../src/catalog/scheduled-prices/scheduled-prices.job.js';
import { ScheduledPricesService } from '../../../src/catalog/scheduled-prices/scheduled-prices.service.js';
import { eventually } from '../../support/eventually.js';
import { imported } from '../../support/shop/catalog-file.js';
import { givenPlan, givenProduct, unique } from '../../support/shop/given.js';
import { rowLock, whileLocked, whileQueued } from '../../support/database/locks.js';
import { Admin } from '../../support/shop/admin.js';
import { givenShop } from '../../support/shop/shop.js';
import { givenTwoApps } from '../../support/app.js';

const NEXT_YEAR = '2127-01-01T00:00:00.000Z';
const LATER = '2127-02-01T00:00:00.000Z';
const { one, two } = await givenTwoApps();
const admin = new Admin(one);
const shop = await givenShop(one);
afterAll(() => one.expectInvariants('settings'));

/** Reads the store's price of a product whose base price is 100.00. */
const priceOf = async (sku: string) => (await shop.products.get(sku)).pricing.wholesale_price;

const applyDue = (app = one): Promise<void> => app.service(ScheduledPricesService).applyDue();
const letBegin = (sku: string): string =>
  `UPDATE scheduled_prices SET effective_from = effective_from - interval '200 years'
    WHERE product_id = (SELECT id FROM products WHERE sku = '${sku}')`;

describe('a price with a start', () => {
  it('is not effective immediately, and is shown to operators', async () => {
    const { sku } = await givenProduct(one);
    const { plan } = shop.client;
    await admin.plans.setPrice(plan, sku, 90);
    const scheduled = [
      { wholesale_price: 77, effective_from: NEXT_YEAR },
      { wholesale_price: 70, effective_from: LATER },
    ];
    await admin.plans.schedulePrice(plan, sku, 70, LATER);
    const all = { plan, sku, wholesale_price: 90, scheduled };
    expect(await admin.plans.schedulePrice(plan, sku, 77, NEXT_YEAR)).toEqual(all);
    await applyDue();
    expect(await priceOf(sku)).toBe(90);
    expect(await admin.products.get(sku)).toMatchObject({
      plan_prices: { [plan]: 90 },
      scheduled_prices: scheduled.map((price) => ({ plan, ...price })),
    });
  });

  it('replaces another one with the same start, and can be canceled', async () => {
    const { sku } = await givenProduct(one);
    const { plan } = shop.client;
    await admin.plans.schedulePrice(plan, sku, 70, LATER);
    await admin.plans.schedulePrice(plan, sku, 80, NEXT_YEAR);
    const changed = await admin.plans.schedulePrice(plan, sku, 81, NEXT_YEAR);
    expect(changed.scheduled.map((price) => price.wholesale_price)).toEqual([81, 70]);
    const canceled = await admin.plans.removePrice(plan, sku, { effective_from: NEXT_YEAR });
    expect(canceled.scheduled.map((price) => price.wholesale_price)).toEqual([70]);

    await admin.plans.setPrice(plan, sku, 95);
    const removed = { plan, sku, wholesale_price: null, scheduled: [] };
    expect(await admin.plans.removePrice(plan, sku)).toEqual(removed);
    const { data } = await admin.audit.list({ subject: `product ${sku}` });
    expect(data.slice(0, 4).map(({ action, before }) => [action, before])).toEqual([
      ['price.unscheduled', { plan, price_minor: 7_000, effective_from: LATER }],
      ['price.set', { plan, price_minor: 9_500 }],
      ['price.set', { plan, price_minor: null }],
      ['price.unscheduled', { plan, price_minor: 8_100, effective_from: NEXT_YEAR }],
    ]);
  });

  it('begins without a request', async () => {
    const { sku } = await givenProduct(one);
    await admin.plans.schedulePrice(shop.client.plan, sku, 77, NEXT_YEAR);
    expect(await priceOf(sku)).toBe(100);
    await one.dataSource.query(letBegin(sku));
    await eventually(async () => (await priceOf(sku)) === 77);
    const { scheduled_prices: left } = await admin.products.get(sku);
    expect([left, await admin.pricesSet(sku)]).toEqual([[], [7_700]]);
  });

  it.each([
    ['2020-01-01T00:00:00Z', 'out_of_range'],
    ['tomorrow', 'instant_expected'],
  ])('has to be in the future: %s', async (from, code) => {
    const { sku } = await givenProduct(one);
    const { plan } = shop.client;
    const call = admin.plans.schedulePrice(plan, sku, 77, from);
    await call.expectProblems(`effective_from ${code}`);
    expect(await priceOf(sku)).toBe(100);
    await admin.plans.schedulePrice('no-such', sku, 77, NEXT_YEAR).refused(404);
    await admin.plans.schedulePrice(plan, 'NO-SUCH', 77, NEXT_YEAR).refused(404);
  });

  it('is one of fifty at most', async () => {
    const { sku } = await givenProduct(one);
    const { plan } = shop.client;
    const startAt = (index: number) => new Date(Date.parse(NEXT_YEAR) + index).toISOString();
    for (let index = 0; index < 50; index += 1) {
      await admin.plans.schedulePrice(plan, sku, 77, startAt(index));
    }
    const tooMany = admin.plans.schedulePrice(plan, sku, 77, startAt(50));
    await tooMany.expectProblems('effective_from too_many');
    await admin.plans.schedulePrice(plan, sku, 78, startAt(49));
  });
});

describe('prices that begin while several instances run', () => {
  beforeAll(() => {
    // The tests say when prices begin.
    for (const app of [one, two]) {
      Object.assign(app.service(ScheduledPricesJob), { run: () => Promise.resolve() });
    }
  });

  /** Makes a product with prices of 80.00 and then 77.00 that were due to begin. */
  const givenDue = async (): Promise<string> => {
    const { sku } = await givenProduct(one);
    const { plan } = shop.client;
    await admin.plans.schedulePrice(plan, sku, 80, NEXT_YEAR);
    await admin.plans.schedulePrice(plan, sku, 77, LATER);
    return sku;
  };

  it('begin exactly once, in their order', async () => {
    const sku = await givenDue();
    await one.dataSource.query(letBegin(sku));
    const lock = { lock: rowLock('products', sku, 'sku'), waiting: 2 };
    await whileLocked(one, lock, () => Promise.all([one, two].map(applyDue)));
    expect(await admin.pricesSet(sku)).toEqual([8_000, 7_700]);
    expect(await priceOf(sku)).toBe(77);
  });

  it.each([
    ['by hand', (sku: string) => admin.plans.setPrice(shop.client.plan, sku, 99)],
    ['by a file', (sku: string) => imported(one, `sku,price:${shop.client.plan}`, `${sku},99`)],
  ])('never begin once a price is set after they were due: %s', async (_, set) => {
    const sku = await givenDue();
    await one.dataSource.query(letBegin(sku));
    await admin.plans.schedulePrice(shop.client.plan, sku, 70, LATER);
    await set(sku);
    await applyDue();
    expect(await priceOf(sku)).toBe(99);
    expect((await admin.products.get(sku)).scheduled_prices).toHaveLength(1);
    const { data } = await admin.audit.list({ subject: `product ${sku}` });
    expect(data.filter(({ action }) => action === 'price.unscheduled')).toHaveLength(2);
  });

  it("begin under the product's new SKU after a rename", async () => {
    const sku = await givenDue();
    await one.dataSource.query(letBegin(sku));
    const before = `UPDATE products SET sku = '${sku}-NEW' WHERE sku = '${sku}'`;
    await whileLocked(one, { lock: rowLock('products', sku, 'sku'), waiting: 1, before }, applyDue);
    expect(await priceOf(`${sku}-NEW`)).toBe(77);
  });

  /** Makes a list of the prices of two products on a new plan, and returns it with the SKU of one of them. */
  const givenList = async () => {
    const category = unique('Listed');
    const { code: plan } = await givenPlan(one);
    const { sku } = await givenProduct(one, { category });
    await givenProduct(one, { category });
    const { id } = await admin.priceLists.create(plan, 10, { category });
    return { id, plan, sku };
  };

  it('begin with all of their list, though it was scheduled while other prices began', async () => {
    const { id, plan, sku } = await givenList();
    await admin.priceLists.schedule(id, NEXT_YEAR);
    await admin.plans.schedulePrice(shop.client.plan, sku, 80, NEXT_YEAR);
    await one.dataSource.query(`${letBegin(sku)} AND price_list_id IS NULL`);
    const lock = rowLock('products', sku, 'sku');
    const earlier = "SET effective_from = effective_from - interval '200 years'";
    const before = `UPDATE price_lists ${earlier} WHERE id = ${id};
      UPDATE scheduled_prices ${earlier} WHERE price_list_id = ${id}`;
    await whileLocked(one, { lock, waiting: 1, before }, applyDue);
    expect(await priceOf(sku)).toBe(80);
    const [stored] = await one.sql<object>`
      SELECT count(*)::integer AS prices, count(DISTINCT p.xmin::text)::integer AS transactions
        FROM plan_prices p JOIN plans ON plans.id = p.plan_id WHERE plans.code = ${plan}`;
    expect(stored).toEqual({ prices: 2, transactions: 1 });
  });

  it('never begin if their list is deleted while it is being scheduled', async () => {
    const { id, sku } = await givenList();
    const statuses = await whileQueued(one, rowLock('price_lists', id), [
      () => admin.priceLists.schedule(id, NEXT_YEAR).status(),
      () => new Admin(two).priceLists.withdraw(id).status(),
    ]);
    expect(statuses).toEqual([200, 200]);
    expect((await admin.priceLists.get(id)).state).toBe('withdrawn');
    expect((await admin.products.get(sku)).scheduled_prices).toEqual([]);
  });
});
