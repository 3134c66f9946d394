import type { Response, Test } from 'supertest';
import { TestApp } from '../support/app.js';
import { givenClient, givenPlan, givenProduct, type GivenClient } from '../support/shop/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface ErrorBody {
  code: string;
  errors: { field: string; code: string }[];
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

let one: TestApp;
let two: TestApp;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ one, two, stop } = await givenTwoApps());
});
afterAll(() => one.expectInvariants());
afterAll(() => stop());
/** Returns a store's price of a product, from the instance that did not make the change; null if the product is hidden. */
const priceSeen = async ({ headers }: GivenClient, sku: string): Promise<number | null> => {
  const { status, body } = await two.get(`/api/products/${encodeURIComponent(sku)}`, headers);
  if (status === 404) return null;
  return (body as { data: { pricing: { wholesale_price: number } } }).data.pricing.wholesale_price;
};

describe('a subscription', () => {
  const subscribe = (id: number, body: object) =>
    one.admin('put', `clients/${id}/subscription`, body);
  const isAccepted = async ({ headers }: GivenClient): Promise<boolean> => {
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
  ])('decides about access from the next request on: %j: %p', async (change, isLive) => {
    const client = await givenClient(one, {
      subscription: { status: isLive ? 'suspended' : 'active' },
    });
    expect(await isAccepted(client)).toBe(!isLive);
    const { body } = await subscribe(client.id, { plan: client.plan, ...change }).expect(200);
    expect(body).toMatchObject({ success: true, data: { client_id: client.id, ...change } });
    expect(await isAccepted(client)).toBe(isLive);
  });

  it('replaces the previous one completely', async () => {
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

  it('that is set to past due again gets no more grace', async () => {
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
    expect(await isAccepted(client)).toBe(false);
    await subscribe(client.id, { plan: client.plan, status: 'trialing' }).expect(200);
    expect(await isAccepted(client)).toBe(true);
  });

  it("begins now, by the database's and the service's clock", async () => {
    const client = await givenClient(one, { subscription: { status: 'suspended' } });
    await withClockAhead(MINUTE_MS, () =>
      subscribe(client.id, { plan: client.plan, status: 'active' }).expect(200),
    );
    expect(await isAccepted(client)).toBe(true);
  });

  it('of an unknown client is 404', async () => {
    const { code: plan } = await givenPlan(one);
    for (const id of ['0', '-1', '1.5', '999999999', '99999999999', 'abc', '%00']) {
      const { body } = await one
        .admin('put', `clients/${id}/subscription`, { plan, status: 'active' })
        .expect(404);
      expect(body).toMatchObject({ code: 'client_not_found' });
    }
    await one.admin('put', 'clients/%ff/subscription', { plan, status: 'active' }).expect(404);
  });

  it('to an unknown plan reports the field', async () => {
    const client = await givenClient(one);
    const { body } = await subscribe(client.id, { plan: 'no-such', status: 'active' }).expect(422);
    expect((body as ErrorBody).errors).toEqual([expect.objectContaining({ field: 'plan' })]);
    expect(await isAccepted(client)).toBe(true);
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
    expect(await isAccepted(client)).toBe(true);
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-31T00:00:00Z'])(
    'is refused, or shown as it was sent, with a timestamp at the limits of the range: %s',
    async (startsAt) => {
      const client = await givenClient(one);
      const { status } = await subscribe(client.id, {
        plan: client.plan,
        status: 'active',
        starts_at: startsAt,
      });
      const { body } = await two.admin('get', `clients/${client.id}`).expect(200);
      const { starts_at: shown } = (body as { data: { subscription: { starts_at: string } } }).data
        .subscription;
      expect(status === 422 || shown.slice(0, 10) === startsAt.slice(0, 10)).toBe(true);
    },
  );
});
