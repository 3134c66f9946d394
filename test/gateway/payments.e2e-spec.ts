import request from 'supertest';
import { DayChecksService } from '../../src/money/gateway/day-checks/day-checks.service.js';
import { noticeHeaders } from '../../src/money/gateway/sandbox/sandbox-messages.js';
import { GatewayJobs, jobs, payer, Payer, startGatewaySuite } from '../support/shop/checkouts.js';
import { admin, app, balance, place, shop } from '../support/money/suite.js';
import { TestApp } from '../support/app.js';
import { unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { GatewayNoticesService } from '../../src/money/gateway/notices/gateway-notices.service.js';
import { orderLock, whileQueued } from '../support/database/locks.js';

startGatewaySuite();

const send = (body: string, headers: Record<string, string> = {}) =>
  request(app.server).post('/gateway/notices').set(noticeHeaders(body)).set(headers).send(body);
const captured = (orderId: string) =>
  JSON.stringify({ event: 'payment.captured', order_id: orderId, payment_id: 'pay_x' });
const listed = async (query = {}) => (await admin.call('listGatewayNotices', query)).data;

describe('a notice of the gateway', () => {
  it('is stored once if it is sent repeatedly', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    const body = ` ${captured(checkout.gateway.order_id)}\n`;
    const before = (await listed()).length;
    for (const id of ['event_1', 'event_2', 'event_2']) {
      // An id in a header is not signed: it makes no other notice of the same body.
      expect((await send(body, { 'X-Sandbox-Event-Id': id })).status).toBe(200);
    }
    expect(await listed()).toHaveLength(before + 1);
    await jobs.handleNotices();
    const checked = [{ body, event: 'payment.captured' }];
    expect(await listed({ outcome: 'checked' })).toMatchObject(checked);
    expect((await send(body)).status).toBe(200);
    expect(await listed({ outcome: 'checked' })).toMatchObject(checked);
    // It is a hint only: the gateway has no such payment.
    expect((await admin.orders.get(order)).status).toBe('awaiting_payment');
  });

  it('is refused and not stored if its signature is missing or wrong', async () => {
    const before = await listed();
    const body = captured('order_1');
    for (const answer of [
      await send(body, noticeHeaders(`${body} `)),
      await send(body, { 'X-Sandbox-Signature': '' }),
      await request(app.server).post('/gateway/notices').send(body),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'signature_invalid' } });
    }
    expect(await listed()).toEqual(before);
  });

  it('is shown as unknown if its order is, or its refund for a day, and as ignored if it cannot be read', async () => {
    await send('{ "refund": "rfnd_unknown" }');
    await send(captured('order_unknown'));
    await send('not JSON \u0000');
    await expect(jobs.handleNotices()).rejects.toThrow('does not exist');
    expect(await listed({ outcome: 'waiting' })).toMatchObject([{ about_id: 'rfnd_unknown' }]);
    await app.sql`UPDATE gateway_notices SET received_at = now() - interval '1 day', due_at = now() WHERE about_id = 'rfnd_unknown'`;
    await jobs.handleNotices();
    expect(await listed({ limit: 3 })).toMatchObject([
      { outcome: 'ignored', event: 'unknown' },
      { outcome: 'unknown_order', gateway_order_id: 'order_unknown' },
      { outcome: 'unknown_order', about_id: 'rfnd_unknown' },
    ]);
  });

  it('pays nothing if it is forged, and once if it is sent three times', async () => {
    const [forged, order] = [await place(), await place()];
    await payer.payAt(await payer.open([forged]), 'tampered');
    await payer.payAt(await payer.open([order]), 'thrice');
    await jobs.deliverNotices();
    expect((await admin.orders.get(forged)).status).toBe('awaiting_payment');
    expect((await admin.orders.get(order)).status).toBe('pending');
    expect(await balance()).toBe(0);
  });

  it('may be lost: the nightly comparison finds the payment, also of a paid intent', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    await jobs.deliverNotices();
    await payer.payAt(checkout, 'lost');
    await app.sql`UPDATE payment_intents SET created_at = created_at - interval '1 day'`;
    // The service has compared yesterday when it started.
    await app.sql`DELETE FROM gateway_day_checks`;
    await app.service(DayChecksService).checkYesterday();
    await app.service(DayChecksService).checkYesterday();
    expect(await balance()).toBe(110);
    expect((await admin.call('listGatewayDays')).data).toMatchObject([
      { failed: 0, found: 1, found_amount: 110, finished_at: expect.any(String) },
    ]);
  });
});

describe('a call about a checkout', () => {
  it('is refused for orders that are not payable, and for invalid amounts', async () => {
    const paid = await place();
    await admin.orders.pay(paid);
    const foreign = await (await givenShop(app)).placeNew();
    const refused = async (sent: object) => {
      const { body } = await payer.browser.call('post', 'checkouts', sent);
      return body.errors!.map(({ field, code }) => `${field} ${code}`);
    };
    expect(await refused({ order_numbers: [paid, foreign] })).toEqual([
      ...['order_numbers.0 not_payable', 'order_numbers.1 unknown_order'],
    ]);
    expect(await refused({})).toEqual(['order_numbers required']);
    expect(await refused({ amount: 5, order_numbers: [paid] })).toEqual(['amount ambiguous']);
  });

  it('is refused by a service without a gateway, which sends and asks nothing', async () => {
    const { id } = await payer.open(100);
    const other = await TestApp.startOn(app.connection, { GATEWAY: 'none' });
    const { browser } = await Payer.of(other, shop.client);
    const answers = [
      await browser.call('post', 'checkouts', { amount: 100 }),
      await browser.call('get', `checkouts/${id}`),
      await browser.call('post', `checkouts/${id}/return`, {}),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('gateway_off'));
    await new GatewayJobs(other).checkIntents({ isAll: true });
    await new GatewayJobs(other).checkDisputes();
    await new GatewayJobs(other).handleNotices();
    await other.stop();
  });

  it('accepts a return only with the signature of its own payment, and no other field', async () => {
    const [one, two] = [await payer.open([await place()]), await payer.open([await place()])];
    const { given } = await payer.payAt(one);
    const send = async (id: string, sent: object) => {
      const { status, body } = await payer.browser.call('post', `checkouts/${id}/return`, sent);
      return `${status} ${body.errors?.[0]!.code ?? body.code}`;
    };
    expect(await send(two.id, given!)).toBe('422 signature_invalid');
    expect(await send(one.id, { ...given, payment_id: 'pay_other' })).toBe('422 signature_invalid');
    expect(await send(one.id, { ...given, bank: 'HDFC' })).toBe('422 unknown_field');
    expect(await send('pi_unknown', given!)).toBe('404 checkout_not_found');
    const stranger = await Payer.of(app, (await givenShop(app)).client);
    expect((await stranger.browser.call('get', `checkouts/${one.id}`)).status).toBe(404);
    expect(await payer.state(one)).toBe('open');
    await jobs.checkIntents();
    expect(await payer.state(one)).toBe('open');
  });
});

describe('simultaneous payments of one order', () => {
  /** Makes an unpaid order of a client with 1,000 in its wallet. Two payments at the gateway are open for it. */
  const givenOrderToPay = async () => {
    const { client } = shop;
    const order = await place();
    await admin.receipts.record(client.id, 1_000);
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    await payer.payAt(checkout);
    await jobs.sendNotices();
    return {
      order,
      client,
      fromWallet: () => payer.browser.call('post', 'orders/pay', { order_numbers: [order] }),
      byNotices: () => app.service(GatewayNoticesService).handleDue(),
      byOperator: async () => admin.orders.pay(order, { reference: unique('UTR') }),
      byReconciler: () => jobs.checkIntents({ isAll: true }),
      byReceipt: async () => admin.receipts.record(client.id, 110, { orders: [order] }),
    };
  };

  // The first one gets the order; each of them is first once.
  it.each([0, 1, 2, 3, 4])('settle it once, starting with payer %d', async (first) => {
    const { order, client, ...ways } = await givenOrderToPay();
    const payers = Object.values(ways);
    const queue = [...payers.slice(first), ...payers.slice(0, first)];
    await whileQueued(app, orderLock(order), queue);
    const settles = await app.sql`SELECT FROM ledger_journals j JOIN orders o ON o.id = j.order_id
        WHERE o.order_number = ${order} AND j.kind = 'settle'`;
    expect(settles).toHaveLength(1);
    expect((await admin.orders.get(order)).status).toBe('pending');
    // Two payments of the gateway, one of an operator and one receipt came; one order was paid.
    expect(await admin.walletBalance(client)).toBe(1_000 + 4 * 110 - 110);
  });
});
