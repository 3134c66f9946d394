import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../src/platform/audit/audit.service.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import { runAs } from '../../../src/platform/http/request-context.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { AuditLog, spelled, type Entry } from '../../support/shop/audit-log.js';
import { givenClient, givenPlan, givenProduct, unique } from '../../support/shop/given.js';
import { whileLocked } from '../../support/database/locks.js';
import { expireDue, givenOrderAfter } from '../../support/shop/order-actions.js';
import { workbookRows } from '../../support/documents/workbook.js';
import { givenSuiteOfTwo } from '../../support/shop/shop.js';
import { allPages } from '../../support/call.js';
const { one, two, admin, shop } = await givenSuiteOfTwo({ UNPAID_ORDER_TTL_HOURS: '0' });
const log = await AuditLog.of(one, two);

describe("the audit log's entries", () => {
  it('contains the reason of an adjustment of stock', async () => {
    const { sku } = await givenProduct(one);
    const last = await log.lastId();
    await admin.stock.adjust(sku, { delta: -2, reason: 'eaten by mice' });
    expect(JSON.stringify(await log.entriesAfter(last))).toContain('eaten by mice');
  });

  it('uses the field names and values of the API', async () => {
    const keys = (await log.list()).flatMap(({ action, before, after }) =>
      action === 'stock.set' ? [] : Object.keys({ ...before, ...after }),
    );
    expect(keys.length).toBeGreaterThan(0);
    expect([...new Set(keys)].filter((key) => !/^[a-z0-9_]+$/.test(key))).toEqual([]);
  });

  it('has no entry for refused changes', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const [paid, unpaid] = [await givenOrderAfter(shop, 'pay'), await givenOrderAfter(shop)];
    const payment = { method: 'cash', reference: unique('REF') };
    await admin.orders.pay(await givenOrderAfter(shop), payment);
    const last = await log.lastId();
    const { plan } = shop.client;
    await admin.clients.create({ name: 'A', email: undefined }).expect(422);
    await admin.plans.create({ code: plan, name: 'A' }).expect(409);
    await admin.plans.change('no-such', { name: 'A' }).expect(404);
    await admin.products.create({ sku }).expect(409);
    await admin.stock.count(sku, { variation_stocks: { a: 1 } }).expect(422);
    await admin.stock.adjust(sku, { delta: -6 }).expect(409);
    await admin.clients.subscribe(999999, { plan, status: 'active' }).expect(404);
    await admin.orders.pay(unpaid, payment).expect(409);
    await admin.orders.ship(unpaid).expect(409);
    await admin.orders.ship(paid, { items: [{ line: 1, quantity: 4 }] }).expect(422);
    await admin.orders.deliver(paid).expect(409);
    await one.call('post', '/admin/plans').send({ code: 'a', name: 'A' }).expect(401);
    const entries = await log.entriesAfter(last);
    // The job that seals writes these about the payment before.
    expect(entries.filter(({ action }) => action !== 'chain.witnessed')).toEqual([]);
  });

  it('is in the order of the changes, without those of a savepoint that was rolled back', async () => {
    const audit = one.service(AuditService);
    const last = await log.lastId();
    const change = async (manager: EntityManager, n: number): Promise<void> =>
      audit.record(manager, { action: 'test.changed', subject: `change ${n}`, after: { n } });
    await runAs('tester', () =>
      inTransaction(one.dataSource, async (manager) => {
        await change(manager, 1);
        const failing = inTransaction(manager, async (nested) => {
          await change(nested, 2);
          throw new Error('rolled back');
        });
        await expect(failing).rejects.toThrow('rolled back');
        await inTransaction(manager, (nested) => change(nested, 3));
        await change(manager, 4);
      }),
    );
    const entries = await log.entriesAfter(last);
    const changes = entries.filter(({ action }) => action === 'test.changed');
    expect(changes.map(({ after }) => after)).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }]);
  });

  it('never contains a token or customer data', async () => {
    const { sku } = await givenProduct(one);
    const { id, tokenId, token, domain } = await givenClient(one);
    const issued = await admin.tokens.create(id, { domain });
    const rotated = await admin.tokens.rotate(tokenId);
    await admin.tokens.revoke(issued.id);
    const customer = { name: 'Meera Iyer', phone: '+91 90000 12345', email: 'meera@mail.example' };
    const street = { address: '7 Temple Street', city: 'Madurai' };
    const shipping = { ...street, state: 'Tamil Nadu', pincode: '625001' };
    const rest = { customer, shipping, notes: 'For Lakshmi' };
    const order = () => shop.orders.place({ sku, quantity: 1 }, rest);
    for (const end of ['deliver', 'return', 'cancel'] as const) {
      const number = await order();
      await admin.orders.pay(number);
      if (end !== 'cancel') await admin.orders.ship(number);
      await admin.orders[end](number);
    }
    await expireDue(one, await order());
    const text = JSON.stringify(await log.list());
    expect(text).toContain('order.expired');
    expect(text).toContain('token.rotated');
    const hashes = await one.sql<{ hash: string }>`
      SELECT encode(token_hash, 'hex') AS hash FROM api_tokens`;
    const secrets = [token, issued.token, rotated.token, ADMIN_TOKEN, 'wso_'];
    secrets.push(...hashes.map(({ hash }) => hash));
    const personal = [...Object.values({ ...customer, ...shipping }), 'Lakshmi', '9000012345'];
    expect([...secrets, ...personal].filter((secret) => text.includes(String(secret)))).toEqual([]);
  });
});

describe('the audit log has no entry for a call that changed nothing:', () => {
  const product = async () => `products/${(await givenProduct(one, { stock: 5 })).sku}`;
  const price = async () => `plans/${shop.client.plan}/prices/${(await givenProduct(one)).sku}`;
  const token = async () => `tokens/${(await givenClient(one)).tokenId}`;
  const payment = async () => `orders/${await givenOrderAfter(shop)}/payments`;
  const company = async () => `clients/${(await givenClient(one)).id}`;
  const plan = async () => `plans/${(await givenPlan(one)).code}`;
  const paid = { method: 'cash', reference: 'AGAIN' };
  it.each([
    ['a price', 'put', price, { wholesale_price: 7 }],
    ['no price', 'delete', price, undefined],
    ['a count', 'put', async () => `${await product()}/stock`, { stock_qty: 4 }],
    ['a revoked token', 'delete', token, undefined],
    ['a payment with its reference', 'post', payment, paid],
    ['a product', 'patch', product, { name: 'Same', base_price: 5 }],
    ['a plan', 'patch', plan, { name: 'Same', discount_percent: 5 }],
    ['a client', 'patch', company, { name: 'Same', email: 'same@client.example' }],
  ] as const)('%s as it was', async (_, method, given, body) => {
    const path = await given();
    expect((await one.admin(method, path, body)).status).toBeLessThan(300);
    const last = await log.lastId();
    expect((await two.admin(method, path, body)).status).toBeLessThan(300);
    expect(await log.entriesAfter(last)).toEqual([]);
  });
});

describe('the audit log in pages', () => {
  it('has every entry once, newest first', async () => {
    const all = await log.list(7);
    const rows = await one.sql<{ id: number }>`SELECT id FROM audit_entries ORDER BY id`;
    expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('continues after its cursor, without later entries', async () => {
    const before = await log.list();
    const { next_cursor: cursor } = await admin.audit.list({ limit: 1 });
    await givenPlan(one);
    const { data } = await admin.audit.list({ limit: 500, cursor: cursor! });
    expect(data).toEqual(before.reverse().slice(1, 501));
    await admin.audit.list('cursor=garbage').expectProblems('cursor invalid_cursor');
  });
});

describe('the audit log is a chain, also of changes at the same moment:', () => {
  const company = async () => `clients/${(await givenClient(one)).id}`;
  const product = async () => `products/${(await givenProduct(one)).sku}`;
  const price = async () => `plans/${shop.client.plan}/prices/${(await givenProduct(one)).sku}`;
  const plan = async () => `plans/${(await givenPlan(one)).code}`;
  const stock = async () => `${await product()}/stock`;
  const subscription = async () => `${await company()}/subscription`;
  const period = (n: number): object => ({
    plan: shop.client.plan,
    status: 'active',
    starts_at: `2026-01-0${n}T00:00:00.000Z`,
  });
  /** Name, function that creates the subject, table to lock, fact that changes, and body of the change. */
  const CHAINS = [
    ['a plan', plan, 'plans', 'name', (n: number) => ({ name: `Plan ${n}` })],
    ['a client', company, 'clients', 'name', (n: number) => ({ name: `Client ${n}` })],
    ['a subscription', subscription, 'subscriptions', 'starts_at', period],
    ['a product', product, 'products', 'name', (n: number) => ({ name: `Product ${n}` })],
    ['a price', price, 'products', 'price_minor', (n: number) => ({ wholesale_price: n })],
    ['stock', stock, 'products', '', (n: number) => ({ stock_qty: n })],
  ] as const;
  it.each(CHAINS)('%s', async (_, given, table, fact, body) => {
    const path = await given();
    const last = await log.lastId();
    const method = /stock|prices|subscription/.test(path) ? 'put' : 'patch';
    // All are at work before the first of them can store anything.
    const lock = `SELECT FROM ${table} FOR UPDATE`;
    const answers = await whileLocked(one, { lock, waiting: 4 }, () =>
      Promise.all([one, two, one, two].map((app, at) => app.admin(method, path, body(at + 1)))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
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

const OLD = 'user 7 <old@shop.example>';
const NEW = 'user 7 <new@shop.example>';
const OTHER = 'user 71 <a@b.example>';

describe('searching the audit log', () => {
  let subject: string;
  beforeAll(async () => {
    const { code } = await givenPlan(one);
    subject = `plan ${code}`;
    await admin.plans.change(code, { name: 'Renamed' });
    for (const [index, actor] of [OLD, NEW, OTHER].entries()) {
      const at = `2026-03-0${index + 1}T00:00:00.000001Z`;
      await one.sql`
        INSERT INTO audit_entries (at, actor, action, subject)
        VALUES (${at}, ${actor}, 'plan.updated', ${subject})`;
    }
  });

  /** Lists the actors of the matching entries, read two at a time. */
  const actors = async (query: Record<string, string>): Promise<string[]> => {
    const pages = await allPages(2, (page) => admin.audit.list({ subject, ...query, ...page }));
    return pages.flat().map(({ actor }) => actor);
  };

  it('finds what was done to one subject, newest first', async () => {
    expect(await actors({})).toEqual(['operator', 'service', OTHER, NEW, OLD]);
    expect(await actors({ subject: 'plan' })).toEqual([]);
  });

  it('finds what one actor did, a user under any former e-mail address', async () => {
    expect(await actors({ actor: 'operator' })).toEqual(['operator']);
    expect(await actors({ actor: 'user 7' })).toEqual([NEW, OLD]);
    expect(await actors({ actor: OLD })).toEqual([NEW, OLD]);
    expect(await actors({ actor: 'user' })).toEqual([]);
  });

  it('finds what was done from a time on, and before another', async () => {
    const second = '2026-03-02T00:00:00Z';
    expect(await actors({ actor: 'user 7', from: second })).toEqual([NEW]);
    expect(await actors({ actor: 'user 7', to: second })).toEqual([OLD]);
  });

  it('exports the matches as a file', async () => {
    const query = `subject=${encodeURIComponent(subject)}&actor=user%207`;
    expect(await admin.csvText(`audit/export?${query}`)).toBe(
      'at,actor,action,subject,before,after,request_id\r\n' +
        `2026-03-02T00:00:00.000Z,${NEW},plan.updated,${subject},,,\r\n` +
        `2026-03-01T00:00:00.000Z,${OLD},plan.updated,${subject},,,\r\n`,
    );
  });

  it('exports them for people in words, too', async () => {
    const query = { subject, actor: 'user 7', format: 'xlsx' };
    const [names, row] = await workbookRows(one.admin('get', 'audit/export').query(query));
    expect(names?.slice(-3)).toEqual(['Who', 'Did', 'Change']);
    expect(row?.slice(-3, -1)).toEqual([expect.stringContaining('@'), 'Updated']);
  });

  it('exports texts that only look like a time as they are', async () => {
    const looks = { note: '2026-13-45T99:99Z', day: '2026-99-99' };
    const named = 'thing that looks like a time';
    await one.sql`INSERT INTO audit_entries (actor, action, subject, after)
      VALUES ('operator', 'thing.noted', ${named}, ${JSON.stringify(looks)})`;
    const query = { subject: named, format: 'xlsx' };
    const [, row] = await workbookRows(one.admin('get', 'audit/export').query(query));
    expect(row?.at(-1)).toContain('2026-13-45T99:99Z');
  });
});
