import { whileQueued } from '../../support/database/locks.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { bank, naming, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, balance, shop } from '../../support/money/suite.js';
import { givenShop } from '../../support/shop/shop.js';

startBankSuite();
givenApproversForEachTest();

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

describe('a debit that a person says returned a receipt', () => {
  afterEach(() => two.rejectAll());

  const giveBack = async (line: { id: number }, receipt_id: number) =>
    two.proposer.admin('post', `bank-lines/${line.id}/return`, { receipt_id });
  const recorded = async (reference: string): Promise<number> =>
    (await two.admin.receipts.record(two.shop.client.id, LARGE, { reference })).id;

  it.each<[text: string, describe: (reference: string) => string]>([
    ['the reference of the receipt', (reference) => `REV ${reference}`],
    [
      'that reference with other marks',
      (reference) => `TO ${reference.replace(/(.{5})/, '$1-')}/A`,
    ],
    ['the payment reference of the client', () => naming(two.shop.client)],
  ])('needs nobody with %s in its text', async (_, describe) => {
    const reference = utr();
    const receipt = await recorded(reference);
    const line = await bank.givenLine(-LARGE, describe(reference));
    expect((await giveBack(line, receipt)).status).toBe(200);
    expect(await two.balance()).toBe(0);
  });

  it.each<[text: string, describe: (client: { id: number }) => string]>([
    ['nobody', () => 'RENT'],
    ['another client', naming],
  ])('naming %s, waits for another person above the limit', async (_, describe) => {
    const receipt = await recorded(utr());
    const line = await bank.givenLine(-LARGE, describe((await givenShop(app)).client));
    const { id } = waitingFor(await giveBack(line, receipt));
    expect(await bank.lines.find(line.reference!)).toMatchObject({ waiting_approval_id: id });
    expect(await two.balance()).toBe(LARGE);
    const [listed] = await two.listApprovals('status=waiting&kind=reversal');
    expect(listed).toMatchObject({ id, receipt_id: receipt, direction: 'out', amount: LARGE });
    expect((await two.approve(id)).status).toBe(200);
    const matched = { is_reversal: true, receipt_id: receipt };
    expect(await bank.lines.find(line.reference!)).toMatchObject({ state: 'matched', matched });
    expect(await two.balance()).toBe(0);
  });

  it('counts to the limit of reversals with what is reversed by hand, of receipts of any amount', async () => {
    const client = two.shop.client.id;
    const [first, second] = [30_000, 20_001].map((amount) => bank.receipts.record(client, amount));
    const small = await bank.givenLine(-30_000, 'RENT');
    expect((await giveBack(small, (await first!).id)).status).toBe(200);
    expect((await two.postReversal((await second!).id)).status).toBe(202);
  });

  it('is not returned once the receipt was reversed by hand while it waited', async () => {
    const receipt = await recorded(utr());
    const line = await bank.givenLine(-LARGE, 'RENT');
    const { id } = waitingFor(await giveBack(line, receipt));
    await bank.receipts.reverse(receipt);
    expect(refusalOf(await two.approve(id))).toEqual([409, 'approval_outdated']);
    await two.reject(id);
    expect((await giveBack(line, receipt)).status).toBe(200);
    expect(await two.balance()).toBe(0);
  });
});

describe('a payout that waits for another person', () => {
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

describe('a payment of our own that came back', () => {
  /** Imports a payment and its return in one statement, and books neither. */
  const givenUnbooked = async (amount: number, reference: string) => {
    await bank.importRows(
      { amount: -amount, reference, description: 'NEFT SHANTI ESTATES' },
      { amount, description: `NEFT-RTN-${reference}-SHANTI ESTATES` },
    );
    const [returned, line] = (await bank.lines.list({ limit: 2 })).data;
    const suggestion = async () => (await bank.lines.list({ limit: 1 })).data[0]!.suggestion;
    return { line: line!, returned: returned!, suggestion };
  };

  it('is suggested for the account to which the payment was booked', async () => {
    const reference = utr();
    const { id: accountId } = await bank.others.add({ name: `Rent ${reference}`, type: 'expense' });
    const out = await bank.givenLine(-700, 'NEFT LANDLORD', reference);
    await bank.lines.book(out.id, accountId);
    const wanted = { reason: 'booking_returned', other_account_id: accountId, client_id: null };
    const returned = { amount: 700, reference, description: 'NEFT RETURN CR' };
    await bank.importRows(returned, { ...returned, amount: 701 });
    const { data } = await bank.lines.list({ limit: 2, direction: 'in' });
    const [other, same] = [701, 700].map((amount) => data.find((line) => line.amount === amount)!);
    expect([other!.suggestion, same!.suggestion]).toMatchObject([
      { reason: 'return_unbooked' },
      wanted,
    ]);
    const booked = await bank.lines.book(same!.id, accountId);
    expect(booked.matched).toMatchObject({ kind: 'other', other_account: `Rent ${reference}` });
  });

  it('is suggested for the charges of the bank if it is a charge that the bank returns', async () => {
    const reference = utr();
    const out = await bank.givenLine(-7, 'SMS CHARGES', reference);
    await bank.lines.charge(out.id);
    await bank.importRows({ amount: 7, reference, description: 'SMS CHARGES REVERSED' });
    const { data } = await bank.lines.list({ limit: 1, direction: 'in' });
    const charges = (await bank.others.list()).find(({ type }) => type === 'charges')!;
    expect(data[0]!.suggestion).toMatchObject({
      reason: 'booking_returned',
      other_account_id: charges.id,
    });
  });

  it('is suggested for the account once the payment in the same statement is booked, and no more once that is undone', async () => {
    const reference = utr();
    const { line, returned, suggestion } = await givenUnbooked(700, reference);
    const accountId = await bank.others.idOf('Expenses');
    await bank.lines.suspend(returned.id);
    await bank.lines.book(line.id, accountId);
    expect(await suggestion()).toMatchObject({
      reason: 'booking_returned',
      other_account_id: accountId,
    });
    await bank.lines.undo(line.id);
    expect(await suggestion()).toMatchObject({ reason: 'return_unbooked', other_account_id: null });
    await bank.lines.book(returned.id, accountId);
    const booked = await bank.lines.book(line.id, accountId);
    expect(booked).toMatchObject({ state: 'matched' });
    expect(await suggestion()).toBeNull();
  });

  it('is suggested for the account once another person approves the payment', async () => {
    const { line, suggestion } = await givenUnbooked(LARGE, utr());
    const body = { other_account_id: await bank.others.idOf('Expenses') };
    const waiting = waitingFor(
      await two.proposer.admin('post', `bank-lines/${line.id}/book`, body),
    );
    expect(await suggestion()).toMatchObject({ reason: 'return_unbooked' });
    expect((await two.approve(waiting.id)).status).toBe(200);
    expect(await suggestion()).toMatchObject({ reason: 'booking_returned', ...body });
  });

  it.each([
    ['recorded', 200],
    ['approved by another person', LARGE],
  ])('is a returned payout once the payout is %s', async (_, amount) => {
    const reference = utr();
    const { id } = two.shop.client;
    await bank.receipts.record(id, amount);
    const { line, suggestion } = await givenUnbooked(amount, reference);
    expect(await suggestion()).toMatchObject({ reason: 'return_unbooked', client_id: null });
    const answer = await two.postPayout({ amount, reference });
    if (answer.status === 202) {
      expect(await suggestion()).toMatchObject({ reason: 'return_unbooked' });
      expect((await two.approve(waitingFor(answer).id)).status).toBe(200);
    }
    expect(await suggestion()).toMatchObject({ reason: 'payout_returned' });
    const { data } = await bank.lines.list({ limit: 2 });
    expect(data.find((each) => each.id === line.id)!.matched).toMatchObject({ kind: 'payout' });
  });
});
