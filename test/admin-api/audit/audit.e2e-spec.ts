import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../src/platform/audit/audit.service.js';
import { inTransaction } from '../../../src/platform/database/transaction.js';
import { runAs } from '../../../src/platform/http/request-context.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { Admin } from '../../support/shop/admin.js';
import { AuditLog } from '../../support/shop/audit-log.js';
import { givenClient, givenPlan, givenProduct, unique } from '../../support/shop/given.js';
import { expireDue, givenOrderAfter } from '../../support/shop/order-actions.js';
import { givenShop } from '../../support/shop/shop.js';
import { givenTwoApps } from '../../support/two-apps.js';
const { one, two } = await givenTwoApps({ UNPAID_ORDER_TTL_HOURS: '0' });
const admin = new Admin(one);
const shop = await givenShop(one);
const log = await AuditLog.of(one, two);
afterAll(() => one.expectInvariants());

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
    const entries = (await log.entriesAfter(last)).filter(
      ({ action }) => action === 'test.changed',
    );
    expect(entries.map(({ after }) => after)).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }]);
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
    const personal = [
      ...Object.values(customer),
      ...Object.values(shipping),
      'Lakshmi',
      '9000012345',
    ];
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
  });

  it.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=garbage', 'cursor=%00', 'from=noon'])(
    'takes no %s',
    async (query) => {
      const { code, errors } = await admin.audit.list(query).refused(422);
      const [field] = query.split('=');
      expect({ code, errors }).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
    },
  );
});
