import type { ApprovalLimitsDto } from '../../../src/identity/approvals/approval-limits.dto.js';
import { whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { naming, utr } from '../../support/money/bank.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { type BrowserAnswer, givenOperatorToken, TestBrowser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';
import { app, startSuite } from '../../support/money/suite.js';

const DEFAULTS: ApprovalLimitsDto = {
  receipt: 50_000,
  payout: 50_000,
  reversal: 50_000,
  refund: 50_000,
  adjustment: 0,
  credit: 50_000,
  statement: null,
  receipt_per_day: 500_000,
  payout_per_day: 500_000,
  reversal_per_day: 500_000,
  refund_per_day: 500_000,
  adjustment_per_day: 0,
  credit_per_day: 500_000,
};

let owner: TestBrowser;
startSuite();
beforeAll(async () => {
  owner = await TestBrowser.ofOperator(app);
});
givenApproversForEachTest();
afterEach(() => putLimits(DEFAULTS));

const putLimits = async (limits: object, by = owner) => by.admin('put', 'approval-limits', limits);

describe('the limits', () => {
  it('are 50,000, ten times as much in a day, and 0 for adjustments', async () => {
    expect((await two.proposer.admin('get', 'approval-limits')).body.data).toEqual(DEFAULTS);
  });

  it('show what the caller recorded today, which counts with the next entry', async () => {
    const today = async (by = two.proposer): Promise<unknown> =>
      (await by.admin('get', 'approval-limits/today')).body.data;
    expect(await today()).toEqual([]);
    const { id: other_account_id } = await two.admin.others.add({
      name: unique('Own account'),
      type: 'transfer',
    });
    const book = async (amount: number): Promise<BrowserAnswer> => {
      const { id } = await two.admin.givenLine(-amount);
      return two.proposer.admin('post', `bank-lines/${id}/book`, { other_account_id });
    };
    expect((await book(312)).status).toBe(200);
    expect((await two.postReceipt({ amount: 7 })).status).toBe(201);
    expect(waitingFor(await book(50_000))).toMatchObject({ kind: 'bank_line' });
    expect(await today()).toEqual([
      { kind: 'payout', client_id: null, amount: 312 },
      { kind: 'receipt', client_id: two.shop.client.id, amount: 7 },
    ]);
    expect(await today(two.approver)).toEqual([]);
  });

  it('are changed by an owner, and the audit log says so', async () => {
    const { payout_per_day: _, ...rest } = DEFAULTS;
    const { status, body } = await putLimits({ ...rest, payout: 10_000.5, refund_per_day: 7 });
    const after = { ...DEFAULTS, payout: 10_000.5, payout_per_day: 100_005, refund_per_day: 7 };
    expect([status, body.data]).toEqual([200, after]);
    const { data } = await two.admin.audit.list({ limit: 1, subject: 'approval limits' });
    expect(data[0]).toMatchObject({
      before: { payout_minor: 5_000_000 },
      after: { payout_minor: 1_000_050, refund_per_day_minor: 700 },
    });
  });

  it('are of one kind each', async () => {
    await putLimits({ ...DEFAULTS, receipt: 1_000 });
    expect((await two.postReceipt({ amount: 1_001 })).status).toBe(202);
    await two.givenMoney(2_000);
    expect((await two.postPayout({ amount: 1_001 })).status).toBe(201);
  });

  it('do not release what waits already', async () => {
    const reference = 'RAISED';
    const { id } = waitingFor(await two.postReceipt({ reference }));
    await putLimits({ ...DEFAULTS, receipt: 2 * LARGE });
    expect(waitingFor(await two.postReceipt({ reference })).id).toBe(id);
    expect(await two.balance()).toBe(0);
    expect((await two.postReceipt()).status).toBe(201);
  });
});

describe('what one person records in a day', () => {
  const recorded = (client = two.shop.client): Promise<number> => two.admin.walletBalance(client);
  const confirm = async (amount: number): Promise<string> =>
    (await two.confirmTransfer(await two.givenClaim(amount))).outcome;

  it('is counted for each client, so that ten entries below the limit are not ten limits', async () => {
    const statuses: number[] = [];
    for (let entry = 0; entry < 10; entry += 1) {
      statuses.push((await two.postReceipt({ amount: 20_000 })).status);
    }
    expect(statuses).toEqual([201, 201, ...Array<number>(8).fill(202)]);
    expect(await recorded()).toBe(40_000);
    await two.givenMoney(100_000);
    expect((await two.postPayout({ amount: 50_000 })).status).toBe(201);
    expect((await two.postPayout({ amount: 0.01 })).status).toBe(202);
    expect((await two.postReceipt({ amount: 10_000 })).status).toBe(201);
    expect((await two.postReceipt({ amount: 0.01 })).status).toBe(202);
  });

  it('is counted as one sum of receipts, payments of orders and confirmed transfers', async () => {
    const { sku } = await givenProduct(app, { basePriceMinor: 1_999_000 });
    const order = await two.shop.orders.place({ sku, quantity: 1 });
    const pay = { method: 'cash' };
    expect((await two.proposer.admin('post', `orders/${order}/payments`, pay)).status).toBe(201);
    expect(await confirm(20_000)).toBe('confirmed');
    expect(await confirm(10_000.01)).toBe('waiting');
    expect((await two.postReceipt({ amount: 10_000 })).status).toBe(201);
    expect(await confirm(1)).toBe('waiting');
  });

  it('is counted over all clients', async () => {
    await putLimits({ ...DEFAULTS, receipt_per_day: 70_000 });
    const other = await givenShop(app);
    const to = { client_id: other.client.id };
    expect((await two.postReceipt({ amount: 50_000 })).status).toBe(201);
    expect((await two.postReceipt({ ...to, amount: 20_000.01 })).status).toBe(202);
    expect((await two.postReceipt({ ...to, amount: 20_000 })).status).toBe(201);
    expect((await two.postReceipt({ ...to, amount: 0.01 })).status).toBe(202);
    expect((await two.postReceipt({ ...to, amount: 50_000 }, two.approver)).status).toBe(201);
    expect(await recorded(other.client)).toBe(70_000);
  });

  it('is counted together with what the tokens of the person record', async () => {
    const permissions = ['money:read', 'money:write', 'prices:read'];
    const headers = await givenOperatorToken(two.proposer, { permissions });
    const receipt = { client_id: two.shop.client.id, source: 'cash', amount: 30_000 };
    const withToken = async (): Promise<number> => {
      const sent = { ...receipt, reference: unique('T') };
      return (await app.post('/admin/receipts', headers, sent)).status;
    };
    expect([await withToken(), await withToken()]).toEqual([201, 202]);
    expect((await two.postReceipt({ amount: 20_000.01 })).status).toBe(202);
    expect((await two.postReceipt({ amount: 20_000 })).status).toBe(201);
  });

  it('leaves out what was repeated, refused, approved or recorded by the admin token', async () => {
    const repeated = { reference: unique('CASH'), amount: 50_000 };
    expect((await two.postReceipt(repeated)).status).toBe(201);
    expect((await two.postReceipt(repeated)).status).toBe(200);
    const taken = { reference: repeated.reference, amount: 5 };
    expect(refusalOf(await two.postReceipt(taken))).toEqual([409, 'payment_recorded']);
    const { id } = waitingFor(await two.postReceipt());
    await two.approve(id);
    await two.givenMoney(50_000);
    expect((await two.postReceipt({ amount: 50_000 }, two.approver)).status).toBe(201);
  });

  it('does not let the admin token record what waits with another amount', async () => {
    const [source, reference] = ['bank', utr()];
    const waiting = waitingFor(await two.postReceipt({ source, reference }));
    const { id } = two.shop.client;
    const other = two.admin.receipts.record(id, LARGE - 1, { reference });
    await other.expectRefusal(409, 'reference_used');
    await two.reject(waiting.id);
    await two.admin.receipts.record(id, LARGE - 1, { reference });
    expect(await two.balance()).toBe(LARGE - 1);
  });

  it('leaves out what a line of a bank statement proves, before it and after it', async () => {
    const description = naming(two.shop.client);
    const { reference } = await two.admin.givenLine(50_000, description);
    const after = utr();
    const receipt = { source: 'bank', amount: 50_000 };
    expect((await two.postReceipt({ ...receipt, reference })).status).toBe(201);
    const taxed = { ...receipt, amount: 49_000, reference: after, tax_deducted: 1_000 };
    expect((await two.postReceipt(taxed)).status).toBe(201);
    expect((await two.postReceipt({ amount: 1 })).status).toBe(202);
    expect((await two.admin.givenLine(49_000, description, after)).state).toBe('matched');
    expect((await two.postReceipt({ amount: 49_000.01 })).status).toBe(202);
    const cheque = { source: 'cheque', amount: 49_000, reference: utr(), other_money: true };
    expect((await two.postReceipt(cheque)).status).toBe(201);
    await two.admin.importRows({ amount: 49_000, reference: cheque.reference, description });
    expect((await two.postReceipt({ amount: 49_000 })).status).toBe(201);
  });

  it('counts the deducted tax of credited lines, which they do not prove', async () => {
    const credit = async (tax: number): Promise<BrowserAnswer> => {
      const { id } = await two.admin.givenLine(1, naming(two.shop.client));
      const body = { client_id: two.shop.client.id, tax_deducted: tax };
      return two.proposer.admin('post', `bank-lines/${id}/credit`, body);
    };
    expect((await credit(30_000)).status).toBe(200);
    expect((await credit(30_000)).status).toBe(202);
    expect((await credit(20_000)).status).toBe(200);
    const { reference } = await two.admin.givenLine(1);
    const taxed = { source: 'bank', reference, amount: 1, tax_deducted: LARGE };
    expect((await two.postReceipt(taxed)).status).toBe(202);
  });

  it('begins again with the next day of the shop', async () => {
    expect((await two.postReceipt({ amount: 50_000 })).status).toBe(201);
    expect((await two.postReceipt({ amount: 1 })).status).toBe(202);
    await app.sql`UPDATE counted_entries SET day = day - 1`;
    expect((await two.postReceipt({ amount: 50_000 })).status).toBe(201);
    const kept =
      await app.sql`SELECT FROM counted_entries WHERE user_id = ${two.people.proposer.id}`;
    expect(kept).toHaveLength(1);
  });

  it('does not pass by two entries at the same time', async () => {
    const other = await givenShop(app);
    await putLimits({ ...DEFAULTS, receipt_per_day: 50_000 });
    const [one, second] = await whileQueued(app, 'LOCK TABLE counted_entries IN SHARE MODE', [
      () => two.postReceipt({ amount: 30_000 }),
      () => two.postReceipt({ amount: 30_000, client_id: other.client.id }),
    ]);
    expect([one.status, second.status]).toEqual([201, 202]);
    expect([await recorded(), await recorded(other.client)]).toEqual([30_000, 0]);
  });
});

describe('adjustments', () => {
  it('are listed and decided with all that waits', async () => {
    const { body } = await two.postAdjustment(-20);
    const { id } = body.data as { id: number };
    await two.givenMoney(50);
    const [listed] = await two.listApprovals('status=waiting&kind=adjustment');
    expect(listed).toMatchObject({ id, kind: 'adjustment', amount: -20, note: 'Typo' });
    expect(refusalOf(await two.approve(id, two.proposer))).toEqual([403, 'own_proposal']);
    expect((await two.approve(id)).body.data).toMatchObject({ id, status: 'approved' });
    expect(await two.balance()).toBe(30);
    const { id: other } = (await two.postAdjustment(5)).body.data as { id: number };
    expect((await two.reject(other)).body.data).toMatchObject({ rejection_reason: 'Wrong amount' });
  });

  it('are on one list with the others, in the order of their proposals', async () => {
    const first = waitingFor(await two.postReceipt());
    const { id: second } = (await two.postAdjustment(5)).body.data as { id: number };
    const third = waitingFor(await two.postReceipt());
    const expected = [third.id, second, first.id];
    const own = (list: { id: number; client_id: number | null }[]): number[] =>
      list.filter((one) => one.client_id === two.shop.client.id).map(({ id }) => id);
    expect(own(await two.listApprovals('status=waiting'))).toEqual(expected);
    const page = await two.approver.admin('get', 'approvals?status=waiting&limit=2');
    const next = await two.listApprovals(`status=waiting&limit=2&cursor=${page.body.next_cursor}`);
    expect([...own(page.body.data as never), ...own(next)]).toEqual(expected);
  });

  it('are applied at once while their sum is within the limit, but not those of the admin token', async () => {
    await putLimits({ ...DEFAULTS, adjustment: 100, adjustment_per_day: 1_000 });
    expect((await two.postAdjustment(60)).body.data).toMatchObject({ status: 'approved' });
    expect((await two.postAdjustment(-40.01)).body.data).toMatchObject({ status: 'proposed' });
    expect((await two.postAdjustment(-40)).body.data).toMatchObject({ status: 'approved' });
    expect((await two.postAdjustment(0.01)).body.data).toMatchObject({ status: 'proposed' });
    expect(await two.balance()).toBe(20);
    expect((await two.admin.adjustments.propose(two.shop.client.id, 5)).status).toBe('proposed');
    expect(refusalOf(await two.postAdjustment(-20.01, two.approver))).toEqual([
      409,
      'insufficient_balance',
    ]);
  });
});
