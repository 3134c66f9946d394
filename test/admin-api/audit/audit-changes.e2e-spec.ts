import type { Response, Test } from 'supertest';
import { OrderLifecycleService } from '../../../src/orders/fulfillment/order-lifecycle.service.js';
import { TestApp } from '../../support/app.js';
import { AuditLog, spelled, type Facts } from '../../support/shop/audit-log.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  givenShirt,
  orderBody,
  unique,
  type GivenClient,
} from '../../support/shop/given.js';
import { givenTwoApps } from '../../support/two-apps.js';

/** Expected audit entry: the action, its subject, and the facts before and after. */
type Expected = [action: string, subject: string, before: Facts | null, after: Facts | null];

/** A change that can be asked for, and the entries it has to leave. */
interface Change {
  ask: () => Test;
  leaves: (data: Facts) => Expected[];
}

const SHIPMENT = { courier: 'C', tracking_number: 'T-1', tracking_url: 'https://t.example/T-1' };

const BODIES: Partial<Record<string, object>> = {
  payments: { method: 'cash' },
  shipments: SHIPMENT,
};

const UNPAID = { status: 'awaiting_payment', payment_status: 'unpaid' };

const PAID = { status: 'pending', payment_status: 'paid' };

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
/**
 * Returns the rows of all tables that match a condition as one text, without the audit log and the tables that jobs
 * write.
 */
const everything = async (where = 'true'): Promise<string> => {
  const tables = await one.dataSource.query<{ name: string }[]>(
    `SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public'
        AND tablename NOT IN ('audit_entries', 'request_failures', 'token_uses', 'feed_state', 'feed_ticks',
          'change_queue', 'numbered_changes', 'latest_positions', 'order_positions', 'change_log', 'change_log_state')`,
  );
  const rows = tables.map(({ name }) => `SELECT t::text AS row FROM ${name} t WHERE ${where}`);
  return JSON.stringify(await one.dataSource.query(`${rows.join(' UNION ALL ')} ORDER BY 1`));
};
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
const balance = async (): Promise<number> => {
  const { wallet_balance: amount } = dataOf(await one.admin('get', `clients/${client.id}`));
  return Math.round(Number(amount) * 100);
};
/** Returns a plan's own price of 50.00. */
const givenPrice = async () => {
  const { plan } = client;
  const { sku } = await givenProduct(one);
  const path = `plans/${plan}/prices/${sku}`;
  await one.admin('put', path, { wholesale_price: 50 }).expect(200);
  return { path, sku, facts: (minor: number | null): Facts => ({ plan, price_minor: minor }) };
};
const givenEnd = async (action: string, status: string): Promise<Change> => {
  const order = await givenOrder('payments', 'shipments');
  const reason = 'as it was';
  const before = { ...PAID, status: 'shipped' };
  return {
    ask: () => act(order, action, { reason }),
    leaves: () => [[`order.${status}`, `order ${order}`, before, { ...PAID, status, reason }]],
  };
};
const KINDS: Record<string, () => Change | Promise<Change>> = {
  'a new client': () => {
    const company = { name: unique('Company'), email: `${unique('a')}@company.example` };
    return {
      ask: () => one.admin('post', 'clients', company),
      leaves: ({ id }) => [['client.created', `client ${String(id)}`, null, company]],
    };
  },
  'a changed client': async () => {
    const { id } = await givenClient(one);
    const { name, email } = dataOf(await one.admin('get', `clients/${id}`));
    const before = { name, email, max_reserved_units: null, max_open_value_minor: null };
    const change = { name: 'Other', max_reserved_units: 500 };
    const after = { ...before, ...change };
    return {
      ask: () => one.admin('patch', `clients/${id}`, change),
      leaves: () => [['client.updated', `client ${id}`, before, after]],
    };
  },
  'a new token': async () => {
    const { id: owner } = await givenClient(one);
    const place = { domain: 'audit.example', expires_at: '2126-01-01T00:00:00.000Z' };
    const after = { client_id: owner, ...place };
    return {
      ask: () => one.admin('post', `clients/${owner}/tokens`, place),
      leaves: ({ id, last4 }) => [
        ['token.created', `token ${String(id)}`, null, { ...after, last4 }],
      ],
    };
  },
  'a rotated token': async () => {
    const { id: owner, tokenId, token, domain } = await givenClient(one);
    const place = { client_id: owner, domain };
    const before = { ...place, last4: token.slice(-4) };
    const after = { overlap_seconds: 60 };
    return {
      ask: () => one.admin('post', `tokens/${tokenId}/rotate`, after),
      leaves: ({ id, last4 }) => [
        ['token.rotated', `token ${tokenId}`, before, after],
        ['token.created', `token ${String(id)}`, null, { ...place, last4 }],
      ],
    };
  },
  'a token that is rotated to another domain': async () => {
    const { id: owner, tokenId, domain } = await givenClient(one);
    const moved = { client_id: owner, domain: 'moved.example' };
    return {
      ask: () => one.admin('post', `tokens/${tokenId}/rotate`, { domain: 'www.Moved.example' }),
      leaves: ({ id }) => [
        ['token.rotated', `token ${tokenId}`, { client_id: owner, domain }, {}],
        ['token.created', `token ${String(id)}`, null, moved],
      ],
    };
  },
  'a revoked token': async () => {
    const { id, tokenId, token, domain } = await givenClient(one);
    const before = { client_id: id, domain, last4: token.slice(-4) };
    return {
      ask: () => one.admin('delete', `tokens/${tokenId}`),
      leaves: () => [['token.revoked', `token ${tokenId}`, before, null]],
    };
  },
  'a new plan': () => {
    const plan = { code: unique('audit'), name: 'Audited' };
    const after = { ...plan, discount_bp: 1_250 };
    return {
      ask: () => one.admin('post', 'plans', { ...plan, discount_percent: 12.5 }),
      leaves: () => [['plan.created', `plan ${plan.code}`, null, after]],
    };
  },
  'a changed plan': async () => {
    const { code } = await givenPlan(one, { discountBp: 500 });
    const facts = (bp: number): Facts => ({ name: code, discount_bp: bp });
    return {
      ask: () => one.admin('patch', `plans/${code}`, { discount_percent: 0 }),
      leaves: () => [['plan.updated', `plan ${code}`, facts(500), facts(0)]],
    };
  },
  "a plan's own price in the place of another": async () => {
    const { path, sku, facts } = await givenPrice();
    return {
      ask: () => one.admin('put', path, { wholesale_price: 60.5 }),
      leaves: () => [['price.set', `product ${sku}`, facts(5_000), facts(6_050)]],
    };
  },
  'a price that is taken off': async () => {
    const { path, sku, facts } = await givenPrice();
    return {
      ask: () => one.admin('delete', path),
      leaves: () => [['price.set', `product ${sku}`, facts(5_000), facts(null)]],
    };
  },
  'another subscription': async () => {
    const { id, plan } = await givenClient(one, { subscription: { status: 'trialing' } });
    const before = { plan, status: 'trialing' };
    const after = { plan: (await givenPlan(one)).code, status: 'active' };
    return {
      ask: () => one.admin('put', `clients/${id}/subscription`, after),
      leaves: () => [['subscription.replaced', `client ${id}`, before, after]],
    };
  },
  'a new product with its stock': () => {
    const product = { sku: unique('AUDIT'), name: 'Audited', category: 'C' };
    const sent = { ...product, base_price: 12.34, delivery_charge: 5, stock_qty: 7 };
    const after = { ...product, base_price_minor: 1_234, delivery_charge_minor: 500 };
    return {
      ask: () => one.admin('post', 'products', sent),
      leaves: () => [
        ['product.created', `product ${product.sku}`, null, after],
        ['stock.set', `product ${product.sku}`, { '': 0 }, { '': 7 }],
      ],
    };
  },
  'a changed product': async () => {
    const { sku } = await givenProduct(one);
    const renamed = unique('AUDIT');
    const before = { sku, base_price_minor: 10_000, active: true };
    const after = { sku: renamed, base_price_minor: null, active: true };
    return {
      ask: () => one.admin('patch', `products/${sku}`, { sku: renamed, base_price: null }),
      leaves: () => [['product.updated', `product ${sku}`, before, after]],
    };
  },
  'counted stock': async () => {
    const { sku } = await givenShirt(one);
    const before = { 'Size:M|Colour:Red': 10, 'Size:M|Colour:Blue': 10 };
    const after = { 'Size:M|Colour:Red': 3, 'Size:M|Colour:Blue': 12 };
    const stocks = { ...after, 'Size:L|Colour:Red': 10 };
    return {
      ask: () => one.admin('put', `products/${sku}/stock`, { variation_stocks: stocks }),
      leaves: () => [['stock.set', `product ${sku}`, before, after]],
    };
  },
  'adjusted stock': async () => {
    const { sku } = await givenProduct(one, { stock: 9 });
    const change = { delta: -2, reason: 'damaged' };
    return {
      ask: () => one.admin('post', `products/${sku}/stock/adjustments`, change),
      leaves: () => [['stock.set', `product ${sku}`, { '': 9 }, { '': 7 }]],
    };
  },
  'a payment': async () => {
    const order = await givenOrder();
    const payment = { method: 'cash', reference: unique('REF') };
    const after = { ...payment, amount_minor: 31_000, outcome: 'applied' };
    return {
      ask: () => act(order, 'payments', payment),
      leaves: () => [
        ['order.paid', `order ${order}`, UNPAID, PAID],
        ['payment.recorded', `order ${order}`, null, after],
      ],
    };
  },
  'late money that stock was too short for': async () => {
    const { sku } = await givenProduct(one, { stock: 1 });
    const order = await place({ sku, quantity: 1 });
    await expireDue(order);
    await place({ sku, quantity: 1 });
    const payment = { method: 'cash', reference: unique('REF') };
    const after = { ...payment, amount_minor: 11_000, outcome: 'credited' };
    const before = { balance_minor: await balance() };
    const credited = { balance_minor: before.balance_minor + 11_000, reason: 'late_payment' };
    return {
      ask: () => act(order, 'payments', payment),
      leaves: () => [
        ['wallet.credited', `client ${client.id}`, before, credited],
        ['payment.recorded', `order ${order}`, null, after],
      ],
    };
  },
  'a part that is shipped': async () => {
    const order = await givenOrder('payments');
    const shipment = { ...SHIPMENT, items: [{ line: 1, quantity: 2 }] };
    const { items, tracking_number } = shipment;
    const after = { ...PAID, status: 'partially_shipped', tracking_number, items };
    return {
      ask: () => act(order, 'shipments', shipment),
      leaves: () => [['order.part_shipped', `order ${order}`, PAID, after]],
    };
  },
  'an order that is shipped': async () => {
    const order = await givenOrder('payments');
    const { tracking_number } = SHIPMENT;
    const items = [{ line: 1, quantity: 3 }];
    const after = { ...PAID, status: 'shipped', tracking_number, items };
    return {
      ask: () => act(order, 'shipments', SHIPMENT),
      leaves: () => [['order.shipped', `order ${order}`, PAID, after]],
    };
  },
  'an order that is delivered': () => givenEnd('deliver', 'delivered'),
  'an order that is returned': () => givenEnd('return', 'returned'),
  'an unpaid order that is cancelled': async () => {
    const order = await givenOrder();
    const after = { ...UNPAID, status: 'cancelled', reason: null };
    return {
      ask: () => act(order, 'cancel'),
      leaves: () => [['order.cancelled', `order ${order}`, UNPAID, after]],
    };
  },
  'a paid order that is cancelled': async () => {
    const order = await givenOrder('payments');
    const after = { status: 'cancelled', payment_status: 'refunded', reason: 'asked to' };
    const before = { balance_minor: await balance() };
    const credited = { balance_minor: before.balance_minor + 31_000, reason: 'refund' };
    return {
      ask: () => act(order, 'cancel', { reason: 'asked to' }),
      leaves: () => [
        ['order.cancelled', `order ${order}`, PAID, after],
        ['wallet.credited', `client ${client.id}`, before, credited],
      ],
    };
  },
};

describe('the audit log has who did what, before and after, of the change and with the change:', () => {
  it.each(Object.entries(KINDS))('%s', async (does, given) => {
    const { ask, leaves } = await given();
    const last = await log.lastId();
    const stored = await everything();
    await log.breakDown();
    await ask().expect(500);
    await log.breakDown(false);
    expect([await everything(), await log.entriesAfter(last)]).toEqual([stored, []]);

    const requestId = unique('request');
    const answer = await ask().set('X-Request-Id', requestId);
    expect(answer.status).toBeLessThan(300);
    const entries = await log.entriesAfter(last);
    const expected = leaves(dataOf(answer)).map(([action, subject, before, after]): unknown =>
      expect.objectContaining({
        ...{ actor: 'operator', request_id: requestId, action, subject },
        before: before && (expect.objectContaining(before) as Facts),
        after: after && (expect.objectContaining(after) as Facts),
      }),
    );
    expect(entries.map(spelled)).toEqual(expected);
    // PostgreSQL knows which transaction wrote a row: the log's is the change's. A price is deleted.
    const same = `xmin IN (SELECT xmin FROM audit_entries WHERE id > ${last})`;
    if (does !== 'a price that is taken off') expect(await everything(same)).not.toBe('[]');
    const ages = entries.map(({ at }) => Math.abs(Date.now() - Date.parse(at)));
    expect(Math.max(...ages)).toBeLessThan(60_000);
  });

  it('an order that expires, by the service itself', async () => {
    const order = await givenOrder();
    const last = await log.lastId();
    await expireDue(order);
    expect(await log.entriesAfter(last)).toEqual([
      expect.objectContaining({
        ...{ actor: 'service', request_id: null, action: 'order.expired' },
        ...{ subject: `order ${order}`, before: UNPAID },
        after: { ...UNPAID, status: 'expired' },
      }),
    ]);
  });
});
