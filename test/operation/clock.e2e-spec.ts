import { jest } from '@jest/globals';
import request from 'supertest';
import { ScheduledPricesService } from '../../src/catalog/scheduled-prices/scheduled-prices.service.js';
import { OrderExpiryJob } from '../../src/orders/expiry/order-expiry.job.js';
import { OrderExpiryService } from '../../src/orders/expiry/order-expiry.service.js';
import { Admin } from '../support/shop/admin.js';
import { givenTwoApps, TestApp } from '../support/app.js';
import { execute } from '../support/database/database.js';
import { SHIFTED_CLOCK, shiftClock } from '../support/shifted-clock.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';

const THREE_DAYS_MS = 3 * 86_400_000;

const setClock = (ahead: string): Promise<void> => execute(one.connection, shiftClock(ahead));
/** Sets the clock of the instances' machine, which is the test's clock. */
const setOwnClock = (aheadMs: number): void => {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
};

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
  jest.restoreAllMocks();
  await setClock('0');
  await runJobs();
  expect(await skews()).toEqual([0, 0]);
  await one.expectInvariants();
});

const place = async (shop: Shop, key = unique('key')): Promise<string> => {
  const { sku } = await givenProduct(one);
  return shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', key);
};
const statusOf = async (shop: Shop, order: string) => (await shop.orders.status(order)).status;
/** Reads by how many minutes the clocks differ, in the metrics of both instances. */
const skews = () =>
  Promise.all(
    [one, two].map(async ({ server }) => {
      const { text } = await request(server).get('/metrics');
      return Math.round(Number(/^database_clock_skew_seconds (\S+)$/m.exec(text)?.[1]) / 60);
    }),
  );

describe('a clock of the database that jumps three days ahead', () => {
  it('expires none of many unpaid orders, and those that are due once it is right again', async () => {
    const shop = await givenShop(one);
    const { sku } = await givenProduct(one);
    // More than one transaction expires.
    const fresh = await Promise.all(
      Array.from({ length: 60 }, () => shop.orders.place({ sku, quantity: 1 })),
    );
    const due = await place(shop);
    // The clock first: a job of the instances would expire an order that is due by a clock it trusts.
    await setClock('3 days');
    await one.sql`UPDATE orders SET created_at = created_at - interval '25 hours' WHERE order_number = ${due}`;
    await runJobs();
    await runJobs();
    // Nor does what a job has begun: it was checked before the jump.
    await one.service(OrderExpiryService).expireUnpaid(24);
    const expired = async () => {
      const rows = await one.sql<{ number: string }>`SELECT order_number AS number FROM orders
        WHERE order_number = ANY (${[...fresh, due]}) AND status <> 'awaiting_payment'`;
      return rows.map(({ number }) => number);
    };
    expect(await expired()).toEqual([]);
    await setClock('0');
    await runJobs();
    expect(await expired()).toEqual([due]);
  });

  it('keeps idempotency keys, so that a repeated order is not placed again', async () => {
    const shop = await givenShop(one);
    const { sku } = await givenProduct(one);
    const again = () => shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', 'once');
    const first = await again();
    await setClock('3 days');
    expect(await again()).toBe(first);
    await runJobs();
    expect(await again()).toBe(first);
    expect(await shop.available(sku)).toBe(99);
  });

  it('ends no subscription and no token', async () => {
    const soon = new Date(Date.now() + 3_600_000);
    const shop = await givenShop(one, { subscription: { endsAt: soon }, expiresAt: soon });
    await shop.me();
    await setClock('3 days');
    expect(await shop.products.list().status()).toBe(200);
    expect(await shop.at(two).products.list().status()).toBe(200);
  });

  it('dates a purchase on account and its due date by one clock, which the check of all data expects', async () => {
    const shop = await givenShop(one);
    await admin.credit.putTerms(shop.client.id);
    const order = await place(shop);
    await setClock('3 days');
    await admin.orders.pay(order, { method: 'credit' });
  });

  it('is reported by every instance until it is right again', async () => {
    await setClock('3 days');
    await runJobs();
    expect(await skews()).toEqual([4_320, 4_320]);
  });

  it('expires nothing if the clock of the machine jumps with it', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await setClock('3 days');
    setOwnClock(THREE_DAYS_MS);
    await runJobs();
    await runJobs();
    expect(await statusOf(shop, order)).toBe('awaiting_payment');
    expect(await skews()).toEqual([4_320, 4_320]);
  });
});

it('the clock of a machine that jumps back halts expiry by its instances alone, and ends no access', async () => {
  const shop = await givenShop(one);
  const order = await place(shop);
  setOwnClock(-THREE_DAYS_MS);
  await one.sql`UPDATE orders SET created_at = created_at - interval '25 hours' WHERE order_number = ${order}`;
  await runJobsOf(one);
  expect(await statusOf(shop, order)).toBe('awaiting_payment');
  expect(await skews()).toEqual([4_320, 0]);
  jest.restoreAllMocks();
  await runJobsOf(two);
  expect(await statusOf(shop, order)).toBe('expired');
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
    expect(await shop.products.list().status()).toBe(200);
  });
});

describe('an instance that starts', () => {
  it('an instance that starts while the clock of the database alone is wrong expires nothing until it is right again', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await setClock('3 days');
    const third = await TestApp.startOn(one.connection);
    await third.stopJobs();
    await runJobsOf(third);
    await runJobsOf(third);
    expect(await statusOf(shop.at(third), order)).toBe('awaiting_payment');
    await setClock('0');
    await one.sql`UPDATE orders SET created_at = created_at - interval '25 hours' WHERE order_number = ${order}`;
    await runJobsOf(third);
    expect(await statusOf(shop.at(third), order)).toBe('expired');
    await third.stop();
  });

  it('an instance that starts while the clock of the database alone is wrong begins no scheduled price, and cancels none', async () => {
    const { sku } = await givenProduct(one);
    const shop = await givenShop(one);
    const price = await shop.priceOf(sku);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await admin.plans.schedulePrice(shop.client.plan, sku, 1, soon);
    await setClock('3 days');
    const third = await TestApp.startOn(one.connection);
    await third.service(ScheduledPricesService).applyDue();
    expect(await shop.priceOf(sku)).toBe(price);
    await new Admin(third).plans.setPrice(shop.client.plan, sku, 2);
    expect((await admin.products.get(sku)).scheduled_prices).toHaveLength(1);
    await third.stop();
  });

  it('an instance that starts while its own clock alone is wrong decides access by the database, and expires nothing until it is right', async () => {
    const shop = await givenShop(one);
    const order = await place(shop);
    await one.sql`UPDATE orders SET created_at = created_at - interval '25 hours' WHERE order_number = ${order}`;
    setOwnClock(-THREE_DAYS_MS);
    const third = await TestApp.startOn(one.connection);
    await third.stopJobs();
    await runJobsOf(third);
    expect(await statusOf(shop.at(third), order)).toBe('awaiting_payment');
    jest.restoreAllMocks();
    await runJobsOf(third);
    expect(await statusOf(shop.at(third), order)).toBe('expired');
    await third.stop();
  });

  // docs/reliability.md says so.
  it('an instance that starts while both clocks are wrong expires orders that seem due, and keeps idempotency keys', async () => {
    const shop = await givenShop(one);
    const { sku } = await givenProduct(one);
    const again = () => shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', 'kept');
    const order = await again();
    await setClock('3 days');
    setOwnClock(THREE_DAYS_MS);
    const third = await TestApp.startOn(one.connection);
    await runJobsOf(third);
    expect(await statusOf(shop.at(third), order)).toBe('expired');
    expect(await again()).toBe(order);
    await third.stop();
  });
});
