import type { Response, Test } from 'supertest';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
} from '../support/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface ErrorBody {
  code: string;
  errors: { field: string; code: string }[];
}

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
const MINUTE_MS = 60 * 1_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function fromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

async function errorsOf(test: Test): Promise<[field: string, code: string][]> {
  const { code, errors } = (await test.expect(422)).body as ErrorBody;
  expect(code).toBe('validation_failed');
  return errors.map((error) => [error.field, error.code]);
}

/** Works while this instance's clock is ahead of the database's. */
async function withClockAhead(ms: number, work: () => Promise<unknown>): Promise<void> {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [number?]) => new target(args[0] ?? RealDate.now() + ms),
  });
  try {
    await work();
  } finally {
    globalThis.Date = RealDate;
  }
}

describe('plans, prices and subscriptions', () => {
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
  /** What a store is asked for a product by an instance that saw nothing of the change; null: not shown. */
  const priceSeen = async ({ headers }: GivenClient, sku: string): Promise<number | null> => {
    const { status, body } = await two.get(`/api/products/${encodeURIComponent(sku)}`, headers);
    if (status === 404) return null;
    return (body as { data: { pricing: { wholesale_price: number } } }).data.pricing
      .wholesale_price;
  };

  describe('a plan', () => {
    const code = () => unique('p');

    it('is added, without discount unless told', async () => {
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

    it('has a code of its own, also when two are added at once', async () => {
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

    it('is changed in what is given', async () => {
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

    it('that nobody has is 404', async () => {
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
        data: { plan: plan.code, sku, wholesale_price: 219.5 },
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

    it('is a discount that leaves nothing: never a price of 0', async () => {
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

    it('is of a product whose SKU has to be written with care', async () => {
      const client = await givenClient(one);
      const { sku } = await givenProduct(one, { sku: 'A/B 1#ü?%2F' });
      await setPrice(client.plan, sku, 7).expect(200);
      expect(await priceSeen(client, sku)).toBe(7);
    });
  });

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

  describe('a subscription', () => {
    const subscribe = (id: number, body: object) =>
      one.admin('put', `clients/${id}/subscription`, body);
    const isLetIn = async ({ headers }: GivenClient): Promise<boolean> => {
      const { status, body } = await two.get('/api/products', headers);
      if (status !== 200) {
        expect({ status, body }).toMatchObject({
          status: 403,
          body: { code: 'subscription_inactive' },
        });
      }
      return status === 200;
    };

    it.each([
      [{ status: 'active' }, true],
      [{ status: 'trialing' }, true],
      [{ status: 'past_due' }, true],
      [{ status: 'suspended' }, false],
      [{ status: 'cancelled' }, false],
      [{ status: 'active', starts_at: fromNow(DAY_MS) }, false],
      [{ status: 'active', starts_at: fromNow(-DAY_MS), ends_at: fromNow(DAY_MS) }, true],
      [{ status: 'active', starts_at: fromNow(-DAY_MS), ends_at: fromNow(-MINUTE_MS) }, false],
      [{ status: 'past_due', starts_at: fromNow(-DAY_MS), ends_at: fromNow(-MINUTE_MS) }, false],
    ])('lets in from the next request on, or no more: %j: %p', async (change, isLive) => {
      const client = await givenClient(one, {
        subscription: { status: isLive ? 'suspended' : 'active' },
      });
      expect(await isLetIn(client)).toBe(!isLive);
      const { body } = await subscribe(client.id, { plan: client.plan, ...change }).expect(200);
      expect(body).toMatchObject({ success: true, data: { client_id: client.id, ...change } });
      expect(await isLetIn(client)).toBe(isLive);
    });

    it('takes the place of the one before, with all of it', async () => {
      const client = await givenClient(one);
      const { plan } = client;
      const first = { plan, status: 'past_due', ends_at: fromNow(DAY_MS) };
      const { body: late } = await subscribe(client.id, first).expect(200);
      const { grace_ends_at: grace } = (late as { data: { grace_ends_at: string } }).data;
      expect(Math.abs(Date.parse(grace) - Date.now() - 7 * DAY_MS)).toBeLessThan(MINUTE_MS);
      const { body } = await subscribe(client.id, { plan, status: 'active' }).expect(200);
      expect(body).toEqual({
        success: true,
        data: {
          client_id: client.id,
          plan,
          status: 'active',
          starts_at: expect.stringMatching(ISO_UTC),
          ends_at: null,
          grace_ends_at: null,
        },
      });
    });

    it('that is said to be past due again gets no more grace', async () => {
      const { id, plan } = await givenClient(one);
      const late = { plan, status: 'past_due' };
      const first = await subscribe(id, late).expect(200);
      const again = await subscribe(id, late).expect(200);
      const grace = ({ body }: Response): unknown =>
        (body as { data: { grace_ends_at: string } }).data.grace_ends_at;
      expect(grace(again)).toBe(grace(first));
      await subscribe(id, { plan, status: 'active' }).expect(200);
      expect(grace(await subscribe(id, late).expect(200))).not.toBe(grace(first));
    });

    it("to another plan brings that plan's prices at once", async () => {
      const client = await givenClient(one);
      const { sku } = await givenProduct(one);
      const half = await givenPlan(one, { discountBp: 5_000 });
      expect(await priceSeen(client, sku)).toBe(100);
      await subscribe(client.id, { plan: half.code, status: 'active' }).expect(200);
      expect(await priceSeen(client, sku)).toBe(50);
    });

    it('is the first of a client too', async () => {
      const client = await givenClient(one, { subscription: null });
      expect(await isLetIn(client)).toBe(false);
      await subscribe(client.id, { plan: client.plan, status: 'trialing' }).expect(200);
      expect(await isLetIn(client)).toBe(true);
    });

    it('begins now, by whichever clock', async () => {
      const client = await givenClient(one, { subscription: { status: 'suspended' } });
      await withClockAhead(MINUTE_MS, () =>
        subscribe(client.id, { plan: client.plan, status: 'active' }).expect(200),
      );
      expect(await isLetIn(client)).toBe(true);
    });

    it('of nobody is 404', async () => {
      const { code: plan } = await givenPlan(one);
      for (const id of ['0', '-1', '1.5', '999999999', '99999999999', 'abc', '%00']) {
        const { body } = await one
          .admin('put', `clients/${id}/subscription`, { plan, status: 'active' })
          .expect(404);
        expect(body).toMatchObject({ code: 'client_not_found' });
      }
      await one.admin('put', 'clients/%ff/subscription', { plan, status: 'active' }).expect(404);
    });

    it('to a plan that there is not names the field', async () => {
      const client = await givenClient(one);
      const { body } = await subscribe(client.id, { plan: 'no-such', status: 'active' }).expect(
        422,
      );
      expect((body as ErrorBody).errors).toEqual([expect.objectContaining({ field: 'plan' })]);
      expect(await isLetIn(client)).toBe(true);
    });

    it.each<[object, ...problems: string[]]>([
      [{ plan: null, status: '' }, 'plan required', 'status required'],
      [{ plan: ['p'], status: {} }, 'plan string_expected', 'status unknown_value'],
      [{ plan: 'x'.repeat(41) }, 'plan too_long'],
      [{ status: 'paused' }, 'status unknown_value'],
      [{ status: 'Active' }, 'status unknown_value'],
      [{ starts_at: 'now', ends_at: 0 }, 'starts_at instant_expected', 'ends_at instant_expected'],
      [{ starts_at: '2026-01-02T00:00Z', ends_at: '2026-01-02T00:00Z' }, 'ends_at out_of_range'],
      [{ ends_at: '2020-01-01T00:00:00Z' }, 'ends_at out_of_range'],
    ])('is refused: %j', async (change, ...problems) => {
      const client = await givenClient(one);
      const body = { plan: client.plan, status: 'active', ...change };
      const errors = await errorsOf(subscribe(client.id, body));
      expect(errors.map((error) => error.join(' '))).toEqual(problems);
      expect(await isLetIn(client)).toBe(true);
    });

    it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-31T00:00:00Z'])(
      'is refused, or shown as it was sent, with an instant at the edge: %s',
      async (instant) => {
        const client = await givenClient(one);
        const { status } = await subscribe(client.id, {
          plan: client.plan,
          status: 'active',
          starts_at: instant,
        });
        const { body } = await two.admin('get', `clients/${client.id}`).expect(200);
        const { starts_at: shown } = (body as { data: { subscription: { starts_at: string } } })
          .data.subscription;
        expect(status === 422 || shown.slice(0, 10) === instant.slice(0, 10)).toBe(true);
      },
    );
  });

  describe('bad input', () => {
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
      expect(await errorsOf(setPrice(client.plan, sku, price))).toEqual([
        ['wholesale_price', code],
      ]);
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
});
