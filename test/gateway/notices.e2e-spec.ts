import request from 'supertest';
import { DayChecksService } from '../../src/payments/gateway/day-checks/day-checks.service.js';
import { noticeHeaders } from '../../src/payments/gateway/adapters/sandbox/sandbox-messages.js';
import { GatewayRefundsService } from '../../src/payments/gateway/refunds/gateway-refunds.service.js';
import {
  PAYMENT_GATEWAY,
  type PaymentGateway,
} from '../../src/payments/gateway/payment-gateway.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { handleNotices, Payer, sendNotices, stopGatewayJobs } from '../support/shop/checkouts.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';

let app: TestApp;
let admin: Admin;
let shop: Shop;
let payer: Payer;
beforeAll(async () => {
  app = await TestApp.start();
  admin = new Admin(app);
  stopGatewayJobs(app);
});
beforeEach(async () => {
  shop = await givenShop(app);
  payer = await Payer.of(app, shop.client);
});
afterEach(() => app.expectInvariants());
afterAll(() => app.stop());

const place = async (): Promise<string> =>
  shop.orders.place({ sku: (await givenProduct(app)).sku, quantity: 1 });
const send = (body: string, headers: Record<string, string> = {}) =>
  request(app.server).post('/gateway/notices').set(noticeHeaders(body)).set(headers).send(body);
const captured = (orderId: string) =>
  JSON.stringify({ event: 'payment.captured', order_id: orderId, payment_id: 'pay_x' });
const listed = async (query = '') =>
  ((await app.admin('get', `gateway/notices${query}`).expect(200)).body as { data: object[] }).data;
const balance = () => admin.walletBalance(shop.client);

describe('a notice of the gateway', () => {
  it('is stored once if it is sent repeatedly', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    const body = ` ${captured(checkout.gateway.order_id)}\n`;
    const event = { 'X-Sandbox-Event-Id': unique('event') };
    const before = (await listed()).length;
    for (let time = 1; time <= 3; time += 1) expect((await send(body, event)).status).toBe(200);
    expect(await listed()).toHaveLength(before + 1);
    await handleNotices(app);
    expect(await listed('?outcome=checked')).toMatchObject([{ body, event: 'payment.captured' }]);
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
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([
        ...[401, 'signature_invalid'],
      ]);
    }
    expect(await listed()).toEqual(before);
  });

  it('of an unknown order is kept and shown, and anything else is ignored', async () => {
    await send(captured('order_unknown'));
    await send('not JSON \u0000');
    await handleNotices(app);
    expect(await listed('?limit=2')).toMatchObject([
      { outcome: 'ignored', event: 'unknown' },
      { outcome: 'unknown_order', gateway_order_id: 'order_unknown' },
    ]);
  });

  it('pays nothing if it is forged, and once if it is sent three times', async () => {
    const [forged, order] = [await place(), await place()];
    await payer.payAt(await payer.open([forged]), 'tampered');
    await payer.payAt(await payer.open([order]), 'thrice');
    await sendNotices(app);
    await handleNotices(app);
    expect((await admin.orders.get(forged)).status).toBe('awaiting_payment');
    expect((await admin.orders.get(order)).status).toBe('pending');
    expect(await balance()).toBe(0);
  });

  it('can be lost: all payments of the day are compared at night, also for paid intents', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    await sendNotices(app);
    await handleNotices(app);
    await payer.payAt(checkout, 'lost');
    await app.dataSource.query(
      "UPDATE payment_intents SET created_at = created_at - interval '1 day'",
    );
    // The service has compared yesterday when it started.
    await app.dataSource.query('DELETE FROM gateway_day_checks');
    await app.service(DayChecksService).checkYesterday();
    await app.service(DayChecksService).checkYesterday();
    expect(await balance()).toBe(110);
    const { body } = await app.admin('get', 'gateway/days').expect(200);
    expect((body as { data: object[] }).data).toMatchObject([
      { failed: 0, found: 1, found_amount: 110, finished_at: expect.any(String) as string },
    ]);
  });
});

describe('a refund to the source of a payment', () => {
  const paidReceipt = async (): Promise<number> => {
    await payer.payAt(await payer.open(500), 'success');
    await sendNotices(app);
    await handleNotices(app);
    const { data } = await admin.receipts.list({ client_id: shop.client.id, source: 'gateway' });
    return data[0]!.id;
  };
  const refund = (receiptId: number, amount: number, reference = unique('RF')) =>
    app.admin('post', `receipts/${receiptId}/refunds`, { amount, reference, reason: 'Mistake' });
  const sendRefunds = () => app.service(GatewayRefundsService).sendDue();
  const refunds = async (id: number) =>
    ((await app.admin('get', `receipts/${id}/refunds`).expect(200)).body as { data: object[] })
      .data;

  it('leaves the wallet at once, and is sent once', async () => {
    const receipt = await paidReceipt();
    await refund(receipt, 200, 'RF-1').expect(201);
    await refund(receipt, 200, 'RF-1').expect(200);
    await refund(receipt, 100, 'RF-1').expect(409);
    expect(await balance()).toBe(300);
    await sendRefunds();
    // The answer was lost, and the gateway has forgotten the key: the refund is found, not made again.
    const gateway = app.nest.get<PaymentGateway>(PAYMENT_GATEWAY);
    const refundAgain = gateway.refund.bind(gateway);
    gateway.refund = (wanted) => refundAgain({ ...wanted, key: `${wanted.key}-again` });
    await app.dataSource.query(
      "UPDATE gateway_refunds SET status = 'pending', due_at = now() WHERE receipt_id = $1",
      [receipt],
    );
    await sendRefunds();
    gateway.refund = refundAgain;
    expect(await refunds(receipt)).toMatchObject([{ status: 'done', amount: 200, problem: null }]);
    const [sent] = await app.dataSource.query<{ sum: number }[]>(
      'SELECT sum(p.refunded_minor)::integer AS sum FROM sandbox_payments p JOIN gateway_payments g ON g.payment_id = p.id WHERE g.receipt_id = $1',
      [receipt],
    );
    expect(sent!.sum).toBe(20_000);
    await refund(receipt, 300.01).expect(409);
    await refund(receipt, 300).expect(201);
    expect(await balance()).toBe(0);
  });

  it('returns to the wallet if the gateway refuses it', async () => {
    const receipt = await paidReceipt();
    await app.dataSource.query('UPDATE sandbox_payments SET refunded_minor = amount_minor');
    await refund(receipt, 200).expect(201);
    await sendRefunds();
    expect(await refunds(receipt)).toMatchObject([
      { status: 'failed', problem: expect.stringContaining('greater') as string },
    ]);
    expect(await balance()).toBe(500);
  });

  it("is limited to the wallet's balance and to payments of the gateway", async () => {
    const receipt = await paidReceipt();
    await admin.orders.pay(await place(), { method: 'wallet' });
    const { body } = await refund(receipt, 500).expect(409);
    expect((body as { code: string }).code).toBe('insufficient_balance');
    const { id } = await admin.receipts.record(shop.client.id, 100);
    const other = await refund(id, 100).expect(409);
    expect((other.body as { code: string }).code).toBe('not_refundable');
    await refund(999_999, 100).expect(404);
  });

  it('does not allow a reversed receipt to be credited again', async () => {
    const receipt = await paidReceipt();
    await admin.receipts.reverse(receipt);
    await app.dataSource.query('UPDATE payment_intents SET check_at = now()');
    await app.dataSource.query(
      "UPDATE gateway_notices SET outcome = 'waiting', due_at = now() WHERE outcome = 'checked'",
    );
    await handleNotices(app);
    expect(await balance()).toBe(0);
    await refund(receipt, 1).expect(409);
  });
});
