import { allPages, statusesOf } from '../support/call.js';
import { givenPlan, givenProduct, ISO_UTC, unique } from '../support/shop/given.js';
import { givenShop, givenSuiteOfTwo } from '../support/shop/shop.js';
const { one, two, admin, adminElsewhere } = await givenSuiteOfTwo();

/** Makes a store that calls the instance without the changes. */
const givenStore = async (client: { plan?: string } = {}) => (await givenShop(one, client)).at(two);

describe('a plan', () => {
  const code = () => unique('p');

  it('is added, by default without a discount', async () => {
    const plain = { code: code(), name: 'Plain' };
    expect(await admin.plans.create(plain)).toEqual({
      ...plain,
      discount_percent: 0,
      created_at: expect.stringMatching(ISO_UTC),
    });
    const silver = { code: code(), name: ' Silver ', discount_percent: 12.75 };
    const stored = { name: 'Silver', discount_percent: 12.75 };
    expect(await admin.plans.create(silver)).toMatchObject(stored);
  });

  it('has a unique code, even if two are added concurrently', async () => {
    const plan = { code: code(), name: 'Twin' };
    const operators = [admin, adminElsewhere, admin, adminElsewhere];
    const calls = operators.map(({ plans }) => plans.create(plan));
    expect(await statusesOf(...calls)).toEqual([201, 409, 409, 409]);
    await admin.plans.create(plan).expectRefusal(409, 'plan_exists');
  });

  it('is listed in pages', async () => {
    const added: string[] = [];
    for (let left = 3; left > 0; left -= 1) added.push((await givenPlan(one)).code);
    const listed = await allPages(2, (page) => adminElsewhere.plans.list(page));
    const codes = listed.flat().map((plan) => plan.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.slice(-3)).toEqual(added);
  });

  it('changes only given fields', async () => {
    const plan = await givenPlan(one, { discountBp: 500 });
    const named = await admin.plans.change(plan.code, { name: 'Gold' });
    expect(named).toMatchObject({ code: plan.code, name: 'Gold', discount_percent: 5 });
    const nothing = { name: null, discount_percent: null };
    expect(await admin.plans.change(plan.code, nothing)).toEqual(named);
    const full = await admin.plans.change(plan.code, { discount_percent: 0 });
    expect(full).toMatchObject({ name: 'Gold', discount_percent: 0 });
  });

  it('a plan that does not exist is answered 404', async () => {
    const { sku } = await givenProduct(one);
    for (const path of ['no-such', '%00', '%20', 'x'.repeat(500)]) {
      for (const call of [
        admin.plans.change(path, { name: 'A' }),
        admin.plans.setPrice(path, sku, 1),
        admin.plans.removePrice(path, sku),
      ]) {
        await call.expectRefusal(404, 'plan_not_found');
      }
    }
    await admin.plans.change('%ff', { name: 'A' }).expect(404);
  });
});

describe("a change that the store's next request sees, on another instance", () => {
  it.each([
    [0.01, 99.99],
    [33.33, 66.67],
    [99.99, 0.01],
  ])('a discount of %d %%: 100.00 becomes %d', async (percent, price) => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one);
    expect(await shop.priceOf(sku)).toBe(100);
    await admin.plans.change(shop.client.plan, { discount_percent: percent });
    expect(await shop.priceOf(sku)).toBe(price);
  });

  it('is an own price, a higher and a lower one, and none again', async () => {
    const plan = await givenPlan(one, { discountBp: 1_000 });
    const shop = await givenStore({ plan: plan.code });
    const other = await givenStore();
    const { sku } = await givenProduct(one);
    const price = { plan: plan.code, sku, wholesale_price: 219.5, scheduled: [] };
    expect(await admin.plans.setPrice(plan.code, sku, 219.5)).toEqual(price);
    expect(await shop.priceOf(sku)).toBe(219.5);
    expect(await other.priceOf(sku)).toBe(100);
    await admin.plans.setPrice(plan.code, sku, 0.01);
    expect(await shop.priceOf(sku)).toBe(0.01);
    const { plan_prices: prices } = await adminElsewhere.products.get(sku);
    expect(prices).toMatchObject({ [plan.code]: 0.01 });

    const none = { plan: plan.code, sku, wholesale_price: null };
    expect(await admin.plans.removePrice(plan.code, sku)).toMatchObject(none);
    expect(await shop.priceOf(sku)).toBe(90);
    await admin.plans.removePrice(plan.code, sku);
  });

  it('is a product without base price that gets a price on the plan', async () => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one, { basePriceMinor: null });
    const order = () => shop.orders.place({ sku, quantity: 1 });
    expect(await shop.priceOf(sku)).toBeNull();
    await order().expect(422);
    await admin.plans.setPrice(shop.client.plan, sku, 5);
    expect(await shop.priceOf(sku)).toBe(5);
    expect((await order().expect(201)).body).toMatchObject({ subtotal: 5 });
    await admin.plans.removePrice(shop.client.plan, sku);
    expect(await shop.priceOf(sku)).toBeNull();
    await order().expectRefusal(422, 'unknown_sku');
  });

  it('is a full discount: never a price of 0', async () => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one);
    await admin.plans.change(shop.client.plan, { discount_percent: 100 });
    expect(await shop.priceOf(sku)).toBeNull();
    expect((await shop.products.list().expect(200)).body).toMatchObject({ total: 0, data: [] });
    await admin.plans.setPrice(shop.client.plan, sku, 80);
    expect(await shop.priceOf(sku)).toBe(80);
  });

  it('is never hidden by an ETag', async () => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one);
    let tag = '';
    for (let price = 1; price <= 10; price += 1) {
      await admin.plans.setPrice(shop.client.plan, sku, price);
      const { body, headers } = await shop.products.get(sku).set('If-None-Match', tag).expect(200);
      expect(body).toMatchObject({ data: { pricing: { wholesale_price: price } } });
      tag = headers.etag ?? '';
      await shop.products.get(sku).set('If-None-Match', tag).expect(304);
    }
  });
});

it('a price of a plan a price of an unknown product is 404', async () => {
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

describe('bad input to plans, prices and subscriptions', () => {
  const plan = { code: 'fine', name: 'Fine' };

  it.each<[object, ...problems: string[]]>([
    [{ ...plan, code: 'two words' }, 'code invalid_code'],
    [{ ...plan, code: 'a/b' }, 'code invalid_code'],
    [{ ...plan, code: 'ü' }, 'code invalid_code'],
    [{ ...plan, discount_percent: 1e-7 }, 'discount_percent too_many_decimals'],
  ])('a bad plan is refused: %j', async (body, ...problems) => {
    expect(await admin.plans.create(body).problems()).toEqual(problems);
  });

  it('is no price below 0.01, above 10,000,000.00 or with more than two decimals', async () => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one);
    const { plan } = shop.client;
    for (const [price, code] of [
      [0, 'out_of_range'],
      [10_000_000.01, 'out_of_range'],
      [0.1 + 0.2, 'too_many_decimals'],
    ] as const) {
      await admin.plans.setPrice(plan, sku, price).expectProblems(`wholesale_price ${code}`);
    }
    expect(await shop.priceOf(sku)).toBe(100);
    for (const price of [0.01, 0.29, 1.1, 8.2, 10_000_000]) {
      await admin.plans.setPrice(plan, sku, price);
      expect(await shop.priceOf(sku)).toBe(price);
    }
  });
});
