import { monthPeriod } from '../../src/platform/days/shop-days.js';
import { dateInShop } from '../../src/platform/time-zone.js';
import { givenClient, givenPlan, ISO_UTC } from '../support/shop/given.js';
import { givenShop, givenSuiteOfTwo, type Shop } from '../support/shop/shop.js';
import { inDays } from '../support/time.js';

const MINUTE_MS = 60 * 1_000;

const DAY_MS = 24 * 60 * MINUTE_MS;

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Does work while this instance's clock is ahead of the database's. */
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
const { one, two, admin, adminElsewhere } = await givenSuiteOfTwo();

/** Makes a store that calls the instance without the changes. */
const givenStore = async (client: Parameters<typeof givenShop>[1] = {}): Promise<Shop> =>
  (await givenShop(one, client)).at(two);

describe('a subscription', () => {
  const subscribe = (id: number | string, body: object) => admin.clients.subscribe(id, body);
  const isAccepted = async (shop: Shop): Promise<boolean> => {
    const { status, body } = await shop.products.list().response();
    const isRefused = status !== 200;
    if (isRefused) expect([status, body]).toMatchObject([403, { code: 'subscription_inactive' }]);
    return !isRefused;
  };

  // test/access/matrix tests which status admits a client.
  it.each([
    [{ status: 'active' }, true],
    [{ status: 'past_due' }, true],
    [{ status: 'suspended' }, false],
    [{ status: 'active', starts_at: fromNow(DAY_MS) }, false],
    [{ status: 'active', starts_at: fromNow(-DAY_MS), ends_at: fromNow(-MINUTE_MS) }, false],
  ])('decides about access from the next request on: %j: %p', async (change, isLive) => {
    const shop = await givenStore({ subscription: { status: isLive ? 'suspended' : 'active' } });
    const { id, plan } = shop.client;
    expect(await isAccepted(shop)).toBe(!isLive);
    expect(await subscribe(id, { plan, ...change })).toMatchObject({ client_id: id, ...change });
    expect(await isAccepted(shop)).toBe(isLive);
  });

  it('replaces the previous one completely', async () => {
    const { id, plan } = await givenClient(one);
    const first = { plan, status: 'past_due', ends_at: fromNow(DAY_MS) };
    const { grace_ends_at: grace } = await subscribe(id, first);
    expect(Math.abs(Date.parse(grace!) - Date.now() - 7 * DAY_MS)).toBeLessThan(MINUTE_MS);
    expect(await subscribe(id, { plan, status: 'active' })).toEqual({
      client_id: id,
      plan,
      status: 'active',
      starts_at: expect.stringMatching(ISO_UTC),
      ends_at: null,
      grace_ends_at: null,
    });
  });

  it('a subscription that is set to past due again gets no more grace', async () => {
    const { id, plan } = await givenClient(one);
    const grace = async () => (await subscribe(id, { plan, status: 'past_due' })).grace_ends_at;
    const first = await grace();
    expect(await grace()).toBe(first);
    await subscribe(id, { plan, status: 'active' });
    expect(await grace()).not.toBe(first);
  });

  it("begins now, by the database's and the service's clock", async () => {
    const shop = await givenStore({ subscription: { status: 'suspended' } });
    const { id, plan } = shop.client;
    await withClockAhead(MINUTE_MS, () => subscribe(id, { plan, status: 'active' }).expect(200));
    expect(await isAccepted(shop)).toBe(true);
  });

  it('the subscription of an unknown client is answered 404', async () => {
    const { code: plan } = await givenPlan(one);
    for (const id of ['0', '-1', '1.5', '999999999', '99999999999', 'abc', '%00']) {
      const subscribed = subscribe(id, { plan, status: 'active' });
      await subscribed.expectRefusal(404, 'client_not_found');
    }
    await admin.clients.subscribe('%ff', { plan, status: 'active' }).expect(404);
  });

  it('the refusal of a subscription to an unknown plan names the field', async () => {
    const shop = await givenStore();
    const call = subscribe(shop.client.id, { plan: 'no-such', status: 'active' });
    expect((await call.refused(422)).errors).toEqual([expect.objectContaining({ field: 'plan' })]);
    expect(await isAccepted(shop)).toBe(true);
  });

  it.each<[object, ...problems: string[]]>([
    [{ starts_at: '2026-01-02T00:00Z', ends_at: '2026-01-02T00:00Z' }, 'ends_at out_of_range'],
    [{ ends_at: '2020-01-01T00:00:00Z' }, 'ends_at out_of_range'],
  ])('is refused: %j', async (change, ...problems) => {
    const shop = await givenStore();
    const body = { plan: shop.client.plan, status: 'active', ...change };
    expect(await subscribe(shop.client.id, body).problems()).toEqual(problems);
    expect(await isAccepted(shop)).toBe(true);
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-31T00:00:00Z'])(
    'is refused, or shown as it was sent, with a timestamp at the limits of the range: %s',
    async (startsAt) => {
      const { id, plan } = await givenClient(one);
      const status = await subscribe(id, { plan, status: 'active', starts_at: startsAt }).status();
      const { starts_at: shown } = (await adminElsewhere.clients.get(id)).subscription!;
      expect(status === 422 || shown.slice(0, 10) === startsAt.slice(0, 10)).toBe(true);
    },
  );
});

describe('subscriptions', () => {
  it('are renewed together, each with an outcome, and a repetition changes nothing', async () => {
    const ends = inDays(40).toISOString();
    const of = async (subscription: object | null) => (await givenClient(one, { subscription })).id;
    const active = await of({ endsAt: inDays(5) });
    const pastDue = await of({ status: 'past_due', endsAt: inDays(5) });
    const others = {
      [await of(null)]: 'no_subscription',
      [await of({ status: 'suspended', endsAt: inDays(5) })]: 'not_renewable',
      [await of({})]: 'open_ended',
      [await of({ endsAt: inDays(50) })]: 'not_later',
      999_999: 'no_subscription',
    };
    const ids = [active, pastDue, ...Object.keys(others).map(Number)];
    const renew = () => admin.renew(...ids.map((id) => ({ client_id: id, ends_at: ends })));
    for (let time = 0; time < 2; time += 1) {
      const outcomes = new Map((await renew()).map((each) => [each.client_id, each.outcome]));
      expect([outcomes.get(active), outcomes.get(pastDue)]).toEqual(['renewed', 'renewed']);
      for (const [id, outcome] of Object.entries(others))
        expect(outcomes.get(Number(id))).toBe(outcome);
    }
    for (const id of [active, pastDue]) {
      const { subscription } = await admin.clients.get(id);
      expect(subscription).toMatchObject({ status: 'active', ends_at: ends, live: true });
    }
    const { data: audit } = await admin.audit.list({ subject: `client ${active}` });
    expect(audit.filter(({ action }) => action === 'subscription.replaced')).toHaveLength(2);
    expect(await admin.renew().problems()).toEqual(['renewals list_expected']);
  });

  it('are counted with the month that ends as they do', async () => {
    const counted = async () => (await admin.overview()).subscriptions_ending!.count;
    const before = await counted();
    const { to: endsAt } = monthPeriod(dateInShop(new Date()).slice(0, 7));
    await givenClient(one, { subscription: { endsAt } });
    expect(await counted()).toBe(before + 1);
  });
});
