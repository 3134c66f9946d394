import type { Response, Test } from 'supertest';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import { givenClient, givenPlan, givenProduct, type GivenClient } from '../support/shop/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface ErrorBody {
  code: string;
  errors: { field: string; code: string }[];
}

async function errorsOf(test: Test): Promise<[field: string, code: string][]> {
  const { code, errors } = (await test.expect(422)).body as ErrorBody;
  expect(code).toBe('validation_failed');
  return errors.map((error) => [error.field, error.code]);
}

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
/** Returns a store's price of a product, from the instance that did not make the change; null if the product is hidden. */
const priceSeen = async ({ headers }: GivenClient, sku: string): Promise<number | null> => {
  const { status, body } = await two.get(`/api/products/${encodeURIComponent(sku)}`, headers);
  if (status === 404) return null;
  return (body as { data: { pricing: { wholesale_price: number } } }).data.pricing.wholesale_price;
};

describe('bad input to plans, prices and subscriptions', () => {
  const plan = { code: 'fine', name: 'Fine' };

  it.each<[object, [string, string][]]>([
    [
      {},
      [
        ['code', 'required'],
        ['name', 'required'],
      ],
    ],
    [
      { code: 5, name: [] },
      [
        ['code', 'string_expected'],
        ['name', 'string_expected'],
      ],
    ],
    [{ ...plan, code: 'two words' }, [['code', 'invalid_code']]],
    [{ ...plan, code: 'a/b' }, [['code', 'invalid_code']]],
    [{ ...plan, code: 'ü' }, [['code', 'invalid_code']]],
    [{ ...plan, code: 'x'.repeat(41) }, [['code', 'too_long']]],
    [{ ...plan, name: 'x'.repeat(121) }, [['name', 'too_long']]],
    [{ ...plan, discount_percent: '10' }, [['discount_percent', 'number_expected']]],
    [{ ...plan, discount_percent: [10] }, [['discount_percent', 'number_expected']]],
    [{ ...plan, discount_percent: { $gt: 0 } }, [['discount_percent', 'number_expected']]],
    [{ ...plan, discount_percent: -0.01 }, [['discount_percent', 'out_of_range']]],
    [{ ...plan, discount_percent: 100.01 }, [['discount_percent', 'out_of_range']]],
    [{ ...plan, discount_percent: 1e300 }, [['discount_percent', 'out_of_range']]],
    [{ ...plan, discount_percent: 0.125 }, [['discount_percent', 'too_many_decimals']]],
    [{ ...plan, discount_percent: 1e-7 }, [['discount_percent', 'too_many_decimals']]],
  ])('to a plan: %j', async (body, errors) => {
    expect(await errorsOf(one.admin('post', 'plans', body))).toEqual(errors);
  });

  it('to a change of a plan names every field, and changes nothing', async () => {
    const { code } = await givenPlan(one, { discountBp: 700 });
    const test = one.admin('patch', `plans/${code}`, { name: 1, discount_percent: 101 });
    expect(await errorsOf(test)).toEqual([
      ['name', 'string_expected'],
      ['discount_percent', 'out_of_range'],
    ]);
    await one.admin('patch', `plans/${code}`, { name: 'B', discount_percent: '1' }).expect(422);
    const { body } = await one.admin('patch', `plans/${code}`, {}).expect(200);
    expect(body).toMatchObject({ data: { name: code, discount_percent: 7 } });
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
  ])('to a price: %j', async (price, code) => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one);
    expect(await errorsOf(setPrice(client.plan, sku, price))).toEqual([['wholesale_price', code]]);
    expect(await priceSeen(client, sku)).toBe(100);
  });

  it('is not a price at its limits', async () => {
    const client = await givenClient(one);
    const { sku } = await givenProduct(one);
    for (const price of [0.01, 0.29, 1.1, 8.2, 10_000_000]) {
      await setPrice(client.plan, sku, price).expect(200);
      expect(await priceSeen(client, sku)).toBe(price);
    }
  });

  it.each([
    ['post', 'plans'],
    ['patch', 'plans/any'],
    ['put', 'plans/any/prices/any'],
    ['put', 'clients/1/subscription'],
  ] as const)('that is no JSON object, to %s %s', async (method, path) => {
    const send = (body: string): Test =>
      one
        .call(method, `/admin/${path}`, { Authorization: `Bearer ${ADMIN_TOKEN}` })
        .type('json')
        .serialize((sent) => sent as string)
        .send(body);
    const { body }: Response = await send('{"code":').expect(400);
    expect(body).toMatchObject({ code: 'malformed_json' });
    for (const sent of ['[]', '[{"code":"a"}]', '"text"', 'null']) {
      expect(await errorsOf(send(sent))).toEqual([['body', 'object_expected']]);
    }
  });

  it.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=garbage'])(
    'in the query: %s',
    async (query) => {
      const [field] = query.split('=');
      const errors = await errorsOf(one.admin('get', `plans?${query}`));
      expect(errors.map(([named]) => named)).toEqual([field]);
    },
  );
});
