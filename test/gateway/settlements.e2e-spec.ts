import { jest } from '@jest/globals';
import request from 'supertest';
import { DayChecksService } from '../../src/money/gateway/day-checks/day-checks.service.js';
import { LineChecksService } from '../../src/money/gateway/settlements/line-checks.service.js';
import { GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import type { PaymentGateway } from '../../src/money/gateway/payment-gateway.js';
import { GatewaySettlementsService } from '../../src/money/gateway/settlements/gateway-settlements.service.js';
import { BankAdmin } from '../support/money/bank.js';
import { whileQueued } from '../support/database/locks.js';
import {
  answerOtherwise,
  gateway,
  givenPayerForEachTest,
  jobs,
  paidReceipt,
  payer,
  paymentOf,
  refund,
  sandboxAccount,
  stopGatewayJobs,
} from '../support/shop/checkouts.js';
import { admin, app, balance, shop, startForEachTest } from '../support/money/suite.js';
import { inDays } from '../support/time.js';

let listPayments: PaymentGateway['listPayments'];
startForEachTest(stopGatewayJobs);
givenPayerForEachTest();
beforeEach(() => {
  listPayments = gateway.listPayments.bind(gateway);
});

const settle = () => sandboxAccount(app).settleNow();
/** Pays 1,000.00 through the gateway, which settles it. */
const givenSettled = async (): Promise<void> => {
  await paidReceipt(1_000);
  await settle();
};
const NO_ANSWER = new GatewayUnknown('no answer');
const noAnswer = () => Promise.reject(NO_ANSWER);
/** Fetches all settlements, also the one of this moment: the sandbox dates it a millisecond ahead. */
const checkAll = () =>
  app.service(GatewaySettlementsService).checkAll(new Date(Date.now() + 1_000));
const settlements = async () => (await admin.call('listGatewaySettlements')).data;
/** Reads the sums of the ledger's accounts, except those of 0. In the ledger, the wholesaler's money is negative. */
const accounts = async () => {
  const rows = await app.sql<{ kind: string; sum: number }>`
    SELECT a.kind, -sum(p.amount_minor)::integer AS sum FROM ledger_accounts a
      JOIN ledger_postings p ON p.account_id = a.id WHERE a.kind LIKE 'gateway%' OR a.kind = 'bank'
      GROUP BY 1 HAVING sum(p.amount_minor) <> 0`;
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum / 100]));
};
/** Compares a whole day with the gateway, and returns finance's view of it. */
const compare = async () => {
  await app.sql`DELETE FROM gateway_day_checks`;
  await app.service(DayChecksService).checkYesterday();
  const day = (await days())[0]!;
  const { gateway: figures } = await admin.overview();
  expect(figures!.difference).toBeCloseTo(day.books! - day.held!);
  return { ...day, figures };
};

/** Makes the gateway return nothing about one of its orders. */
const silence = (orderId: string): void => {
  gateway.listPayments = (id) => (id === orderId ? noAnswer() : listPayments(id));
};
const check = (now: Date) => app.service(DayChecksService).checkYesterday(now);
const days = async () => (await admin.call('listGatewayDays')).data;

describe('a settlement', () => {
  it('is booked once as bank, fees and tax, with the UTR that the bank shows', async () => {
    await paidReceipt(1_000);
    await paidReceipt(500);
    expect(await accounts()).toEqual({ gateway: 1_500 });
    const id = await settle();
    await jobs.deliverNotices();
    // The notice alone has it booked.
    expect(await settlements()).toMatchObject([{ settlement_id: id, booked: true }]);
    await checkAll();
    await checkAll();
    // Two percent, and 18 percent of that.
    expect(await accounts()).toEqual({ bank: 1_464.6, gateway_fees: 30, gateway_tax: 5.4 });
    const [settlement] = await settlements();
    expect(settlement).toMatchObject({
      settlement_id: id,
      status: 'processed',
      gross: 1_500,
      fees: 30,
      tax: 5.4,
      amount: 1_464.6,
      booked: true,
      unknown: 0,
      unknown_lines: [],
    });
    const utr = settlement!.utr!;
    const service = app.nest.get(GatewaySettlementsService);
    const find = (text: string) => service.listPaidOut(app.dataSource.manager, ['NEFT', text]);
    const paidOut = { settlementId: id, amountMinor: 146_460 };
    expect(await find(utr.toLowerCase())).toMatchObject([paidOut]);
    expect(await find('OTHER')).toEqual([]);
    expect(await compare()).toMatchObject({ books: 0, held: 0, failed: 0 });
  });

  it('is money of no client: not by hand, nor by a claim of its UTR', async () => {
    await givenSettled();
    await checkAll();
    const [settlement] = await settlements();
    const [utr, amount] = [settlement!.utr!, settlement!.amount];
    const claim = { utr, amount, date: '2026-11-21' };
    const claimed = await payer.browser.call('post', 'wallet/transfers', claim);
    const bank = new BankAdmin(app);
    const line = await bank.givenLine(amount, 'NEFT', utr);
    expect(line.matched).toMatchObject({ kind: 'settlement' });
    const byHand = admin.receipts.record(shop.client.id, amount, { reference: utr });
    const message = expect.stringContaining('is booked as money of no client');
    await byHand.expectRefusal(409, 'payment_recorded', { message });
    const { id } = claimed.body.data as { id: number };
    expect(await bank.confirmTransfers(id)).toMatchObject([{ outcome: 'utr_taken' }]);
    expect(await admin.walletBalance(shop.client)).toBe(1_000);
  });

  it('is booked once by two concurrent fetches', async () => {
    await givenSettled();
    // The journal's accounts: both have asked the gateway before either has booked.
    const lock = 'LOCK TABLE gateway_settlements IN SHARE ROW EXCLUSIVE MODE';
    await whileQueued(app, lock, [checkAll, checkAll]);
    expect(await accounts()).toEqual({ bank: 976.4, gateway_fees: 20, gateway_tax: 3.6 });
    expect(await settlements()).toHaveLength(1);
  });

  it('includes refunds and disputes since the last one, exact to the paisa', async () => {
    const [one, two] = [await paidReceipt(1_000), await paidReceipt(333.33)];
    await refund(one, 200).expect(201);
    expect(await compare()).toMatchObject({ books: 1_333.33, held: 1_333.33 });
    await jobs.sendRefunds();
    const disputeId = await sandboxAccount(app).openDispute(await paymentOf(app, two), true);
    await jobs.deliverNotices();
    expect(await compare()).toMatchObject({ books: 800, held: 800 });
    await settle();
    await checkAll();
    await sandboxAccount(app).endDispute(disputeId!, 'won');
    await jobs.deliverNotices();
    expect(await compare()).toMatchObject({ books: 333.33, held: 333.33 });
    await settle();
    await checkAll();
    const { gateway: left, ...rest } = await accounts();
    expect(left).toBeUndefined();
    expect(rest).toEqual({ bank: 1_101.86, gateway_fees: 26.67, gateway_tax: 4.8 });
  });

  it('finds a payment, a refund and a dispute whose notices were lost', async () => {
    const [one, two] = [await paidReceipt(1_000), await paidReceipt(400)];
    await payer.payAt(await payer.open(100), 'lost');
    const account = sandboxAccount(app);
    await account.refundOutside(await paymentOf(app, one), 30_000);
    await account.openDispute(await paymentOf(app, two), true);
    await settle();
    await app.sql`DELETE FROM sandbox_notices`;
    await checkAll();
    expect(await settlements()).toMatchObject([{ booked: true, unknown: 0 }]);
    expect(await admin.walletBalance(shop.client)).toBe(1_000 + 400 + 100 - 300 - 400);
    expect(await accounts()).not.toHaveProperty('gateway');
  });
});

describe('a settlement that is not that of the books', () => {
  it('shows lines that are not of this service, and the difference on Today', async () => {
    await paidReceipt(1_000);
    await app.sql`INSERT INTO sandbox_orders (id, receipt, amount_minor, currency) VALUES ('order_x', 'x', 5000, 'INR');
     INSERT INTO sandbox_payments (id, order_id, amount_minor, currency, method, status)
       VALUES ('pay_x', 'order_x', 5000, 'INR', 'upi', 'captured')`;
    await settle();
    await checkAll();
    expect(await settlements()).toMatchObject([
      { booked: true, unknown: 50, unknown_lines: [{ kind: 'payment', id: 'pay_x', amount: 50 }] },
    ]);
    const { books, held, figures } = await compare();
    expect([books, held]).toEqual([-50, 0]);
    expect(figures).toMatchObject({ difference: -50, unclear_settlements: 1 });
  });

  it('asks the gateway for 200 of its unknown lines at most', async () => {
    const asked = jest.fn(gateway.getPayment.bind(gateway));
    gateway.getPayment = asked;
    const line = { kind: 'payment', amountMinor: 1, feeMinor: 0, taxMinor: 0 } as const;
    const lines = Array.from({ length: 201 }, (_, index) => ({ ...line, id: `pay_none_${index}` }));
    expect(await app.service(LineChecksService).listUnknown(lines)).toEqual(lines);
    expect(asked).toHaveBeenCalledTimes(200);
  });

  it('shows a receipt that was reversed by hand as a difference', async () => {
    const receipt = await paidReceipt(1_000);
    await admin.receipts.reverse(receipt);
    const figures = { difference: -1_000 };
    expect(await compare()).toMatchObject({ books: 0, held: 1_000, figures });
  });

  it('waits for lines that the gateway does not answer for, or has not written', async () => {
    await givenSettled();
    const answerAll = answerOtherwise({ listSettlementLines: noAnswer });
    await expect(checkAll()).rejects.toThrow(NO_ANSWER);
    gateway.listSettlementLines = () => Promise.resolve([]);
    await checkAll();
    expect(await settlements()).toMatchObject([{ status: 'processed', booked: false }]);
    expect(await accounts()).toEqual({ gateway: 1_000 });
    answerAll();
    await checkAll();
    expect(await settlements()).toMatchObject([{ booked: true, fees: 20, tax: 3.6 }]);
  });

  it('is reversed if it fails after it was processed, and booked again when it is repeated', async () => {
    await givenSettled();
    await checkAll();
    const list = gateway.listSettlements.bind(gateway);
    gateway.listSettlements = async (period) =>
      (await list(period)).map((settlement) => ({ ...settlement, status: 'failed' }));
    await checkAll();
    await checkAll();
    expect(await accounts()).toEqual({ gateway: 1_000 });
    expect(await settlements()).toMatchObject([{ status: 'failed', booked: false }]);
    const reversals = await app.sql`SELECT entry.kind, entry.note = booked.note AS "isNoted"
    FROM ledger_journals entry JOIN ledger_journals booked ON booked.id = entry.reverses_id`;
    expect(reversals).toEqual([{ kind: 'settlement', isNoted: true }]);
    gateway.listSettlements = list;
    await checkAll();
    expect(await accounts()).toEqual({ bank: 976.4, gateway_fees: 20, gateway_tax: 3.6 });
  });

  it('a settlement of a gateway that does not answer is fetched later', async () => {
    await givenSettled();
    await app.sql`DELETE FROM sandbox_notices`;
    const answerAgain = answerOtherwise({ listSettlements: noAnswer });
    expect(await compare()).toMatchObject({ failed: 1, books: 1_000, held: 1_000 });
    const { text } = await request(app.server).get('/metrics');
    expect(text).toMatch(/^gateway_calls_total\{outcome="unanswered"\} 1$/m);
    answerAgain();
    expect(await compare()).toMatchObject({ failed: 0, books: 0, held: 0 });
  });
});

describe('the check of a day', () => {
  it('is of the day before in India, and made once', async () => {
    const now = new Date('2027-01-10T20:00:00Z');
    await check(now);
    const [first] = await days();
    expect(first).toMatchObject({ day: '2027-01-10', checked: 0 });
    await check(now);
    expect(await days()).toEqual([first]);
  });

  it('goes on where the gateway does not answer about one payment', async () => {
    const [silent, heard] = [await payer.open(100), await payer.open(200)];
    for (const checkout of [silent, heard]) await payer.payAt(checkout);
    silence(silent.gateway.order_id);
    await check(inDays(1));
    expect(await days()).toMatchObject([
      { checked: 1, failed: 1, found: 1, found_amount: 200, finished_at: expect.any(String) },
    ]);
    expect(await balance()).toBe(200);
  });

  it('finds a refund of the days before whose notice was lost, and asks no more for it', async () => {
    const receipt = await paidReceipt(500);
    await sandboxAccount(app).refundOutside(await paymentOf(app, receipt), 20_000);
    await app.dataSource.query('DELETE FROM sandbox_notices');
    await check(inDays(2));
    expect(await balance()).toBe(300);
    gateway.getRefund = (id) => Promise.reject(new Error(`asked for ${id}`));
    await check(inDays(3));
  });

  it('does not take a fault of the service for a silent gateway', async () => {
    gateway.listRefunds = () => Promise.reject(new TypeError('a fault'));
    await expect(check(inDays(1))).rejects.toThrow(new TypeError('a fault'));
  });
});
