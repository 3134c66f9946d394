import request from 'supertest';
import { eventually } from '../support/eventually.js';
import { givenProduct } from '../support/shop/given.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuite, type Shop } from '../support/shop/shop.js';
let shop: Shop;
let member: TestBrowser;
let stranger: TestBrowser;
const { app, admin } = await givenSuite();
const { sku } = await givenProduct(app);
beforeEach(async () => {
  shop = await givenShop(app);
  member = await TestBrowser.ofMember(app, shop.client, 'member');
  stranger ??= await TestBrowser.ofMember(app, (await givenShop(app)).client);
});

/** Places an order of 110.00: one unit with its delivery. */
const place = (rest: object = {}) => shop.orders.place({ sku, quantity: 1 }, { ...rest });
const numbers = async (query: string): Promise<string[]> => {
  const { body } = await member.call('get', `orders?${query}`);
  return (body.data as { order_number: string }[]).map(({ order_number }) => order_number);
};
const pay = async (browser: TestBrowser, ...orders: string[]) => {
  const { body } = await browser.call('post', 'orders/pay', { order_numbers: orders });
  return (body.data as { outcome: string }[]).map(({ outcome }) => outcome);
};
const OWES_NOTHING = {
  debt: 0,
  credit_used: 0,
  credit_limit: 0,
  credit_available: 0,
  payment_days: 0,
  currency: 'INR',
};
const balance = async () => {
  const { body } = await member.call('get', 'wallet');
  return body.data;
};

describe("a client's orders in the dashboard", () => {
  it('are listed newest first, filtered by status and search text', async () => {
    const first = await place({ store_order_id: 'AH-1001' });
    const second = await place({ customer: { name: 'Meera Nair', phone: '+91 99887 76655' } });
    await admin.orders.pay(second);
    expect(await numbers('')).toEqual([second, first]);
    expect(await numbers('status=awaiting_payment')).toEqual([first]);
    expect(await numbers('status=pending,shipped')).toEqual([second]);
    expect(await numbers('q=AH-1001')).toEqual([first]);
    expect(await numbers('q=meera')).toEqual([second]);
    expect(await numbers('q=99887')).toEqual([second]);
    expect(await numbers(`q=${second}`)).toEqual([second]);
    expect(await numbers(`q=${sku}`)).toEqual([second, first]);
    expect(await numbers('q=unknown')).toEqual([]);
  });

  it('come in pages', async () => {
    const placed = [await place(), await place(), await place()].reverse();
    const { body } = await member.call('get', 'orders?limit=2');
    const next = await member.call('get', `orders?limit=2&cursor=${body.next_cursor}`);
    const found = [body.data, next.body.data].flat() as { order_number: string }[];
    expect(found.map(({ order_number }) => order_number)).toEqual(placed);
    expect(next.body.next_cursor).toBeNull();
  });

  it('show when they expire while they are unpaid', async () => {
    const order = await place();
    const { body } = await member.call('get', `orders/${order}`);
    const { created_at, expires_at } = body.data as { created_at: string; expires_at: string };
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(24 * 3_600_000);
    await admin.orders.pay(order);
    const paid = await member.call('get', `orders/${order}`);
    expect(paid.body.data).toMatchObject({ expires_at: null, payment_status: 'paid' });
  });

  it('are paid from the wallet until it is used up, and paying again changes nothing', async () => {
    const orders = [await place(), await place(), await place()];
    await admin.receipts.record(shop.client.id, 250);
    expect(await pay(member, ...orders)).toEqual(['paid', 'paid', 'insufficient_balance']);
    expect(await balance()).toEqual({ balance: 30, ...OWES_NOTHING });
    expect(await pay(member, ...orders)).toEqual(['paid', 'paid', 'insufficient_balance']);
    expect(await balance()).toEqual({ balance: 30, ...OWES_NOTHING });
    expect(await shop.orders.status(orders[0]!)).toMatchObject({ status: 'pending' });
  });

  it('are paid by their expiry: the one that expires first is paid first, however they were selected', async () => {
    const [first, second, third] = [await place(), await place(), await place()];
    await admin.receipts.record(shop.client.id, 250);
    const selected = [third, 'WO-0000000000', second, first];
    expect(await pay(member, ...selected)).toEqual([
      ...['insufficient_balance', 'not_payable', 'paid', 'paid'],
    ]);
    expect(await numbers('status=awaiting_payment')).toEqual([third]);
    expect(await numbers('sort=created_at')).toEqual([first, second, third]);
  });

  it('are not paid if they are canceled, unknown, or of another client', async () => {
    const [canceled, foreign] = [await place(), await place()];
    await admin.receipts.record(shop.client.id, 1_000);
    await member.call('post', `orders/${canceled}/cancel`, {});
    expect(await pay(member, canceled, 'WO-0000000000', 'nonsense')).toEqual(
      Array(3).fill('not_payable'),
    );
    expect(await pay(stranger, foreign)).toEqual(['not_payable']);
    expect(await balance()).toEqual({ balance: 1_000, ...OWES_NOTHING });
  });

  it('can be canceled by their client, which returns the money', async () => {
    const order = await place();
    await admin.receipts.record(shop.client.id, 110);
    await pay(member, order);
    const canceled = await member.call('post', `orders/${order}/cancel`, { reason: 'Wrong size' });
    expect(canceled.body.data).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
    expect(await balance()).toEqual({ balance: 110, ...OWES_NOTHING });
    const { actor } = await app.row<{ actor: string }>`
      SELECT actor FROM audit_entries WHERE subject = ${`order ${order}`} AND action = 'order.cancelled'`;
    expect(actor).toMatch(/^user \d+ <person-\d+@people.example>$/);
    const again = await member.call('post', `orders/${order}/cancel`, {});
    expect([again.status, again.body.code]).toEqual([409, 'transition_refused']);
  });

  it('can get another address until something is shipped', async () => {
    const order = await place();
    const corrected = await member.call('patch', `orders/${order}/shipping`, { city: 'Mysuru' });
    expect(corrected.body.data).toMatchObject({
      shipping: { city: 'Mysuru', state: 'Karnataka', pincode: '560001' },
    });
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    const late = await member.call('patch', `orders/${order}/shipping`, { city: 'Mysuru' });
    expect([late.status, late.body.code]).toEqual([409, 'not_correctable']);
  });

  it('can be returned by their client, who may withdraw it', async () => {
    const order = await place();
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    const body = { items: [{ line: 1, quantity: 1 }], reason: 'Chipped' };
    const request = () => member.call('post', `orders/${order}/returns`, body);
    const requested = async (): Promise<{ id: number }[]> =>
      ((await request()).body.data as { returns: { id: number }[] }).returns;
    const [first] = await requested();
    expect(first).toMatchObject({ status: 'requested', reason: 'Chipped' });
    const withdraw = (id: number): ReturnType<TestBrowser['call']> =>
      member.call('post', `orders/${order}/returns/${id}/withdraw`, {});
    expect((await withdraw(first!.id)).body.data).toMatchObject({
      returns: [{ status: 'withdrawn' }],
    });
    const entries = await app.sql<{ actor: string }>`
      SELECT actor FROM audit_entries WHERE subject = ${`order ${order}`} AND action LIKE 'order.return_%'`;
    expect(entries.filter(({ actor }) => actor.startsWith('user '))).toHaveLength(2);
  });

  it('are not found by another client', async () => {
    const order = await place();
    const back = { items: [{ line: 1, quantity: 1 }], reason: 'Chipped' };
    const answers = [
      await stranger.call('get', `orders/${order}`),
      await stranger.call('post', `orders/${order}/cancel`, {}),
      await stranger.call('patch', `orders/${order}/shipping`, { city: 'Mysuru' }),
      await stranger.call('post', `orders/${order}/returns`, back),
      await stranger.call('post', `orders/${order}/returns/1/withdraw`, {}),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(5).fill([404, 'order_not_found']),
    );
    expect((await stranger.call('get', `orders?q=${order}`)).body.data).toEqual([]);
    expect(await shop.orders.status(order)).toMatchObject({ status: 'awaiting_payment' });
  });
});

describe('the overview of a client', () => {
  it('sums up its orders', async () => {
    await place();
    const paid = await place();
    await admin.orders.pay(paid);
    await admin.receipts.record(shop.client.id, 40.5);
    const { body } = await member.call('get', 'overview');
    const { days, ...rest } = body.data as { days: object[] };
    expect(rest).toMatchObject({
      to_pay: { count: 1, total: 110, next_expires_at: expect.stringMatching(/Z$/) },
      wallet: { balance: 40.5 },
      subscription: { plan: shop.client.plan, live: true },
    });
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ orders: 2, spend: 110 });
    expect(days.at(-2)).toMatchObject({ orders: 0, spend: 0 });
  });

  it('counts refused orders, which can be looked up within two seconds and by their own client only', async () => {
    const refused = await app.post('/api/orders', shop.client.headers, {
      store_order_id: 'AH-2002',
      items: [],
    });
    const failures = async (browser: TestBrowser) =>
      (await browser.call('get', 'failures')).body.data as { request_id: string }[];
    await eventually(async () => (await failures(member)).length > 0);
    expect(await failures(member)).toMatchObject([
      {
        request_id: refused.headers['x-request-id']!,
        method: 'POST',
        route: '/api/orders',
        status: 422,
        store_order_id: 'AH-2002',
        fields: expect.arrayContaining([{ field: 'customer.name', code: 'required' }]),
      },
    ]);
    expect(await failures(stranger)).toEqual([]);
    expect((await member.call('get', 'overview')).body.data).toMatchObject({ failures_today: 1 });
  });
});

describe("a client's wallet in the dashboard", () => {
  const month = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);

  it('has a statement whose lines sum to the change of its balance', async () => {
    const order = await place();
    await admin.receipts.record(shop.client.id, 500, { reference: '=1+1' });
    await pay(member, order);
    const { body } = await member.call('get', `wallet/statement?month=${month()}`);
    expect(body.data).toEqual({
      month: month(),
      opening: 0,
      received: 500,
      spent: 110,
      closing: 390,
      entries_count: 2,
    });
    const entries = await member.call('get', `wallet/entries?month=${month()}&limit=1`);
    expect(entries.body.data).toMatchObject([
      { kind: 'settle', amount: -110, balance_after: 390, order_number: order },
    ]);
    expect(entries.body.next_cursor).not.toBeNull();
    const earlier = await member.call('get', 'wallet/statement?month=2020-02');
    expect(earlier.body.data).toMatchObject({ opening: 0, closing: 0, entries_count: 0 });
    const { text } = await request(app.server)
      .get(`/dashboard/api/wallet/statement/export?month=${month()}`)
      .set('Cookie', member.cookie!)
      .expect(200);
    const lines = text.split('\r\n').map((line) => line.split(',').slice(1).join(','));
    expect(lines).toEqual([
      'entry,order_number,reference,note,amount,balance',
      'opening balance,,,,,0.00',
      "Money received,,'=1+1,,500.00,500.00",
      `Order paid,${order},,,-110.00,390.00`,
      'closing balance,,,,,390.00',
      '',
    ]);
  });

  it('pays automatically if an owner turns it on, which a member cannot', async () => {
    const settings = { enabled: true, max_order_total: 5000, keep_balance: 100 };
    expect((await member.call('put', 'auto-pay', settings)).body.code).toBe('permission_denied');
    const owner = await TestBrowser.ofMember(app, shop.client);
    expect((await owner.call('put', 'auto-pay', settings)).status).toBe(200);
    expect((await member.call('get', 'auto-pay')).body.data).toEqual(settings);
  });
});
