import { Admin } from '../support/shop/admin.js';
import { givenPlan, givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { givenTwoApps } from '../support/two-apps.js';
const { one, two } = await givenTwoApps();
const admin = new Admin(one);
afterAll(() => one.expectInvariants());

/** Makes a store that calls the instance that does not make the changes. */
const givenStore = async (): Promise<Shop> => (await givenShop(one)).at(two);

describe('bad input to plans, prices and subscriptions', () => {
  const plan = { code: 'fine', name: 'Fine' };

  it.each<[object, ...problems: string[]]>([
    [{ code: 5, name: [] }, 'code string_expected', 'name string_expected'],
    [{ ...plan, code: 'two words' }, 'code invalid_code'],
    [{ ...plan, code: 'a/b' }, 'code invalid_code'],
    [{ ...plan, code: 'ü' }, 'code invalid_code'],
    [{ ...plan, discount_percent: 100.01 }, 'discount_percent out_of_range'],
    [{ ...plan, discount_percent: 0.125 }, 'discount_percent too_many_decimals'],
    [{ ...plan, discount_percent: 1e-7 }, 'discount_percent too_many_decimals'],
  ])('to a plan: %j', async (body, ...problems) => {
    expect(await admin.plans.create(body).problems()).toEqual(problems);
  });

  it('to a change of a plan names every field, and changes nothing', async () => {
    const { code } = await givenPlan(one, { discountBp: 700 });
    const call = admin.plans.change(code, { name: 1, discount_percent: 101 });
    expect(await call.problems()).toEqual([
      'name string_expected',
      'discount_percent out_of_range',
    ]);
    await admin.plans.change(code, { name: 'B', discount_percent: '1' }).expect(422);
    expect(await admin.plans.change(code, {})).toMatchObject({ name: code, discount_percent: 7 });
  });

  it.each([
    [0, 'out_of_range'],
    [10_000_000.01, 'out_of_range'],
    [5.001, 'too_many_decimals'],
    [0.1 + 0.2, 'too_many_decimals'],
  ])('to a price is refused and leaves the old one: %j', async (price, code) => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one);
    const problems = await admin.plans.setPrice(shop.client.plan, sku, price).problems();
    expect(problems).toEqual([`wholesale_price ${code}`]);
    expect(await shop.priceOf(sku)).toBe(100);
  });

  it('is not a price at its limits', async () => {
    const shop = await givenStore();
    const { sku } = await givenProduct(one);
    for (const price of [0.01, 0.29, 1.1, 8.2, 10_000_000]) {
      await admin.plans.setPrice(shop.client.plan, sku, price);
      expect(await shop.priceOf(sku)).toBe(price);
    }
  });
});
