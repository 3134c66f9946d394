import type { Call } from '../../support/call.js';
import { AuditLog, spelled, type Facts } from '../../support/shop/audit-log.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  givenShirt,
  SHIPMENT,
  unique,
} from '../../support/shop/given.js';
import { expireDue, givenOrderAfter } from '../../support/shop/order-actions.js';
import { givenSuiteOfTwo } from '../../support/shop/shop.js';

/** Expected audit entry: the action, its subject, and the facts before and after. */
type Expected = [action: string, subject: string, before: Facts | null, after: Facts | null];

/** A possible change, and the entries that it must leave, computed from the data in its answer. */
type Change = [ask: () => Call<unknown>, ...leaves: (Expected | ((data: Facts) => Expected))[]];

const UNPAID = { status: 'awaiting_payment', payment_status: 'unpaid' };

const PAID = { status: 'pending', payment_status: 'paid' };
const { one, two, admin, shop } = await givenSuiteOfTwo({ UNPAID_ORDER_TTL_HOURS: '0' });
await Promise.all([one.stopJobs(), two.stopJobs()]);
const log = await AuditLog.of(one, two);
/** Reads the matching rows of all tables as one text, without the audit log and the tables of the feeds. */
const everything = async (where = 'true'): Promise<string> => {
  const tables = await one.sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public'
        AND tablename NOT IN ('audit_entries', 'feed_state', 'feed_ticks', 'change_queue', 'numbered_changes', 'latest_positions',
          'order_positions', 'change_log', 'change_log_state')`;
  const rows = tables.map(({ name }) => `SELECT t::text AS row FROM ${name} t WHERE ${where}`);
  return JSON.stringify(await one.dataSource.query(`${rows.join(' UNION ALL ')} ORDER BY 1`));
};
const givenOrder = (...actions: ('pay' | 'ship')[]) => givenOrderAfter(shop, ...actions);
const balance = async (): Promise<number> => {
  return Math.round((await admin.walletBalance(shop.client)) * 100);
};
/** Makes a plan's own price of 50.00. */
const givenPrice = async () => {
  const { plan } = shop.client;
  const { sku } = await givenProduct(one);
  await admin.plans.setPrice(plan, sku, 50);
  return { plan, sku, facts: (minor: number | null): Facts => ({ plan, price_minor: minor }) };
};
const givenEnd = async (action: 'deliver' | 'return', status: string): Promise<Change> => {
  const order = await givenOrder('pay', 'ship');
  const reason = 'as it was';
  const before = { ...PAID, status: 'shipped' };
  return [
    () => admin.orders[action](order, { reason }),
    [`order.${status}`, `order ${order}`, before, { ...PAID, status, reason }],
  ];
};
const KINDS: Record<string, () => Change | Promise<Change>> = {
  'a new client': () => {
    const company = { name: unique('Company'), email: `${unique('a')}@company.example` };
    return [
      () => admin.clients.create(company),
      ({ id }) => ['client.created', `client ${String(id)}`, null, company],
    ];
  },
  'a changed client': async () => {
    const { id } = await givenClient(one);
    const { name, email } = await admin.clients.get(id);
    const before = { name, email, max_reserved_units: null, max_open_value_minor: null };
    const change = { name: 'Other', max_reserved_units: 500 };
    const after = { ...before, ...change };
    return [
      () => admin.clients.change(id, change),
      ['client.updated', `client ${id}`, before, after],
    ];
  },
  'a new token': async () => {
    const { id: owner } = await givenClient(one);
    const place = { domain: 'audit.example', expires_at: '2126-01-01T00:00:00.000Z' };
    const after = { client_id: owner, ...place };
    return [
      () => admin.tokens.create(owner, place),
      ({ id, last4 }) => ['token.created', `token ${String(id)}`, null, { ...after, last4 }],
    ];
  },
  'a rotated token': async () => {
    const { id: owner, tokenId, token, domain } = await givenClient(one);
    const place = { client_id: owner, domain };
    const before = { ...place, last4: token.slice(-4) };
    const after = { overlap_seconds: 60 };
    return [
      () => admin.tokens.rotate(tokenId, after),
      ['token.rotated', `token ${tokenId}`, before, after],
      ({ id, last4 }) => ['token.created', `token ${String(id)}`, null, { ...place, last4 }],
    ];
  },
  'a token that is rotated to another domain': async () => {
    const { id: owner, tokenId, domain } = await givenClient(one);
    const moved = { client_id: owner, domain: 'moved.example' };
    return [
      () => admin.tokens.rotate(tokenId, { domain: 'www.Moved.example' }),
      ['token.rotated', `token ${tokenId}`, { client_id: owner, domain }, {}],
      ({ id }) => ['token.created', `token ${String(id)}`, null, moved],
    ];
  },
  'a revoked token': async () => {
    const { id, tokenId, token, domain } = await givenClient(one);
    const before = { client_id: id, domain, last4: token.slice(-4) };
    return [
      () => admin.tokens.revoke(tokenId),
      ['token.revoked', `token ${tokenId}`, before, null],
    ];
  },
  'a new plan': () => {
    const plan = { code: unique('audit'), name: 'Audited' };
    const after = { ...plan, discount_bp: 1_250 };
    return [
      () => admin.plans.create({ ...plan, discount_percent: 12.5 }),
      ['plan.created', `plan ${plan.code}`, null, after],
    ];
  },
  'a changed plan': async () => {
    const { code } = await givenPlan(one, { discountBp: 500 });
    const facts = (bp: number): Facts => ({ name: code, discount_bp: bp });
    return [
      () => admin.plans.change(code, { discount_percent: 0 }),
      ['plan.updated', `plan ${code}`, facts(500), facts(0)],
    ];
  },
  "a plan's own price in the place of another": async () => {
    const { plan, sku, facts } = await givenPrice();
    return [
      () => admin.plans.setPrice(plan, sku, 60.5),
      ['price.set', `product ${sku}`, facts(5_000), facts(6_050)],
    ];
  },
  'a price that is taken off': async () => {
    const { plan, sku, facts } = await givenPrice();
    return [
      () => admin.plans.removePrice(plan, sku),
      ['price.set', `product ${sku}`, facts(5_000), facts(null)],
    ];
  },
  'another subscription': async () => {
    const { id, plan } = await givenClient(one, { subscription: { status: 'trialing' } });
    const before = { plan, status: 'trialing' };
    const after = { plan: (await givenPlan(one)).code, status: 'active' };
    return [
      () => admin.clients.subscribe(id, after),
      ['subscription.replaced', `client ${id}`, before, after],
    ];
  },
  'a new product with its stock': () => {
    const product = { sku: unique('AUDIT'), name: 'Audited', category: 'C' };
    const sent = { ...product, base_price: 12.34, delivery_charge: 5, stock_qty: 7 };
    const after = { ...product, base_price_minor: 1_234, delivery_charge_minor: 500 };
    return [
      () => admin.products.create(sent),
      ['product.created', `product ${product.sku}`, null, after],
      ['stock.set', `product ${product.sku}`, { '': 0 }, { '': 7 }],
    ];
  },
  'a changed product': async () => {
    const { sku } = await givenProduct(one);
    const renamed = unique('AUDIT');
    const before = { sku, base_price_minor: 10_000, active: true };
    const after = { sku: renamed, base_price_minor: null, active: true };
    return [
      () => admin.products.change(sku, { sku: renamed, base_price: null }),
      ['product.updated', `product ${sku}`, before, after],
    ];
  },
  'counted stock': async () => {
    const { sku } = await givenShirt(one);
    const before = { 'Size:M|Colour:Red': 10, 'Size:M|Colour:Blue': 10 };
    const after = { 'Size:M|Colour:Red': 3, 'Size:M|Colour:Blue': 12 };
    const stocks = { ...after, 'Size:L|Colour:Red': 10 };
    return [
      () => admin.stock.count(sku, { variation_stocks: stocks }),
      ['stock.set', `product ${sku}`, before, after],
    ];
  },
  'adjusted stock': async () => {
    const { sku } = await givenProduct(one, { stock: 9 });
    const change = { delta: -2, reason: 'damaged' };
    return [
      () => admin.stock.adjust(sku, change),
      ['stock.set', `product ${sku}`, { '': 9 }, { '': 7 }],
    ];
  },
  'a payment': async () => {
    const order = await givenOrder();
    const payment = { method: 'cash', reference: unique('REF') };
    const after = { ...payment, amount_minor: 31_000, outcome: 'applied' };
    return [
      () => admin.orders.pay(order, payment),
      ['order.paid', `order ${order}`, UNPAID, PAID],
      ['payment.recorded', `order ${order}`, null, after],
    ];
  },
  'late money that stock was too short for': async () => {
    const { sku } = await givenProduct(one, { stock: 1 });
    const order = await shop.orders.place({ sku, quantity: 1 });
    await expireDue(one, order);
    await shop.orders.place({ sku, quantity: 1 });
    const payment = { method: 'cash', reference: unique('REF') };
    const after = { ...payment, amount_minor: 11_000, outcome: 'credited' };
    const before = { balance_minor: await balance() };
    const credited = { balance_minor: before.balance_minor + 11_000, reason: 'late_payment' };
    return [
      () => admin.orders.pay(order, payment),
      ['payment.recorded', `order ${order}`, null, after],
      ['wallet.credited', `client ${shop.client.id}`, before, credited],
    ];
  },
  'a part that is shipped': async () => {
    const order = await givenOrder('pay');
    const shipment = { ...SHIPMENT, items: [{ line: 1, quantity: 2 }] };
    const { items, tracking_number } = shipment;
    const after = { ...PAID, status: 'partially_shipped', tracking_number, items };
    return [
      () => admin.orders.ship(order, shipment),
      ['order.part_shipped', `order ${order}`, PAID, after],
    ];
  },
  'an order that is shipped': async () => {
    const order = await givenOrder('pay');
    const { tracking_number } = SHIPMENT;
    const items = [{ line: 1, quantity: 3 }];
    const after = { ...PAID, status: 'shipped', tracking_number, items };
    return [() => admin.orders.ship(order), ['order.shipped', `order ${order}`, PAID, after]];
  },
  'an order that is delivered': () => givenEnd('deliver', 'delivered'),
  'an order that is returned': () => givenEnd('return', 'returned'),
  'an unpaid order that is cancelled': async () => {
    const order = await givenOrder();
    const after = { ...UNPAID, status: 'cancelled', reason: null };
    return [() => admin.orders.cancel(order), ['order.cancelled', `order ${order}`, UNPAID, after]];
  },
  'a paid order that is cancelled': async () => {
    const order = await givenOrder('pay');
    const after = { status: 'cancelled', payment_status: 'refunded', reason: 'asked to' };
    const before = { balance_minor: await balance() };
    const credited = { balance_minor: before.balance_minor + 31_000, reason: 'refund' };
    return [
      () => admin.orders.cancel(order, { reason: 'asked to' }),
      ['order.cancelled', `order ${order}`, PAID, after],
      ['wallet.credited', `client ${shop.client.id}`, before, credited],
    ];
  },
};

describe('the audit log has who did what, before and after, of the change and with the change:', () => {
  it.each(Object.entries(KINDS))('%s', async (does, given) => {
    const [ask, ...leaves] = await given();
    const last = await log.lastId();
    const stored = await everything();
    await log.breakDown();
    await ask().expect(500);
    await log.breakDown(false);
    expect([await everything(), await log.entriesAfter(last)]).toEqual([stored, []]);

    const requestId = unique('request');
    const { status, body } = await ask().set('X-Request-Id', requestId).response();
    expect(status).toBeLessThan(300);
    const entries = await log.entriesAfter(last);
    const { data } = body as { data: Facts };
    const expected = leaves.map((entry): unknown => {
      const [action, subject, before, after] = typeof entry === 'function' ? entry(data) : entry;
      return expect.objectContaining({
        actor: 'operator',
        request_id: requestId,
        action,
        subject,
        before: before && expect.objectContaining(before),
        after: after && expect.objectContaining(after),
      });
    });
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
    await expireDue(one, order);
    expect(await log.entriesAfter(last)).toEqual([
      expect.objectContaining({
        actor: 'service',
        request_id: null,
        action: 'order.expired',
        subject: `order ${order}`,
        before: UNPAID,
        after: { ...UNPAID, status: 'expired' },
      }),
    ]);
  });
});
