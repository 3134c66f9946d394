import { OPERATOR } from '../support/app.js';
import { problemsOf } from '../support/call.js';
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
    [{}, 'code required', 'name required'],
    [{ code: 5, name: [] }, 'code string_expected', 'name string_expected'],
    [{ ...plan, code: 'two words' }, 'code invalid_code'],
    [{ ...plan, code: 'a/b' }, 'code invalid_code'],
    [{ ...plan, code: 'ü' }, 'code invalid_code'],
    [{ ...plan, code: 'x'.repeat(41) }, 'code too_long'],
    [{ ...plan, name: 'x'.repeat(121) }, 'name too_long'],
    [{ ...plan, discount_percent: '10' }, 'discount_percent number_expected'],
    [{ ...plan, discount_percent: [10] }, 'discount_percent number_expected'],
    [{ ...plan, discount_percent: { $gt: 0 } }, 'discount_percent number_expected'],
    [{ ...plan, discount_percent: -0.01 }, 'discount_percent out_of_range'],
    [{ ...plan, discount_percent: 100.01 }, 'discount_percent out_of_range'],
    [{ ...plan, discount_percent: 1e300 }, 'discount_percent out_of_range'],
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
    [undefined, 'required'],
    [null, 'required'],
    ['5', 'number_expected'],
    [[5], 'number_expected'],
    [{ value: 5 }, 'number_expected'],
    [true, 'number_expected'],
    [0, 'out_of_range'],
    [-5, 'out_of_range'],
    [10_000_000.01, 'out_of_range'],
    [1e21, 'out_of_range'],
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

  it.each([
    ['post', 'plans'],
    ['patch', 'plans/any'],
    ['put', 'plans/any/prices/any'],
    ['put', 'clients/1/subscription'],
  ] as const)('that is no JSON object, to %s %s', async (method, path) => {
    const send = (body: string) => one.sendRaw(method, `/admin/${path}`, OPERATOR, body);
    const { body } = await send('{"code":').expect(400);
    expect(body).toMatchObject({ code: 'malformed_json' });
    for (const sent of ['[]', '[{"code":"a"}]', '"text"', 'null']) {
      expect(await problemsOf(send(sent))).toEqual(['body object_expected']);
    }
  });

  it.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=garbage'])(
    'in the query: %s',
    async (query) => {
      const [field] = query.split('=');
      const problems = await admin.plans.list(query).problems();
      expect(problems.map((problem) => problem.split(' ')[0])).toEqual([field]);
    },
  );
});
