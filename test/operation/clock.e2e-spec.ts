import request from 'supertest';
import { ScheduledPricesService } from '../../src/catalog/scheduled-prices/scheduled-prices.service.js';
import { OrderExpiryJob } from '../../src/orders/expiry/order-expiry.job.js';
import { OrderExpiryService } from '../../src/orders/expiry/order-expiry.service.js';
import { DatabaseClock } from '../../src/platform/clock/database-clock.js';
import { Admin } from '../support/shop/admin.js';
import { givenTwoApps, TestApp } from '../support/app.js';
import { execute } from '../support/database/database.js';
import { SHIFTED_CLOCK, shiftClock } from '../support/shifted-clock.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';

const setClock = (ahead: string): Promise<void> => execute(one.connection, shiftClock(ahead));

const runJobsOf = (app: TestApp) =>
  (app.service(OrderExpiryJob) as unknown as { run: () => Promise<void> }).run();
/** Runs the jobs that each instance runs twice a minute. */
const runJobs = async (): Promise<void> => {
  for (const app of [one, two]) await runJobsOf(app);
};

const apps = await givenTwoApps({}, SHIFTED_CLOCK);
const { one, two } = apps;
const admin = new Admin(one);
await runJobs();
// The tests run them from now on: a job may not trust the clock between two steps of a test.
await Promise.all([one.stopJobs(), two.stopJobs()]);
afterEach(async () => {
  await setClock('0');
  await runJobs();
  await one.expectInvariants();
});

const place = async (shop: Shop, key = unique('key')): Promise<string> => {
  const { sku } = await givenProduct(one);
  return shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', key);
};
const statusOf = async (shop: Shop, order: string) => (await shop.orders.status(order)).status;

describe('a clock of the database that jumps 25 hours ahead', () => {
  it('expires no recent order, and all due ones once it is right again', async () => {
    const shop = await givenShop(one);
    const [fresh, due] = [await place(shop), await place(shop)];
    const old = `UPDATE orders SET created_at = created_at - interval '25 hours' WHERE order_number = $1`;
    // The clock first: a job of the instances would expire an order that is due by a clock it trusts.
    await setClock('25 hours');
    await one.dataSource.query(old, [due]);
    await runJobs();
    // Nor does what a job has begun: it was checked before the jump.
    await one.service(OrderExpiryService).expireUnpaid(24);
    const both = async () => [await statusOf(shop, fresh), await statusOf(shop, due)];
    expect(await both()).toEqual(['awaiting_payment', 'awaiting_payment']);
    await setClock('0');
    await runJobs();
    expect(await both()).toEqual(['awaiting_payment', 'expired']);
  });

  it('keeps idempotency keys, so that a repeated order is not placed again', async () => {
    const shop = await givenShop(one);
    const { sku } = await givenProduct(one);
    const again = () => shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', 'once');
    const first = await again();
    await setClock('25 hours');
    expect(await again()).toBe(first);
    await runJobs();
    expect(await again()).toBe(first);
    expect(await shop.available(sku)).toBe(99);
  });

  it('ends no subscription and no token', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const shop = await givenShop(one, { subscription: { endsAt: soon }, expiresAt: soon });
    await shop.me();
    await setClock('25 hours');
    expect(await shop.products.list()).toBeDefined();
    expect(await shop.at(two).products.list()).toBeDefined();
  });

  it('dates a purchase on account and its due date by one clock, which the check of all data expects', async () => {
    const shop = await givenShop(one);
    await admin.credit.putTerms(shop.client.id);
    const order = await place(shop);
    await setClock('25 hours');
    await admin.orders.pay(order, { method: 'credit' });
  });

  it('stays reported if an older state of the database is restored', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await setClock('25 hours');
    await runJobs();
    const older = `UPDATE clock_state SET skew_ms = 0, last_seen_at = pg_catalog.now() - interval '5 minutes'`;
    await execute(one.connection, older);
    await runJobs();
    expect(await statusOf(shop, order)).toBe('awaiting_payment');
  });

  it('is reported until it is confirmed', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await setClock('25 hours');
    await runJobs();
    const skew = async (app: TestApp): Promise<number> => {
      const { text } = await request(app.server).get('/metrics');
      return Math.round(Number(/^database_clock_skew_seconds (\S+)$/m.exec(text)?.[1]) / 60);
    };
    expect([await skew(one), await skew(two)]).toEqual([1_500, 1_500]);
    await two.service(DatabaseClock).confirm();
    await runJobs();
    expect([await skew(one), await skew(two)]).toEqual([0, 0]);
    expect(await statusOf(shop, order)).toBe('expired');
    // Back is a jump, too.
    await setClock('0');
    await runJobs();
    expect(await skew(one)).toBe(-1_500);
    await one.service(DatabaseClock).confirm();
  });
});

describe('a clock of the database that is set back by an hour', () => {
  it('keeps every timeline in order', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await setClock('-1 hour');
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    const times = (await shop.orders.status(order)).timeline.map(({ changed_at }) => changed_at);
    expect(times).toHaveLength(3);
    expect(times).toEqual([...times].sort());
  });

  it('keeps the access of a client that has just subscribed', async () => {
    const shop = await givenShop(one);
    await shop.me();
    await setClock('-1 hour');
    expect(await shop.products.list()).toBeDefined();
  });
});

describe('an instance that starts after the clock of the database has jumped', () => {
  const trusts = (app: TestApp) => app.service(DatabaseClock).isTrusted();
  /** Starts an instance, as on another machine. */
  const started = async (): Promise<TestApp> => TestApp.startOn(one.connection);
  const unseen = (interval: string) =>
    one.dataSource.query(
      `UPDATE clock_state SET last_seen_at = pg_catalog.now() - '${interval}'::interval`,
    );

  it('expires nothing until the clock is right again', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await setClock('25 hours');
    const third = await started();
    await runJobsOf(third);
    expect(await statusOf(shop, order)).toBe('awaiting_payment');
    await setClock('0');
    await runJobsOf(third);
    expect(await trusts(third)).toBe(true);
    await third.stop();
  });

  it('begins no scheduled price, and cancels none', async () => {
    const { sku } = await givenProduct(one);
    const shop = await givenShop(one);
    const price = await shop.priceOf(sku);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await new Admin(one).plans.schedulePrice(shop.client.plan, sku, 1, soon);
    await setClock('25 hours');
    const third = await started();
    await third.service(ScheduledPricesService).applyDue();
    expect(await shop.priceOf(sku)).toBe(price);
    await new Admin(third).plans.setPrice(shop.client.plan, sku, 2);
    expect((await admin.products.get(sku)).scheduled_prices).toHaveLength(1);
    await third.stop();
  });

  it('expires nothing for ten minutes if no instance ran for some hours, unless another one or a person trusts the clock', async () => {
    await unseen('2 hours');
    const third = await started();
    expect(await trusts(third)).toBe(false);
    await one.service(DatabaseClock).confirm();
    expect(await trusts(third)).toBe(true);
    await third.stop();
  });

  it('does not trust a clock after 31 days until it is confirmed, and neither do those that start after it', async () => {
    await unseen('31 days');
    const [third, fourth] = [await started(), await started()];
    const trust = async () => [await trusts(third), await trusts(fourth)];
    expect(await trust()).toEqual([false, false]);
    expect(await trust()).toEqual([false, false]);
    await third.service(DatabaseClock).confirm();
    expect(await trust()).toEqual([true, true]);
    await third.stop();
    await fourth.stop();
  });

  it('is overruled by one that ran before, and overrules none itself', async () => {
    await unseen('2 hours');
    const third = await started();
    await trusts(third);
    await one.dataSource.query('UPDATE clock_state SET skew_ms = 90000000');
    expect(await trusts(third)).toBe(false);
    const skew = await one.dataSource.query('SELECT skew_ms::integer AS ms FROM clock_state');
    expect(skew).toEqual([{ ms: 90_000_000 }]);
    expect(await trusts(one)).toBe(true);
    expect(await trusts(third)).toBe(true);
    await third.stop();
  });

  it.each(['25 hours', '-2 hours'])(
    'serves stores if a jump of %s is over and still recorded, and expires nothing for ten minutes',
    async (jump) => {
      await runJobs();
      const shop = await givenShop(one);
      const record = 'UPDATE clock_state SET skew_ms = extract(epoch FROM $1::interval) * 1000';
      await one.dataSource.query(record, [jump]);
      const third = await started();
      expect([await trusts(third), await trusts(third)]).toEqual([false, false]);
      await shop.at(third).me();
      const now = performance.now.bind(performance);
      performance.now = () => now() + 601_000;
      await setClock('601 seconds');
      expect(await trusts(third)).toBe(true);
      performance.now = now;
      await setClock('0');
      await third.stop();
    },
  );

  it('trusts the database once its own clock is right, or another instance has trusted it since', async () => {
    await runJobs();
    const { now } = Date;
    const third = await started();
    Date.now = () => now() + 25 * 3_600_000;
    expect(await trusts(third)).toBe(false);
    Date.now = now;
    expect(await trusts(third)).toBe(true);
    await third.stop();
  });
});
