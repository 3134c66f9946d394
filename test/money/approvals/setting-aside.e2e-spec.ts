import type { DayReportDto } from '../../../src/money/reports/day/day-report.dto.js';
import { dateInShop } from '../../../src/platform/time-zone.js';
import { rowLock, whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { utr } from '../../support/money/bank.js';
import {
  jobs,
  givenGatewayReceipt,
  Payer,
  refundsOf,
  stopGatewayJobs,
} from '../../support/shop/checkouts.js';
import { unique } from '../../support/shop/given.js';
import type { BrowserAnswer } from '../../support/shop/people.js';
import { app, startSuite } from '../../support/money/suite.js';

startSuite({}, stopGatewayJobs);
givenApproversForEachTest();
afterEach(() => two.rejectAll());

/** Lists the kinds and amounts of the wallet's entries, the latest first. */
async function entries(): Promise<[string, number, string | null][]> {
  const { data } = await two.admin.wallets.entries(two.shop.client.id);
  return data.map(({ kind, amount, reference }) => [kind, amount, reference]);
}

/** Reads what the closing of today says of payouts. */
async function report() {
  const date = dateInShop(new Date());
  const { body } = await app.admin('get', `reports/day?date=${date}`).expect(200);
  const { payouts, set_aside: aside, reversals, balanced } = (body as { data: DayReportDto }).data;
  return { payouts, aside: aside.amount, reversals, balanced };
}

describe('a payout above the limit', () => {
  it('leaves the wallet when it is proposed, and the bank when it is approved', async () => {
    await two.givenMoney(LARGE + 5);
    const reference = unique('OUT');
    const { id } = waitingFor(await two.postPayout({ reference }));
    expect([await two.balance(), await two.setAside()]).toEqual([5, LARGE]);
    expect(refusalOf(await two.postPayout({ amount: 6 }))).toEqual([409, 'insufficient_balance']);
    expect((await two.approve(id)).status).toBe(200);
    expect([await two.balance(), await two.setAside()]).toEqual([5, 0]);
    expect((await entries())[0]).toEqual(['payout', -LARGE, reference]);
  });

  it('returns the money when it is rejected, which pays what the client owes first', async () => {
    const receipt = await two.givenMoney(LARGE);
    const small = await two.givenMoney(100);
    const { id } = waitingFor(await two.postPayout());
    await two.admin.receipts.reverse(small);
    const { id: reversal } = waitingFor(await two.postReversal(receipt));
    await two.approve(reversal);
    expect(await two.balance()).toBe(0);
    await two.reject(id);
    expect([await two.balance(), await two.setAside()]).toEqual([0, 0]);
    expect((await entries())[0]!.slice(0, 2)).toEqual(['debt', -LARGE]);
  });

  it('is set aside in the closing of the day, and a payout of it once it is approved', async () => {
    await two.givenMoney(2 * LARGE);
    const before = await report();
    const [rejected, approved] = [
      waitingFor(await two.postPayout()),
      waitingFor(await two.postPayout()),
    ];
    expect(await report()).toEqual({ ...before, aside: before.aside - 2 * LARGE });
    await two.reject(rejected.id);
    expect(await report()).toEqual({ ...before, aside: before.aside - LARGE });
    await two.approve(approved.id);
    const { count, amount } = before.payouts;
    const payouts = { count: count + 1, amount: amount - LARGE };
    expect(await report()).toEqual({ ...before, payouts });
    const [, ...lines] = await two.admin.file(`reports/day/export?date=${dateInShop(new Date())}`);
    const sum = lines.slice(0, -1).reduce((total, line) => total + Number(line.split(',')[2]), 0);
    expect(sum).toBeCloseTo(Number(lines.at(-1)!.split(',')[2]), 2);
  });

  it('is refused at once where the wallet does not cover it', async () => {
    await two.givenMoney(LARGE - 1);
    expect(refusalOf(await two.postPayout())).toEqual([409, 'insufficient_balance']);
    expect(await two.setAside()).toBe(0);
  });

  it('is approved with the number of the bank, if words were typed around it', async () => {
    await two.givenMoney(LARGE);
    const reference = utr();
    await two.approve(waitingFor(await two.postPayout({ reference: `UTR ${reference}` })).id);
    expect(await entries()).toContainEqual(['payout', -LARGE, reference]);
    await app.expectInvariants();
  });

  it('is the same one when it is repeated, however its reference is typed, before and after the decision', async () => {
    await two.givenMoney(2 * LARGE);
    const reference = utr();
    const typed = `${reference.slice(0, 6).toLowerCase()} ${reference.slice(6)}`;
    const { id } = waitingFor(await two.postPayout({ reference }));
    for (const again of [reference, typed]) {
      expect(waitingFor(await two.postPayout({ reference: again })).id).toBe(id);
    }
    for (const amount of [LARGE + 1, 1]) {
      expect(refusalOf(await two.postPayout({ reference, amount }))).toEqual([
        409,
        'reference_used',
      ]);
    }
    const byToken = two.admin.wallets.payOut(two.shop.client.id, 7, { reference });
    await byToken.expectRefusal(409, 'reference_used');
    await two.approve(id);
    const { status, body } = await two.postPayout({ reference: typed });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ reference: typed, amount: LARGE, wallet_balance: LARGE });
    expect(refusalOf(await two.postPayout({ reference: typed, amount: 1 }))).toEqual([
      409,
      'payout_recorded',
    ]);
    expect([await two.balance(), await two.setAside()]).toEqual([LARGE, 0]);
  });

  it.each(['approval', 'admin token'])(
    'is paid out once by the approval and the admin token at the same time, also of a wallet with no more: the %s is first',
    async (first) => {
      await two.givenMoney(LARGE);
      const reference = unique('OUT');
      const { id } = waitingFor(await two.postPayout({ reference }));
      const payOut = async (): Promise<number> =>
        two.admin.wallets.payOut(two.shop.client.id, LARGE, { reference }).status();
      const approve = async () => two.approve(id).then(refusalOf);
      const works = first === 'approval' ? [approve, payOut] : [payOut, approve];
      const answers = await whileQueued(app, rowLock('approvals', id), works);
      expect(answers).toEqual(
        first === 'approval' ? [[200, undefined], 200] : [201, [409, 'approval_decided']],
      );
      expect([await two.balance(), await two.setAside()]).toEqual([0, 0]);
    },
  );

  it('is matched with its line of a bank statement', async () => {
    await two.givenMoney(2 * LARGE);
    const [before, after] = [utr(), utr()];
    const first = waitingFor(await two.postPayout({ reference: before }));
    await two.admin.importRows({ amount: -LARGE, reference: before });
    await two.approve(first.id);
    expect((await two.admin.lines.find(before)).state).toBe('matched');
    const second = waitingFor(await two.postPayout({ reference: after }));
    await two.approve(second.id);
    expect((await two.admin.givenLine(-LARGE, 'NEFT', after)).state).toBe('matched');
  });

  it('is exported to the books by way of its own account', async () => {
    await two.givenMoney(LARGE);
    const { id } = waitingFor(await two.postPayout());
    const month = dateInShop(new Date()).slice(0, 7);
    const sums = async () => {
      const { accounts } = await two.admin.call('getExportSums', { month });
      return accounts.find(({ account }) => account === 'payouts_waiting')!;
    };
    const before = await sums();
    expect(before.name).toBe('Payouts waiting for approval');
    await two.approve(id);
    const after = await sums();
    expect([after.debit - before.debit, after.credit - before.credit].sort()).toEqual([0, LARGE]);
  });
});

describe('a reversal above the limit', () => {
  it('moves nothing until it is approved', async () => {
    const receipt = await two.givenMoney(LARGE);
    const { id } = waitingFor(await two.postReversal(receipt));
    expect(waitingFor(await two.postReversal(receipt)).id).toBe(id);
    expect(await two.balance()).toBe(LARGE);
    await two.approve(id);
    expect(await two.balance()).toBe(0);
    expect((await two.postReversal(receipt)).status).toBe(200);
  });

  it('does not wait where a line of a bank statement proves it', async () => {
    const reference = utr();
    await two.admin.receipts.record(two.shop.client.id, LARGE, { reference, source: 'bank' });
    const { id } = await two.admin.givenLine(-LARGE, 'NEFT', reference);
    expect((await two.proposer.admin('post', `bank-lines/${id}/return`, {})).status).toBe(200);
    expect(await two.balance()).toBe(0);
  });
});

describe('a refund to source above the limit', () => {
  const given = async (): Promise<number> =>
    givenGatewayReceipt(await Payer.of(app, two.shop.client), two.admin, two.shop, LARGE);
  const refund = async (receipt: number, reference: string): Promise<BrowserAnswer> => {
    const body = { amount: LARGE, reference, reason: 'Mistake' };
    return two.proposer.admin('post', `receipts/${receipt}/refunds`, body);
  };

  it('is sent once it is approved', async () => {
    const receipt = await given();
    const { id } = waitingFor(await refund(receipt, 'R-1'));
    expect([await two.balance(), await two.setAside()]).toEqual([0, LARGE]);
    await jobs.sendRefunds();
    expect(await refundsOf(receipt)).toEqual([]);
    expect((await two.approve(id)).status).toBe(200);
    expect((await refund(receipt, 'R-1')).status).toBe(200);
    await jobs.endRefund('processed');
    expect([await two.balance(), await two.setAside()]).toEqual([0, 0]);
    expect(await refundsOf(receipt)).toMatchObject([{ status: 'processed', amount: LARGE }]);
    expect((await entries())[0]).toEqual(['payout', -LARGE, 'R-1']);
  });

  it('returns the money when it is rejected', async () => {
    const receipt = await given();
    await two.reject(waitingFor(await refund(receipt, 'R-1')).id);
    expect([await two.balance(), await two.setAside()]).toEqual([LARGE, 0]);
    expect((await refund(receipt, 'R-1')).status).toBe(202);
  });

  it('returns the money when the gateway could not send it, and may be proposed again', async () => {
    const receipt = await given();
    await two.approve(waitingFor(await refund(receipt, 'R-1')).id);
    const { payouts, ...others } = await report();
    await jobs.endRefund('failed');
    expect([await two.balance(), await two.setAside()]).toEqual([LARGE, 0]);
    // As a payout that the bank returns: in the closing of a later day, it is the only one.
    const returned = { count: payouts.count + 1, amount: payouts.amount + LARGE };
    expect(await report()).toEqual({ payouts: returned, ...others });
    await two.approve(waitingFor(await refund(receipt, 'R-1')).id);
    await jobs.endRefund('processed');
    expect(await two.balance()).toBe(0);
  });

  it('keeps waiting where it was made in part under another reference meanwhile', async () => {
    const receipt = await given();
    await two.givenMoney(LARGE);
    const { id } = waitingFor(await refund(receipt, 'R-1'));
    const other = { amount: 10, reference: 'R-2', reason: 'Mistake' };
    await app.admin('post', `receipts/${receipt}/refunds`, other).expect(201);
    expect(refusalOf(await two.approve(id))).toEqual([409, 'not_refundable']);
    expect([await two.balance(), await two.setAside()]).toEqual([LARGE - 10, LARGE]);
  });
});

describe('a claimed transfer above the limit', () => {
  it('waits for another person, and is confirmed by the approval', async () => {
    const transfer = await two.givenClaim(LARGE);
    const waiting = await two.confirmTransfer(transfer);
    expect(waiting.outcome).toBe('waiting');
    expect(await two.confirmTransfer(transfer)).toEqual(waiting);
    expect(await two.balance()).toBe(0);
    expect((await two.approve(waiting.approval_id)).status).toBe(200);
    expect(await two.balance()).toBe(LARGE);
    const confirmed = { outcome: 'confirmed', approval_id: null };
    expect(await two.confirmTransfer(transfer)).toMatchObject(confirmed);
  });
});
