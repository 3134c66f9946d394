import type { Response, Test } from 'supertest';
import { OrderLifecycleService } from '../../../src/orders/fulfillment/order-lifecycle.service.js';
import { ADMIN_TOKEN, TestApp } from '../../support/app.js';
import { AuditLog, type Entry, type Facts } from '../../support/shop/audit-log.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
} from '../../support/shop/given.js';
import { givenTwoApps } from '../../support/two-apps.js';

const SHIPMENT = { courier: 'C', tracking_number: 'T-1', tracking_url: 'https://t.example/T-1' };

const BODIES: Partial<Record<string, object>> = {
  payments: { method: 'cash' },
  shipments: SHIPMENT,
};

function dataOf({ body }: Response): Facts {
  return (body as { data: Facts }).data;
}

let one: TestApp;
let two: TestApp;
let client: GivenClient;
let stop: () => Promise<void>;
let log: AuditLog;
beforeAll(async () => {
  ({ one, two, stop } = await givenTwoApps({ UNPAID_ORDER_TTL_HOURS: '0' }));
  client = await givenClient(one);
  log = await AuditLog.of(one, two);
});
afterAll(() => one.expectInvariants());
afterAll(() => stop());
const place = async (item: { sku: string; quantity: number }, rest = {}): Promise<string> => {
  const body = orderBody(item, rest);
  const answer = await one.post('/api/orders', client.headers, body).expect(201);
  return (answer.body as { order_number: string }).order_number;
};
const act = (order: string, action: string, body?: object) =>
  one.admin('post', `orders/${order}/${action}`, body);
/** Returns an order of three units, 310.00 in all, after some actions. */
const givenOrder = async (...actions: string[]): Promise<string> => {
  const order = await place({ sku: (await givenProduct(one)).sku, quantity: 3 });
  for (const action of actions) await act(order, action, BODIES[action]);
  return order;
};
const expireDue = async (order: string): Promise<void> => {
  await one.dataSource.query(
    `UPDATE orders SET created_at = created_at - interval '2 hours' WHERE order_number = $1`,
    [order],
  );
  expect(await one.service(OrderLifecycleService).expireUnpaid(1)).toBe(1);
};

describe("the audit log's entries", () => {
  it('contains the reason of an adjustment of stock', async () => {
    const { sku } = await givenProduct(one);
    const last = await log.lastId();
    const change = { delta: -2, reason: 'eaten by mice' };
    await one.admin('post', `products/${sku}/stock/adjustments`, change).expect(201);
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
    const [paid, unpaid] = [await givenOrder('payments'), await givenOrder()];
    const payment = { method: 'cash', reference: unique('REF') };
    await act(await givenOrder(), 'payments', payment).expect(201);
    const last = await log.lastId();
    const refusals: [Test, number][] = [
      [one.admin('post', 'clients', { name: 'A' }), 422],
      [one.admin('post', 'plans', { code: client.plan, name: 'A' }), 409],
      [one.admin('patch', 'plans/no-such', { name: 'A' }), 404],
      [one.admin('post', 'products', { sku, name: 'A', base_price: 1, delivery_charge: 1 }), 409],
      [one.admin('put', `products/${sku}/stock`, { variation_stocks: { a: 1 } }), 422],
      [one.admin('post', `products/${sku}/stock/adjustments`, { delta: -6, reason: 'r' }), 409],
      [
        one.admin('put', 'clients/999999/subscription', { plan: client.plan, status: 'active' }),
        404,
      ],
      [act(unpaid, 'payments', payment), 409],
      [act(unpaid, 'shipments', SHIPMENT), 409],
      [act(paid, 'shipments', { ...SHIPMENT, items: [{ line: 1, quantity: 4 }] }), 422],
      [act(paid, 'deliver'), 409],
      [one.call('post', '/admin/plans').send({ code: 'a', name: 'A' }), 401],
    ];
    for (const [test, status] of refusals) await test.expect(status);
    expect(await log.entriesAfter(last)).toEqual([]);
  });

  it('never contains a token or customer data', async () => {
    const { sku } = await givenProduct(one);
    const { id, tokenId, token, domain } = await givenClient(one);
    const issued = dataOf(await one.admin('post', `clients/${id}/tokens`, { domain }).expect(201));
    const rotated = dataOf(await one.admin('post', `tokens/${tokenId}/rotate`).expect(201));
    await one.admin('delete', `tokens/${String(issued.id)}`).expect(200);
    const customer = { name: 'Meera Iyer', phone: '+91 90000 12345', email: 'meera@mail.example' };
    const street = { address: '7 Temple Street', city: 'Madurai' };
    const shipping = { ...street, state: 'Tamil Nadu', pincode: '625001' };
    const order = () => place({ sku, quantity: 1 }, { customer, shipping, notes: 'For Lakshmi' });
    for (const end of ['deliver', 'return', 'cancel']) {
      const number = await order();
      await act(number, 'payments', { method: 'cash' }).expect(201);
      if (end !== 'cancel') await act(number, 'shipments', SHIPMENT).expect(201);
      await act(number, end).expect(200);
    }
    await expireDue(await order());
    const text = JSON.stringify(await log.list());
    expect(text).toContain('order.expired');
    expect(text).toContain('token.rotated');
    const hashes = await one.dataSource.query<{ hash: string }[]>(
      `SELECT encode(token_hash, 'hex') AS hash FROM api_tokens`,
    );
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
  const price = async () => `plans/${client.plan}/prices/${(await givenProduct(one)).sku}`;
  const token = async () => `tokens/${(await givenClient(one)).tokenId}`;
  const payment = async () => `orders/${await givenOrder()}/payments`;
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
    const rows = await one.dataSource.query<{ id: number }[]>(
      'SELECT id FROM audit_entries ORDER BY id',
    );
    expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('continues after its cursor, without later entries', async () => {
    const before = await log.list();
    const { body } = await one.admin('get', 'audit?limit=1').expect(200);
    const { next_cursor: cursor } = body as { next_cursor: string };
    await givenPlan(one);
    const { body: rest } = await one.admin('get', `audit?limit=500&cursor=${cursor}`).expect(200);
    const { data } = rest as { data: Entry[] };
    expect(data).toEqual(before.reverse().slice(1, 501));
  });

  it.each(['limit=0', 'limit=501', 'limit=abc', 'cursor=garbage', 'cursor=%00', 'from=noon'])(
    'takes no %s',
    async (query) => {
      const { body } = await one.admin('get', `audit?${query}`).expect(422);
      const [field] = query.split('=');
      expect(body).toMatchObject({ code: 'validation_failed', errors: [{ field }] });
    },
  );
});
