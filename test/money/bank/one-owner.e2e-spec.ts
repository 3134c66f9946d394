import { whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { bank, claim, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { givenShop } from '../../support/shop/shop.js';
import { app, balance, shop } from '../../support/money/suite.js';

startBankSuite();

const statusOf = async (reference: string | null): Promise<unknown> =>
  (await bank.call('listTransfers', { utr: reference })).data.map(({ status }) => status);

it('a line that names no client leaves the claim of another client alone', async () => {
  const { id, reference } = await bank.givenLine(500, 'NEFT-CL999999');
  await claim({ utr: reference, amount: 500 });
  const other = await givenShop(app);
  await bank.lines.credit(id, other.client.id);
  expect(await bank.walletBalance(other.client)).toBe(500);
  expect(await balance()).toBe(0);
  expect(await statusOf(reference)).toEqual(['claimed']);
});

it('money in cash is not the money of a line with the same number', async () => {
  const reference = utr();
  await bank.receipts.record(shop.client.id, 500, { reference, source: 'cash' });
  const { id, state } = await bank.givenLine(500, 'NEFT', reference);
  expect(state).toBe('unmatched');
  await bank.lines.credit(id, shop.client.id);
  expect(await balance()).toBe(1_000);
});

it('a line with two numbers is the money of one claim, whichever numbers the client claims', async () => {
  const [reference, other] = [utr(), rrn()];
  await claim({ utr: reference, amount: 500 });
  await bank.importRows({ amount: 500, reference, description: `IMPS ${other}` });
  const id = await claim({ utr: other, amount: 500 });
  expect(await bank.confirmTransfers(id)).toMatchObject([{ id, outcome: 'utr_taken' }]);
  expect([await statusOf(reference), await statusOf(other)]).toEqual([['confirmed'], ['claimed']]);
  expect(await balance()).toBe(500);
});

it('a debit with the reference of a receipt does not reverse it with another amount, or from another bank account', async () => {
  const reference = utr();
  const description = `RETURN ${reference}`;
  await bank.receipts.record(shop.client.id, 500, { reference });
  const less = await bank.givenLine(-400, description);
  const { id: other } = await bank.accounts.add({ name: reference });
  const elsewhere = statementOf([{ amount: -500, reference: 'RET-5', description }]);
  await bank.import(elsewhere, { bank_account_id: other });
  for (const { id } of [less, await bank.lines.find('RET-5')]) {
    await bank.lines.return(id).expectRefusal(409, 'bank_line_refused');
  }
  expect(await balance()).toBe(500);
});

describe('a payout that waits for another person', () => {
  givenApproversForEachTest();
  let charges: number;
  beforeEach(async () => {
    charges = await bank.others.idOf('Bank charges');
    await two.givenMoney(2 * LARGE);
  });
  afterEach(() => two.rejectAll());

  it('is not paid out once its line was charged', async () => {
    const reference = utr();
    const { id } = waitingFor(await two.postPayout({ reference }));
    await bank.importRows({ amount: -LARGE, reference }, { amount: -5, reference });
    const [fee, line] = (await bank.lines.list({ limit: 2 })).data;
    const message = expect.stringContaining(`Approval ${id} waits`);
    const charge = bank.lines.book(line!.id, charges);
    await charge.expectRefusal(409, 'bank_line_refused', { message });
    expect((await bank.lines.book(fee!.id, charges)).state).toBe('matched');
    await two.reject(id);
    await bank.lines.book(line!.id, charges);
    expect(refusalOf(await two.postPayout({ reference }))).toEqual([409, 'bank_line_matched']);
    const direct = two.admin.wallets.payOut(two.shop.client.id, LARGE, { reference });
    expect((await direct.refused(409)).message).toContain(`Bank line ${line!.id}`);
    expect([await two.balance(), await two.setAside()]).toEqual([2 * LARGE, 0]);
  });

  it('a payout and the charge of its line wait for each other: the bank pays once', async () => {
    const [first, second] = [await bank.givenLine(-LARGE), await bank.givenLine(-LARGE)];
    const before = await two.bankSum();
    type Line = typeof first;
    const charge = (line: Line) => async () => bank.lines.book(line.id, charges).status();
    const payOut =
      ({ reference }: Line) =>
      async () =>
        refusalOf(await two.postPayout({ reference }));
    // Held: the charge has locked the line and its number, and writes its journal.
    const lock = 'LOCK TABLE ledger_journals IN SHARE ROW EXCLUSIVE MODE';
    const isCharged = await whileQueued(app, lock, [charge(first), payOut(first)]);
    expect(isCharged).toEqual([200, [409, 'bank_line_matched']]);
    const [proposed, charged] = await whileQueued(app, lock, [
      () => two.postPayout({ reference: second.reference }),
      charge(second),
    ]);
    expect([proposed.status, charged]).toEqual([202, 409]);
    await two.approve(waitingFor(proposed).id);
    expect((await two.bankSum()) - before).toBe(-2 * LARGE);
  });

  it('a payout that waited when its line was charged is not approved', async () => {
    const reference = utr();
    const { id } = waitingFor(await two.postPayout({ reference }));
    await app.sql`UPDATE approvals SET key = key || '-HIDDEN' WHERE id = ${id}`;
    await bank.lines.book((await bank.givenLine(-LARGE, 'NEFT', reference)).id, charges);
    expect(refusalOf(await two.approve(id))).toEqual([409, 'bank_line_matched']);
    expect([await two.balance(), await two.setAside()]).toEqual([LARGE, LARGE]);
  });
});
