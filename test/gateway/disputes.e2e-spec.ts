import { jest } from '@jest/globals';
import { GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import { GatewayDisputesService } from '../../src/money/gateway/disputes/gateway-disputes.service.js';
import { dateInShop } from '../../src/platform/time-zone.js';
import { rowLock, whileQueued } from '../support/database/locks.js';
import {
  answerOtherwise,
  jobs,
  paidReceipt,
  payer,
  paymentOf,
  refund,
  sandboxAccount,
  spend,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { admin, app, shop } from '../support/money/suite.js';

startGatewaySuite();

const open = async (receipt: number, isDeducted: boolean) =>
  (await sandboxAccount(app).openDispute(await paymentOf(app, receipt), isDeducted))!;
const end = (id: string, status: 'won' | 'lost') => sandboxAccount(app).endDispute(id, status);
const check = (id: string) => app.service(GatewayDisputesService).check(id);
/** Reads the client's balance and debt. */
const standing = async () => {
  const { wallet_balance: wallet, debt } = await admin.clients.get(shop.client.id);
  return { wallet, debt };
};
const dispute = async (id: string) =>
  (await admin.call('listGatewayDisputes')).data.find(({ dispute_id: of }) => of === id);
const journals = async () => {
  const { data } = await admin.wallets.entries(shop.client.id);
  return data.filter(({ kind }) => kind === 'dispute').map(({ amount }) => amount);
};

describe('a dispute', () => {
  it('takes what the gateway holds back, and returns it when it is won', async () => {
    const figure = async () => (await admin.overview()).gateway!.open_disputes;
    const before = await figure();
    const id = await open(await paidReceipt(), true);
    await jobs.deliverNotices();
    expect(await dispute(id)).toMatchObject({ status: 'open', deducted: 500, taken: 500 });
    expect((await figure()) - before).toBe(1);
    expect(await standing()).toEqual({ wallet: 0, debt: 0 });
    const months = await admin.reports.clients(dateInShop(new Date()).slice(0, 7));
    const ofClient = months.data.find(({ client_id }) => client_id === shop.client.id);
    expect(ofClient).toMatchObject({ received: 500, payouts: -500, closing: 0 });
    await end(id, 'won');
    await jobs.deliverNotices();
    expect(await dispute(id)).toMatchObject({ status: 'won', deducted: 0, taken: 0 });
    expect(await figure()).toBe(before);
    expect(await standing()).toEqual({ wallet: 500, debt: 0 });
    expect(await journals()).toEqual([500, -500]);
  });

  it('is booked again if the gateway holds the money back again', async () => {
    const id = await open(await paidReceipt(), true);
    await jobs.deliverNotices();
    await end(id, 'won');
    await jobs.deliverNotices();
    await app.sql`UPDATE sandbox_disputes SET status = 'open', deducted_minor = amount_minor WHERE id = ${id}`;
    await check(id);
    expect(await dispute(id)).toMatchObject({ status: 'open', taken: 500 });
    expect(await journals()).toEqual([-500, 500, -500]);
  });

  it('becomes a debt of the client if the wallet is too low', async () => {
    const id = await open(await paidReceipt(), false);
    await spend(4);
    await end(id, 'lost');
    await jobs.deliverNotices();
    expect(await dispute(id)).toMatchObject({ status: 'lost', deducted: 500, taken: 500 });
    expect(await standing()).toEqual({ wallet: 0, debt: 440 });
    expect(await journals()).toEqual([-500]);
  });

  it.each(['won', 'lost'] as const)(
    'a dispute that was deducted and is %s is booked once, in any order of its notices',
    async (status) => {
      const id = await open(await paidReceipt(), true);
      await end(id, status);
      // The notice of the end comes first, then that of the beginning, and both again.
      await app.sql`UPDATE sandbox_notices SET due_at = now() - id * interval '1 s'`;
      for (let time = 1; time <= 2; time += 1) {
        await jobs.deliverNotices();
        await check(id);
        await jobs.checkDisputes();
      }
      const isLost = status === 'lost';
      expect(await standing()).toEqual({ wallet: isLost ? 0 : 500, debt: 0 });
      expect(await journals()).toEqual(isLost ? [-500] : []);
    },
  );

  it('is found without notices, because the service queries it until it ends', async () => {
    const id = await open(await paidReceipt(), false);
    await jobs.deliverNotices();
    await end(id, 'lost');
    await app.sql`DELETE FROM sandbox_notices`;
    await jobs.checkDisputes();
    expect(await standing()).toEqual({ wallet: 0, debt: 0 });
  });

  it('is asked about hours after an answer, and after a question that had none', async () => {
    const id = await open(await paidReceipt(), false);
    const other = await open(await paidReceipt(), false);
    await jobs.deliverNotices();
    await check(id);
    const asked = jest.fn((_id: string) => Promise.reject(new GatewayUnknown('no answer')));
    const answerAgain = answerOtherwise({ getDispute: asked });
    await app.service(GatewayDisputesService).askDue();
    expect(asked).not.toHaveBeenCalled();
    await jobs.checkDisputes();
    expect(asked).toHaveBeenCalledWith(id);
    asked.mockClear();
    await app.service(GatewayDisputesService).askDue();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRejectedValue(new TypeError('a fault'));
    await expect(jobs.checkDisputes()).rejects.toThrow(new TypeError('a fault'));
    expect(asked.mock.calls).toEqual(expect.arrayContaining([[id], [other]]));
    answerAgain();
  });

  it.each(['receipt', 'wallet'])('is booked once by three checks, queued at the %s', async (at) => {
    const receipt = await paidReceipt();
    const id = await open(receipt, true);
    const ask = () => check(id);
    const walletLock = rowLock('ledger_accounts', shop.client.id, 'client_id');
    const lock = at === 'receipt' ? rowLock('receipts', receipt) : walletLock;
    await whileQueued(app, lock, [ask, ask, ask]);
    expect(await journals()).toEqual([-500]);
    await end(id, 'won');
    await whileQueued(app, lock, [ask, ask, ask]);
    expect(await journals()).toEqual([500, -500]);
    expect(await standing()).toEqual({ wallet: 500, debt: 0 });
  });
});

describe('a dispute next to other entries', () => {
  it('does not take money that the reversal of the receipt has taken already', async () => {
    const receipt = await paidReceipt();
    await admin.receipts.record(shop.client.id, 1_000);
    await admin.receipts.reverse(receipt);
    const id = await open(receipt, true);
    await jobs.deliverNotices();
    expect(await dispute(id)).toMatchObject({ deducted: 500, taken: 0 });
    expect(await standing()).toEqual({ wallet: 1_000, debt: 0 });
  });

  it('prevents a refund or reversal of the receipt until it is won', async () => {
    const receipt = await paidReceipt();
    await admin.receipts.record(shop.client.id, 1_000);
    const id = await open(receipt, true);
    await jobs.deliverNotices();
    await refund(receipt, 1).expect(409);
    await admin.receipts.reverse(receipt).refused(409);
    const refundable = (await admin.receipts.list()).data.map((each) => each.refundable);
    expect(refundable.slice(0, 2)).toEqual([0, 0]);
    await end(id, 'won');
    await jobs.deliverNotices();
    await admin.receipts.reverse(receipt);
    expect(await standing()).toEqual({ wallet: 1_000, debt: 0 });
  });

  it('a dispute of a payment whose notice was lost credits the payment first', async () => {
    const checkout = await payer.open(500);
    await payer.payAt(checkout, 'lost');
    const { id: paymentId } = await app.row<{ id: string }>`
      SELECT id FROM sandbox_payments WHERE order_id = ${checkout.gateway.order_id}`;
    const id = (await sandboxAccount(app).openDispute(paymentId, true))!;
    expect(await check(id)).toBe(true);
    expect(await standing()).toEqual({ wallet: 0, debt: 0 });
    expect(await journals()).toEqual([-500]);
  });

  it('a dispute of another system that uses the same account is not stored', async () => {
    await app.sql`INSERT INTO sandbox_orders (id, receipt, amount_minor, currency) VALUES ('order_x', 'x', 100, 'INR');
       INSERT INTO sandbox_payments (id, order_id, amount_minor, currency, method, status)
         VALUES ('pay_x', 'order_x', 100, 'INR', 'upi', 'captured')`;
    const id = (await sandboxAccount(app).openDispute('pay_x', true))!;
    expect(await check(id)).toBe(false);
    expect(await dispute(id)).toBeUndefined();
  });

  it('is listed by its status', async () => {
    const listed = async (status: string) =>
      (await admin.call('listGatewayDisputes', { status })).data.map(({ dispute_id: id }) => id);
    const id = await open(await paidReceipt(), true);
    await jobs.deliverNotices();
    expect(await listed('open')).toContain(id);
    expect(await listed('lost')).not.toContain(id);
  });
});
