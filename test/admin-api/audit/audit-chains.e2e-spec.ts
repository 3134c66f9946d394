import { setTimeout as sleep } from 'node:timers/promises';
import { AuditLog, spelled, type Entry } from '../../support/shop/audit-log.js';
import { givenClient, givenPlan, givenProduct } from '../../support/shop/given.js';
import { givenTwoApps } from '../../support/two-apps.js';
const { one, two } = await givenTwoApps({ UNPAID_ORDER_TTL_HOURS: '0' });
const client = await givenClient(one);
const log = await AuditLog.of(one, two);
afterAll(() => one.expectInvariants());

describe('the audit log is a chain, also of changes at the same moment:', () => {
  const company = async () => `clients/${(await givenClient(one)).id}`;
  const product = async () => `products/${(await givenProduct(one)).sku}`;
  const price = async () => `plans/${client.plan}/prices/${(await givenProduct(one)).sku}`;
  const plan = async () => `plans/${(await givenPlan(one)).code}`;
  const period = (n: number): object => ({
    plan: client.plan,
    status: 'active',
    starts_at: `2026-01-0${n}T00:00:00.000Z`,
  });
  /** Name, function that creates the subject, table to lock, fact that changes, and body of the change. */
  const CHAINS = [
    ['a plan', plan, 'plans', 'name', (n: number) => ({ name: `Plan ${n}` })],
    ['a client', company, 'clients', 'name', (n: number) => ({ name: `Client ${n}` })],
    [
      'a subscription',
      async () => `${await company()}/subscription`,
      'subscriptions',
      'starts_at',
      period,
    ],
    ['a product', product, 'products', 'name', (n: number) => ({ name: `Product ${n}` })],
    ['a price', price, 'products', 'price_minor', (n: number) => ({ wholesale_price: n })],
    [
      'stock',
      async () => `${await product()}/stock`,
      'products',
      '',
      (n: number) => ({ stock_qty: n }),
    ],
  ] as const;
  it.each(CHAINS)('%s', async (_, given, table, fact, body) => {
    const path = await given();
    const last = await log.lastId();
    // All are at work before the first of them can store anything.
    const holder = one.dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT FROM ${table} FOR UPDATE`);
    const method = /stock|prices|subscription/.test(path) ? 'put' : 'patch';
    const calls = [one, two, one, two].map((app, index) =>
      app.admin(method, path, body(index + 1)).then(({ status }) => status),
    );
    await sleep(150);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await Promise.all(calls)).toEqual([200, 200, 200, 200]);
    const entries = (await log.entriesAfter(last)).map(spelled) as Entry[];
    const after = entries.map((entry) => entry.after?.[fact]);
    expect(new Set(after).size).toBe(4);
    expect(entries.slice(1).map(({ before }) => before?.[fact])).toEqual(after.slice(0, -1));
  });
});

it.each([
  "UPDATE audit_entries SET actor = 'nobody'",
  'UPDATE audit_entries SET at = now() WHERE id = (SELECT min(id) FROM audit_entries)',
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries',
])('the audit log and its change is append-only: %s', async (statement) => {
  const before = await log.list();
  expect(before.length).toBeGreaterThan(0);
  const runner = one.dataSource.createQueryRunner();
  await runner.startTransaction();
  const refusal = await runner.query(statement).then(
    () => null,
    (error: unknown) => error,
  );
  // Rows that were accepted by mistake must not affect the other tests.
  await runner.rollbackTransaction();
  await runner.release();
  expect(refusal).toMatchObject({ message: expect.stringContaining('append-only') });
  expect(await log.list()).toEqual(before);
});
