import { jest } from '@jest/globals';
import { GatewayRefused, GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import {
  answerOtherwise,
  gateway,
  GatewayJobs,
  jobs,
  paidReceipt,
  paymentOf,
  refund,
  type Refund,
  refundsOf,
  sandboxAccount,
  spend,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { TestApp } from '../support/app.js';
import { unique } from '../support/shop/given.js';
import { admin, app, balance, shop } from '../support/money/suite.js';

startGatewaySuite();

/** Refunds 200 of a receipt, and lets the service send the refund to the gateway. */
const sentRefund = async (receipt: number, reference?: string): Promise<Refund> => {
  await refund(receipt, 200, reference).expect(201);
  await jobs.sendRefunds();
  return (await refundsOf(receipt))[0]!;
};

/** Sends refunds that the gateway makes without an answer. Returns a function that sends one with its answer. */
const sendUnanswered = async () => {
  const send = gateway.refund.bind(gateway);
  gateway.refund = async (wanted) => {
    await send(wanted);
    throw new GatewayUnknown('no answer');
  };
  await jobs.sendRefunds();
  return send;
};

const refundable = async () => (await admin.receipts.list()).data[0]!.refundable;

describe('a refund to the source of a payment', () => {
  it('leaves the wallet at once, and ends when the money has arrived', async () => {
    const receipt = await paidReceipt();
    await refund(receipt, 200, 'RF-1').expect(201);
    await refund(receipt, 200, 'RF-1').expect(200);
    await refund(receipt, 200, ' r f-1\u00a0').expect(200);
    await refund(receipt, 100, 'RF-1').expect(409);
    await refund(receipt, 100, 'rf-1').expect(409);
    expect(await refundable()).toBe(300);
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'requested', amount: 200 }]);
    expect(await balance()).toBe(300);
    await jobs.sendRefunds();
    const [sent] = await refundsOf(receipt);
    expect(sent).toMatchObject({ status: 'pending', outside: false });
    await jobs.checkRefunds({ isAll: true });
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'pending' }]);
    await sandboxAccount(app).endRefund(sent!.gateway_refund_id, 'processed');
    await jobs.checkRefunds({ isAll: true });
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'processed', problem: null }]);
    await refund(receipt, 300.01).expect(409);
    await refund(receipt, 300).expect(201);
    expect(await balance()).toBe(0);
  });

  it.each(['sent again to a gateway that has forgotten its key', 'named by the gateway'])(
    'is made once if its answer was lost and it is %s',
    async (then) => {
      const receipt = await paidReceipt();
      await refund(receipt, 200).expect(201);
      const send = await sendUnanswered();
      expect(await refundsOf(receipt)).toMatchObject([{ status: 'requested' }]);
      const paymentId = await paymentOf(app, receipt);
      const [made] = await gateway.listRefunds({ paymentId });
      gateway.refund = (wanted) => send({ ...wanted, key: `${wanted.key}-again` });
      if (then.startsWith('sent')) await jobs.sendRefunds({ isAll: true });
      else await jobs.checkRefunds({ ids: [made!.id] });
      gateway.refund = send;
      const booked = { status: 'pending', outside: false, amount: 200 };
      expect(await refundsOf(receipt)).toMatchObject([booked]);
      expect(await gateway.listRefunds({ paymentId })).toHaveLength(1);
      expect(await balance()).toBe(300);
    },
  );

  it.each(['a notice', 'the reconciler'])(
    'a refund that fails days later puts the money back into the wallet, found by %s',
    async (finder) => {
      const receipt = await paidReceipt();
      const sent = await sentRefund(receipt, 'RF-1');
      await app.sql`UPDATE gateway_refunds SET created_at = created_at - interval '5 days'`;
      await sandboxAccount(app).endRefund(sent.gateway_refund_id, 'failed');
      if (finder === 'a notice') await jobs.deliverNotices();
      else await jobs.checkRefunds({ isAll: true });
      expect(await refundsOf(receipt)).toMatchObject([
        { status: 'failed', problem: expect.stringContaining('could not send') },
      ]);
      expect(await balance()).toBe(500);
      // A second answer changes nothing.
      await jobs.deliverNotices();
      await jobs.checkRefunds({ isAll: true });
      expect(await balance()).toBe(500);
    },
  );

  it('a refund that fails after it was reported as processed puts the money back, and its receipt can be reversed', async () => {
    const receipt = await paidReceipt();
    const sent = await sentRefund(receipt);
    await sandboxAccount(app).endRefund(sent.gateway_refund_id, 'processed');
    await jobs.deliverNotices();
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'processed' }]);
    const getRefund = gateway.getRefund.bind(gateway);
    gateway.getRefund = async (id) => ({ ...(await getRefund(id)), status: 'failed' });
    await jobs.checkRefunds({ ids: [sent.gateway_refund_id] });
    gateway.getRefund = getRefund;
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'failed' }]);
    expect(await balance()).toBe(500);
    await admin.receipts.reverse(receipt);
    expect(await balance()).toBe(0);
  });

  it('returns to the wallet if the gateway refuses it, and its reference can be used again', async () => {
    const receipt = await paidReceipt();
    const refusal = new GatewayRefused('Insufficient balance');
    const acceptAgain = answerOtherwise({ refund: () => Promise.reject(refusal) });
    await refund(receipt, 200, 'RF-1').expect(201);
    await jobs.sendRefunds();
    acceptAgain();
    expect(await refundsOf(receipt)).toMatchObject([
      { status: 'failed', problem: 'Insufficient balance' },
    ]);
    const { data: entries } = await admin.wallets.entries(shop.client.id);
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'payout', reversal: true, amount: 200, reference: 'RF-1' },
      { kind: 'payout', reversal: false, amount: -200, reference: 'RF-1' },
    ]);
    expect(await balance()).toBe(500);
    await refund(receipt, 250, 'RF-1').expect(201);
    await refund(receipt, 250, 'RF-1').expect(200);
    await jobs.sendRefunds();
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'pending' }, { status: 'failed' }]);
    // The journal export shows the keys.
    const journals = await app.sql`SELECT key FROM ledger_journals
      WHERE key LIKE ${`source:${receipt}%:RF-1`} AND reverses_id IS NULL ORDER BY id`;
    const keys = [`source:${receipt}:RF-1`, `source:${receipt}#2:RF-1`];
    expect(journals).toEqual(keys.map((key) => ({ key })));
    expect(await balance()).toBe(250);
  });

  it('is not taken for one that the gateway does not answer about if the service has a fault', async () => {
    const sent = [await sentRefund(await paidReceipt()), await sentRefund(await paidReceipt())];
    const fault = new TypeError('a fault');
    const getRefund = jest.fn((_id: string) => Promise.reject(fault));
    const answerAgain = answerOtherwise({ getRefund });
    await expect(jobs.checkRefunds({ isAll: true })).rejects.toThrow(fault);
    const ids = sent.map(({ gateway_refund_id: id }) => [id]);
    expect(getRefund.mock.calls).toEqual(expect.arrayContaining(ids));
    answerAgain();
  });

  it('ignores an answer that is older than the stored one', async () => {
    const receipt = await paidReceipt();
    const sent = await sentRefund(receipt);
    const id = sent.gateway_refund_id;
    const getRefund = gateway.getRefund.bind(gateway);
    gateway.getRefund = async (wanted) => {
      gateway.getRefund = getRefund;
      const early = await getRefund(wanted);
      await sandboxAccount(app).endRefund(id, 'processed');
      await jobs.checkRefunds({ ids: [id] });
      return early;
    };
    await jobs.checkRefunds({ ids: [id] });
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'processed' }]);
  });
});

describe('a request to refund', () => {
  it("is limited to the wallet's balance and to payments of the gateway", async () => {
    const receipt = await paidReceipt();
    await spend(1);
    const { body } = await refund(receipt, 500).expect(409);
    expect(body).toMatchObject({ code: 'insufficient_balance' });
    const { id } = await admin.receipts.record(shop.client.id, 100);
    expect((await refund(id, 100).expect(409)).body).toMatchObject({ code: 'not_refundable' });
    await refund(999_999, 100).expect(404);
  });

  it('is refused by a service without a gateway, or with another one than that of the payment', async () => {
    const receipt = await paidReceipt();
    const codeOf = async (env: Record<string, string>) => {
      const other = await TestApp.startOn(app.connection, env);
      const wanted = { amount: 100, reference: unique('RF'), reason: 'Mistake' };
      const { body } = await other.admin('post', `receipts/${receipt}/refunds`, wanted);
      await new GatewayJobs(other).sendRefunds();
      await new GatewayJobs(other).checkRefunds();
      await other.stop();
      return (body as { code: string }).code;
    };
    expect(await codeOf({ GATEWAY: 'none' })).toBe('gateway_off');
    const keys = {
      RAZORPAY_KEY_ID: 'rzp_test_1',
      RAZORPAY_KEY_SECRET: 'key-secret-of-a-test',
      RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-a-test',
    };
    expect(await codeOf({ GATEWAY: 'razorpay', ...keys })).toBe('not_refundable');
    expect(await refundsOf(receipt)).toEqual([]);
  });

  it('does not allow a reversed receipt to be credited or refunded again', async () => {
    const receipt = await paidReceipt();
    await admin.receipts.reverse(receipt);
    await jobs.checkIntents({ isAll: true });
    await app.sql`UPDATE gateway_notices SET outcome = 'waiting', due_at = now() WHERE outcome = 'checked'`;
    await jobs.deliverNotices();
    expect(await balance()).toBe(0);
    await admin.receipts.record(shop.client.id, 500);
    await refund(receipt, 1).expect(409);
  });

  it('is listed by its state', async () => {
    const receipt = await paidReceipt();
    await sentRefund(receipt);
    await refund(receipt, 100).expect(201);
    const listed = async (query: object) =>
      (await admin.call('listGatewayRefunds', query)).data.filter(
        (of) => of.receipt_id === receipt,
      );
    expect((await listed({ status: 'requested' }))[0]).toMatchObject({ amount: 100 });
    expect((await listed({ status: 'pending' }))[0]).toMatchObject({ amount: 200 });
    expect(await listed({ outside: true })).toEqual([]);
  });
});

describe('the key of a refund at the gateway', () => {
  it('is one that no other database has, also if the ids of its journals are given out again', async () => {
    const receipt = await paidReceipt();
    await sentRefund(receipt);
    const [lost] = await gateway.listRefunds({ paymentId: await paymentOf(app, receipt) });
    // As after a restore: the database has another refund of this payment, under the same journal.
    await app.sql`UPDATE gateway_refunds SET status = 'requested', gateway_refund_id = NULL, key = gen_random_uuid(),
          due_at = now(), ask_at = NULL, asked_at = NULL WHERE receipt_id = ${receipt}`;
    await jobs.sendRefunds({ isAll: true });
    const made = await gateway.listRefunds({ paymentId: await paymentOf(app, receipt) });
    expect(made.map(({ amountMinor }) => amountMinor)).toEqual([20_000, 20_000]);
    expect(await refundsOf(receipt)).toMatchObject([
      { status: 'pending', gateway_refund_id: made.find(({ id }) => id !== lost!.id)!.id },
    ]);
    expect(new Set(made.map(({ key }) => key?.length))).toEqual(new Set([36]));
    // The lost one is booked once the gateway names it.
    await jobs.checkRefunds({ ids: [lost!.id] });
    expect(await balance()).toBe(100);
  });

  it.each([
    ['stored', 'NULL'],
    ['sent meanwhile', 'gen_random_uuid()'],
  ])('is that of its journal for one that the release before has %s', async (_, key) => {
    const receipt = await paidReceipt();
    await refund(receipt, 200).expect(201);
    await app.dataSource.query(
      `UPDATE gateway_refunds SET key = ${key} WHERE receipt_id = ${receipt}`,
    );
    const { journal } = await app.row<{ journal: number }>`
      SELECT journal_id AS journal FROM gateway_refunds WHERE receipt_id = ${receipt}`;
    const send = gateway.refund.bind(gateway);
    gateway.refund = async (wanted) => {
      await send({ ...wanted, key: `journal-${String(journal).padStart(8, '0')}` });
      throw new GatewayUnknown('no answer');
    };
    await jobs.sendRefunds();
    gateway.refund = send;
    await jobs.sendRefunds({ isAll: true });
    expect(await gateway.listRefunds({ paymentId: await paymentOf(app, receipt) })).toHaveLength(1);
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'pending', amount: 200 }]);
    expect(await balance()).toBe(300);
  });
});
