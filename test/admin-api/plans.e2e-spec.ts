import { TestApp } from '../support/app.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface PlanData {
  code: string;
  name: string;
  discount_percent: number;
}

interface Listed {
  data: PlanData[];
  next_cursor: string | null;
}

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let one: TestApp;
let two: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ one, two, stop } = await givenTwoApps());
});
afterAll(() => one.expectInvariants());
afterAll(() => stop());
const setPrice = (plan: string, sku: string, price: unknown) =>
  one.admin('put', `plans/${plan}/prices/${encodeURIComponent(sku)}`, { wholesale_price: price });
const dropPrice = (plan: string, sku: string) =>
  one.admin('delete', `plans/${plan}/prices/${encodeURIComponent(sku)}`);
/** Returns a store's price of a product, from the instance that did not make the change; null if the product is hidden. */
const priceSeen = async ({ headers }: GivenClient, sku: string): Promise<number | null> => {
  const { status, body } = await two.get(`/api/products/${encodeURIComponent(sku)}`, headers);
  if (status === 404) return null;
  return (body as { data: { pricing: { wholesale_price: number } } }).data.pricing.wholesale_price;
};

describe('a plan', () => {
  const code = () => unique('p');

  it('is added, by default without a discount', async () => {
    const plain = { code: code(), name: 'Plain' };
    const { body } = await one.admin('post', 'plans', plain).expect(201);
    expect(body).toEqual({
      success: true,
      data: { ...plain, discount_percent: 0, created_at: expect.stringMatching(ISO_UTC) },
    });
    const silver = { code: code(), name: ' Silver ', discount_percent: 12.75 };
    const { body: added } = await one.admin('post', 'plans', silver).expect(201);
    expect(added).toMatchObject({ data: { name: 'Silver', discount_percent: 12.75 } });
  });

  it('has a unique code, even if two are added concurrently', async () => {
    const plan = { code: code(), name: 'Twin' };
    const statuses = await Promise.all(
      [one, two, one, two].map((app) =>
        app.admin('post', 'plans', plan).then(({ status }) => status),
      ),
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
    const { body } = await one.admin('post', 'plans', plan).expect(409);
    expect(body).toMatchObject({ success: false, code: 'plan_exists' });
  });

  it('is listed in pages', async () => {
    const added: string[] = [];
    for (let left = 3; left > 0; left -= 1) added.push((await givenPlan(one)).code);
    const listed: PlanData[][] = [];
    for (let cursor = ''; ;) {
      const { body } = await two.admin('get', `plans?limit=2${cursor}`).expect(200);
      const { data, next_cursor: next } = body as Listed;
      listed.push(data);
      if (next === null) break;
      expect(data).toHaveLength(2);
      cursor = `&cursor=${next}`;
    }
    const codes = listed.flat().map((plan) => plan.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.slice(-3)).toEqual(added);
  });

  it('changes only given fields', async () => {
    const plan = await givenPlan(one, { discountBp: 500 });
    const named = await one.admin('patch', `plans/${plan.code}`, { name: 'Gold' }).expect(200);
    expect(named.body).toMatchObject({
      success: true,
      data: { code: plan.code, name: 'Gold', discount_percent: 5 },
    });
    const unchanged = await one
      .admin('patch', `plans/${plan.code}`, { name: null, discount_percent: null })
      .expect(200);
    expect(unchanged.body).toEqual(named.body);
    const { body } = await one
      .admin('patch', `plans/${plan.code}`, { discount_percent: 0 })
      .expect(200);
    expect(body).toMatchObject({ data: { name: 'Gold', discount_percent: 0 } });
  });

  it('that does not exist is 404', async () => {
    const { sku } = await givenProduct(one);
    for (const path of ['no-such', '%00', '%20', 'x'.repeat(500)]) {
      for (const call of [
        one.admin('patch', `plans/${path}`, { name: 'A' }),
        one.admin('put', `plans/${path}/prices/${sku}`, { wholesale_price: 1 }),
        one.admin('delete', `plans/${path}/prices/${sku}`),
      ]) {
        expect((await call.expect(404)).body).toMatchObject({ code: 'plan_not_found' });
      }
    }
    await one.admin('patch', 'plans/%ff', { name: 'A' }).expect(404);
  });
});

describe("a change that the store's next request sees, on another instance", () => {
  it.each([
    [10, 90],
    [0.01, 99.99],
    [12.5, 87.5],
    [33.33, 66.67],
    [99.99, 0.01],
  ])('a discount of %d %%: 100.00 becomes %d', async (percent, price) => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one);
    expect(await priceSeen(client, sku)).toBe(100);
    await one.admin('patch', `plans/${client.plan}`, { discount_percent: percent }).expect(200);
    expect(await priceSeen(client, sku)).toBe(price);
  });

  it('is an own price, a higher and a lower one, and none again', async () => {
    const plan = await givenPlan(one, { discountBp: 1_000 });
    const client = await givenClient(one, { plan: plan.code });
    const other = await givenClient(one);
    const { sku } = await givenProduct(one);
    const { body } = await setPrice(plan.code, sku, 219.5).expect(200);
    expect(body).toEqual({
      success: true,
      data: { plan: plan.code, sku, wholesale_price: 219.5, scheduled: [] },
    });
    expect(await priceSeen(client, sku)).toBe(219.5);
    expect(await priceSeen(other, sku)).toBe(100);
    await setPrice(plan.code, sku, 0.01).expect(200);
    expect(await priceSeen(client, sku)).toBe(0.01);
    const { body: record } = await two.admin('get', `products/${sku}`);
    expect(record).toMatchObject({ data: { plan_prices: { [plan.code]: 0.01 } } });

    const { body: removed } = await dropPrice(plan.code, sku).expect(200);
    expect(removed).toMatchObject({ data: { plan: plan.code, sku, wholesale_price: null } });
    expect(await priceSeen(client, sku)).toBe(90);
    await dropPrice(plan.code, sku).expect(200);
  });

  it('is a product without base price that gets a price on the plan', async () => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one, { basePriceMinor: null });
    const order = () => two.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));
    expect(await priceSeen(client, sku)).toBeNull();
    await order().expect(422);
    await setPrice(client.plan, sku, 5).expect(200);
    expect(await priceSeen(client, sku)).toBe(5);
    expect((await order().expect(201)).body).toMatchObject({ subtotal: 5 });
    await dropPrice(client.plan, sku).expect(200);
    expect(await priceSeen(client, sku)).toBeNull();
    expect((await order().expect(422)).body).toMatchObject({ code: 'unknown_sku' });
  });

  it('is a full discount: never a price of 0', async () => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one);
    await one.admin('patch', `plans/${client.plan}`, { discount_percent: 100 }).expect(200);
    expect(await priceSeen(client, sku)).toBeNull();
    const { body } = await two.get('/api/products', client.headers).expect(200);
    expect(body).toMatchObject({ total: 0, data: [] });
    await setPrice(client.plan, sku, 80).expect(200);
    expect(await priceSeen(client, sku)).toBe(80);
  });

  it('is what an order costs, while placed orders keep theirs', async () => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one, { deliveryChargeMinor: 0 });
    const place = async (): Promise<{ order_number: string; total: number }> =>
      (await two.post('/api/orders', client.headers, orderBody({ sku, quantity: 3 })).expect(201))
        .body as { order_number: string; total: number };
    const before = await place();
    await setPrice(client.plan, sku, 33.33).expect(200);
    expect((await place()).total).toBe(99.99);
    const { body } = await two.admin('get', `orders/${before.order_number}`).expect(200);
    expect(body).toMatchObject({ data: { total: 300, items: [{ unit_price: 100 }] } });
  });

  it('is never hidden by an ETag', async () => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one);
    let tag = '';
    for (let price = 1; price <= 10; price += 1) {
      await setPrice(client.plan, sku, price).expect(200);
      const { body, headers } = await two
        .get(`/api/products/${sku}`, client.headers)
        .set('If-None-Match', tag)
        .expect(200);
      expect(body).toMatchObject({ data: { pricing: { wholesale_price: price } } });
      tag = headers.etag ?? '';
      await two.get(`/api/products/${sku}`, client.headers).set('If-None-Match', tag).expect(304);
    }
  });

  it('is of a product whose SKU paths have to encode', async () => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one, { sku: 'A/B 1#ü?%2F' });
    await setPrice(client.plan, sku, 7).expect(200);
    expect(await priceSeen(client, sku)).toBe(7);
  });
});

describe('a price of a plan', () => {
  it('a price of an unknown product is 404', async () => {
    const { code } = await givenPlan(one);
    for (const sku of ['NO-SUCH', '%00', 'x'.repeat(500)]) {
      const path = `plans/${code}/prices/${sku}`;
      const put = await one.admin('put', path, { wholesale_price: 1 }).expect(404);
      const removed = await one.admin('delete', path).expect(404);
      for (const { body } of [put, removed]) {
        expect(body).toMatchObject({ code: 'product_not_found' });
      }
    }
    await one.admin('delete', `plans/${code}/prices/%ff`).expect(404);
  });
});
