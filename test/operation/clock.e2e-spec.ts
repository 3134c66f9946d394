import request from 'supertest';
import { OrderExpiryJob } from '../../src/orders/fulfillment/order-expiry.job.js';
import { DatabaseClock } from '../../src/platform/clock/database-clock.js';
import { Admin } from '../support/shop/admin.js';
import type { TestApp } from '../support/app.js';
import { execute } from '../support/database/database.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { givenTwoApps } from '../support/two-apps.js';

let one: TestApp;
let two: TestApp;
let admin: Admin;
let stop: () => Promise<void>;

/** Sets the clock that the service's statements read; defaults of columns keep the real one. */
const setClock = (ahead: string): Promise<void> =>
  execute(one.connection, `UPDATE shifted.clock SET ahead = '${ahead}'`);

/** Runs the jobs that each instance runs twice a minute. */
const runJobs = async (): Promise<void> => {
  for (const app of [one, two]) {
    await (app.service(OrderExpiryJob) as unknown as { run: () => Promise<void> }).run();
  }
};

beforeAll(async () => {
  const apps = await givenTwoApps({}, [
    'CREATE SCHEMA shifted',
    `CREATE TABLE shifted.clock AS SELECT interval '0' AS ahead`,
    `CREATE FUNCTION shifted.now() RETURNS timestamptz STABLE LANGUAGE sql
      AS 'SELECT pg_catalog.now() + ahead FROM shifted.clock'`,
    `CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
      AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM shifted.clock'`,
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = shifted, pg_catalog, public',
      current_database()); END $$`,
  ]);
  ({ one, two, stop } = apps);
  admin = new Admin(one);
  await runJobs();
});
afterEach(async () => {
  await setClock('0');
  await runJobs();
  await one.expectInvariants();
});
afterAll(() => stop());

const place = async (shop: Shop, key = unique('key')): Promise<string> => {
  const { sku } = await givenProduct(one);
  return shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', key);
};
const statusOf = async (shop: Shop, order: string): Promise<string> =>
  (await shop.orders.status(order)).status;

describe('a clock of the database that jumps 25 hours ahead', () => {
  it('expires no recent order, and all due ones once it is right again', async () => {
    const shop = await givenShop(one);
    const [fresh, due] = [await place(shop), await place(shop)];
    const old = `UPDATE orders SET created_at = created_at - interval '25 hours' WHERE order_number = $1`;
    await one.dataSource.query(old, [due]);
    await setClock('25 hours');
    await runJobs();
    expect([await statusOf(shop, fresh), await statusOf(shop, due)]).toEqual([
      'awaiting_payment',
      'awaiting_payment',
    ]);
    await setClock('0');
    await runJobs();
    expect([await statusOf(shop, fresh), await statusOf(shop, due)]).toEqual([
      'awaiting_payment',
      'expired',
    ]);
  });

  it('keeps idempotency keys, so that a repeated order is not placed again', async () => {
    const shop = await givenShop(one);
    const { sku } = await givenProduct(one);
    const again = (): ReturnType<Shop['orders']['place']> =>
      shop.orders.place({ sku, quantity: 1 }).set('Idempotency-Key', 'once');
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
