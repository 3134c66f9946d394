import { GatewayRefused } from '../../src/money/gateway/gateway-errors.js';
import { RefundProgressService } from '../../src/money/gateway/refunds/refund-progress.service.js';
import { GatewaySettlementsService } from '../../src/money/gateway/settlements/gateway-settlements.service.js';
import { rowLock, whileQueued } from '../support/database/locks.js';
import {
  answerOtherwise,
  gateway,
  jobs,
  paidReceipt,
  payer,
  paymentOf,
  refund,
  refundsOf,
  sandboxAccount,
  spend,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { admin, app, balance, place, shop } from '../support/money/suite.js';

startGatewaySuite();

const debt = async () => (await admin.clients.get(shop.client.id)).debt;

describe("a refund that was made in the gateway's own pages", () => {
  const outside = async (receipt: number, amount: number) =>
    (await sandboxAccount(app).refundOutside(await paymentOf(app, receipt), amount * 100))!;

  it('is taken from the wallet once, found by its notice, the schedule and the comparison', async () => {
    const figure = async () => (await admin.overview()).gateway!.outside_refunds;
    const receipt = await paidReceipt();
    const before = await figure();
    const id = await outside(receipt, 200);
    await jobs.deliverNotices();
    expect((await figure()) - before).toBe(1);
    const listed = async (isOutside: boolean) => {
      const { data } = await admin.call('listGatewayRefunds', { outside: isOutside });
      return data.map(({ gateway_refund_id: of }) => of);
    };
    expect(await listed(true)).toContain(id);
    expect(await listed(false)).not.toContain(id);
    await jobs.checkIntents({ isAll: true });
    await jobs.checkRefunds({ ids: [id], isAll: true });
    expect(await refundsOf(receipt)).toMatchObject([
      { amount: 200, outside: true, status: 'pending', gateway_refund_id: id },
    ]);
    expect(await balance()).toBe(300);
  });

  it('is found without a notice, because the payment says so', async () => {
    const receipt = await paidReceipt();
    await outside(receipt, 500);
    await app.sql`DELETE FROM sandbox_notices`;
    await jobs.checkIntents({ isAll: true });
    expect(await balance()).toBe(0);
    expect(await refundsOf(receipt)).toMatchObject([{ amount: 500, outside: true }]);
  });

  it('becomes a debt if the wallet is too low, and pays it if it fails', async () => {
    const receipt = await paidReceipt();
    await spend(3);
    const id = await outside(receipt, 500);
    await jobs.deliverNotices();
    expect(await balance()).toBe(0);
    expect(await debt()).toBe(330);
    await sandboxAccount(app).endRefund(id, 'failed');
    await jobs.deliverNotices();
    expect(await debt()).toBe(0);
    expect(await balance()).toBe(170);
  });

  it('reduces the amount of the receipt that can be refunded', async () => {
    const receipt = await paidReceipt();
    await admin.receipts.record(shop.client.id, 1_000);
    await outside(receipt, 400);
    await jobs.deliverNotices();
    await refund(receipt, 100.01).expect(409);
    await refund(receipt, 100).expect(201);
  });

  it('is taken from the wallet if it was made before the credit or after, and comes back if it fails', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    const { id } = await app.row<{ id: string }>`
      SELECT id FROM sandbox_payments WHERE order_id = ${checkout.gateway.order_id}`;
    const before = await sandboxAccount(app).refundOutside(id, 2_000);
    await jobs.deliverNotices();
    await jobs.deliverNotices();
    expect(await balance()).toBe(90);
    expect((await admin.orders.get(order)).status).toBe('awaiting_payment');
    await sandboxAccount(app).refundOutside(id, 1_000);
    await jobs.deliverNotices();
    await jobs.checkIntents({ isAll: true });
    expect(await balance()).toBe(80);
    await sandboxAccount(app).endRefund(before!, 'failed');
    await jobs.deliverNotices();
    expect(await balance()).toBe(100);
  });

  it('is taken once when two checks find it at the same time', async () => {
    const receipt = await paidReceipt();
    const id = await outside(receipt, 200);
    const find = () => jobs.checkRefunds({ ids: [id] });
    await whileQueued(app, rowLock('receipts', receipt), [find, find]);
    expect(await balance()).toBe(300);
    expect(await refundsOf(receipt)).toHaveLength(1);
  });
});

describe('a refund of which the gateway said that it failed, and that it made', () => {
  it.each(['its notice', 'the payment', 'the night'])(
    'leaves the wallet again if the request was refused, found by %s',
    async (finder) => {
      const receipt = await paidReceipt();
      const refuse = () => Promise.reject(new GatewayRefused('Busy'));
      const acceptAgain = answerOtherwise({ refund: refuse });
      await refund(receipt, 200).expect(201);
      await jobs.sendRefunds();
      acceptAgain();
      expect(await balance()).toBe(500);
      const { key } = await app.row<{ key: string }>`
        SELECT key FROM gateway_refunds WHERE receipt_id = ${receipt}`;
      const paymentId = await paymentOf(app, receipt);
      const { id, createdAt } = await gateway.refund({ paymentId, amountMinor: 20_000, key });
      const period = { from: createdAt, to: new Date(createdAt.getTime() + 1) };
      if (finder === 'its notice') await jobs.checkRefunds({ ids: [id] });
      if (finder === 'the payment') await jobs.checkIntents({ isAll: true });
      if (finder === 'the night') await app.service(RefundProgressService).checkPeriod(period);
      const made = { outside: true, status: 'pending', gateway_refund_id: id };
      expect(await refundsOf(receipt)).toMatchObject([made, { status: 'failed' }]);
      expect(await balance()).toBe(300);
      await refund(receipt, 300.01).expect(409);
    },
  );

  it('is an unknown line of its settlement if it failed later', async () => {
    const receipt = await paidReceipt(1_000);
    await refund(receipt, 200).expect(201);
    await jobs.sendRefunds();
    const { gateway_refund_id: id } = (await refundsOf(receipt))[0]!;
    await sandboxAccount(app).endRefund(id, 'failed');
    await jobs.checkRefunds({ isAll: true });
    await app.sql`UPDATE sandbox_refunds SET status = 'processed' WHERE id = ${id}`;
    await sandboxAccount(app).settleNow();
    await app.service(GatewaySettlementsService).checkAll(new Date(Date.now() + 1_000));
    const [settlement] = (await admin.call('listGatewaySettlements')).data;
    expect(settlement).toMatchObject({ unknown: -200, unknown_lines: [{ kind: 'refund', id }] });
  });
});

describe('a refund of several instances', () => {
  it('is sent by another instance while this one waits for the answer to an earlier one', async () => {
    const receipt = await paidReceipt();
    for (const amount of [200, 100]) await refund(receipt, amount).expect(201);
    const send = gateway.refund.bind(gateway);
    gateway.refund = async (wanted) => {
      gateway.refund = send;
      await jobs.sendRefunds();
      return send(wanted);
    };
    await jobs.sendRefunds();
    const made = await gateway.listRefunds({ paymentId: await paymentOf(app, receipt) });
    expect(made.map(({ amountMinor }) => amountMinor)).toEqual([10_000, 20_000]);
  });

  it('is not ended by the refusal of a request after that of another instance made it', async () => {
    const receipt = await paidReceipt();
    await refund(receipt, 200).expect(201);
    const send = gateway.refund.bind(gateway);
    gateway.refund = async () => {
      gateway.refund = send;
      await jobs.sendRefunds({ isAll: true });
      // As of an instance that has asked for the list before.
      await app.sql`UPDATE gateway_refunds SET asked_at = asked_at - interval '1 hour' WHERE receipt_id = ${receipt}`;
      throw new GatewayRefused('Refunded already');
    };
    await jobs.sendRefunds();
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'pending' }]);
    expect(await balance()).toBe(300);
  });
});

describe('a receipt that was refunded to its source', () => {
  it.each([500, 200])('cannot be reversed: %d of 500 went back', async (amount) => {
    const receipt = await paidReceipt();
    await admin.receipts.record(shop.client.id, 1_000);
    await refund(receipt, amount).expect(201);
    const reverse = admin.receipts.reverse(receipt);
    await reverse.expectRefusal(409, 'not_refundable', { left: 500 - amount });
    expect(await balance()).toBe(1_500 - amount);
  });

  it.each([
    { first: 'refund', statuses: [201, 409] },
    { first: 'reversal', statuses: [200, 409] },
  ])('is returned once if refund and reversal are concurrent, first the $first', async (order) => {
    const receipt = await paidReceipt();
    await admin.receipts.record(shop.client.id, 1_000);
    const refundAll = () => refund(receipt, 500).then(({ status }) => status);
    const reverse = () => admin.receipts.reverse(receipt).status();
    const works = order.first === 'refund' ? [refundAll, reverse] : [reverse, refundAll];
    expect(await whileQueued(app, rowLock('receipts', receipt), works)).toEqual(order.statuses);
    expect(await balance()).toBe(1_000);
  });
});
