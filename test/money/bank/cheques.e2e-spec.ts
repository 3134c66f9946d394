import { bank, startBankSuite, statementOf } from '../../support/money/bank.js';
import { givenShop } from '../../support/shop/shop.js';
import { app, balance, ledgerSum, place, shop } from '../../support/money/suite.js';
import { rowLock, whileQueued } from '../../support/database/locks.js';
import { inDays } from '../../support/time.js';

startBankSuite({ UNPAID_ORDER_TTL_HOURS: '0' });

let made = 100_000;
/** Makes the number of a cheque: six digits, as cheques in India have them. */
const chequeNumber = (): string => String((made += 1));
/** Reads the ledger's sums for the default bank account and for cheques, as the wholesaler sees them. */
const held = async (): Promise<[bank: number, cheques: number]> => [
  await ledgerSum('bank'),
  await ledgerSum('cheques_in_hand'),
];
let before: [bank: number, cheques: number];
const moved = async (): Promise<number[]> => {
  const now = await held();
  return now.map((sum, index) => sum - before[index]!);
};
const clientOf = async () => bank.clients.get(shop.client.id);
/** Records a cheque of 110.00 that pays an order, and returns its receipt. */
const givenCheque = async (reference = chequeNumber()) => {
  await bank.orders.pay(await place(), { method: 'cheque', reference });
  const { data } = await bank.receipts.list({ client_id: shop.client.id, reference });
  return { id: data[0]!.id, reference };
};
const cleared = (reference: string, description = 'CHQ DEP') => {
  return { amount: 110, reference, description };
};
const returned = (reference: string) => {
  return { amount: -110, reference, description: 'CHQ RETURN FUNDS INSUFFICIENT' };
};
const line = async (reference: string, direction: 'in' | 'out' = 'in') => {
  const { data } = await bank.lines.list({ limit: 500 });
  const found = data.filter((one) => one.reference === reference && one.direction === direction);
  expect(found).toHaveLength(1);
  return found[0]!;
};

beforeEach(async () => {
  before = await held();
});

describe('a cheque in hand', () => {
  it('moves to the bank when a line of a statement shows it, once', async () => {
    const { id, reference } = await givenCheque();
    expect(await moved()).toEqual([0, 110]);
    await bank.importRows(cleared(reference));
    expect(await line(reference)).toMatchObject({
      state: 'matched',
      matched: { kind: 'clearing', is_reversal: false, receipt_id: id, client_id: shop.client.id },
    });
    expect(await moved()).toEqual([110, 0]);
    await bank.importRows(cleared(reference), { ...cleared(reference), date: '2026-11-22' });
    expect(await moved()).toEqual([110, 0]);
    const { data } = await bank.lines.list({ limit: 1 });
    expect(data).toMatchObject([{ suggestion: { reason: 'reference_used', receipt_id: id } }]);
    const { data: receipts } = await bank.receipts.list({ client_id: shop.client.id });
    expect(receipts).toMatchObject([{ in_hand: false, reversed_at: null }]);
    expect(await balance()).toBe(0);
  });

  it('is cleared by one of two lines, as the dry run says', async () => {
    const { reference } = await givenCheque();
    const rows = [cleared(reference), cleared(reference, 'CLG')];
    const file = statementOf(rows, { opening: null });
    for (const dry_run of ['true', 'false']) {
      const { matches } = await bank.import(file, { dry_run });
      expect(matches.map(({ state }) => state)).toEqual(['matched', 'suggested']);
    }
    expect(await moved()).toEqual([110, 0]);
  });

  it('is in hand again when the line that cleared it is undone, and cleared once more', async () => {
    const { id, reference } = await givenCheque();
    await bank.importRows(cleared(reference));
    const { id: lineId } = await line(reference);
    expect(await bank.lines.undo(lineId)).toMatchObject({ state: 'unmatched', matched: null });
    expect(await moved()).toEqual([0, 110]);
    const { data: receipts } = await bank.receipts.list({ client_id: shop.client.id, reference });
    expect(receipts).toMatchObject([{ id, in_hand: true, reversed_at: null }]);
    expect(await clientOf()).toMatchObject({ debt: 0 });
    await bank.lines.credit(lineId, shop.client.id, { cheque: reference });
    expect(await moved()).toEqual([110, 0]);
  });

  it('is cleared by finance with a line that lacks its number, once', async () => {
    const { id, reference } = await givenCheque();
    const slip = chequeNumber();
    await bank.importRows(cleared(slip), { ...cleared(slip), date: '2026-11-23' });
    const { data } = await bank.lines.list({ limit: 2 });
    const [second, first] = data.map(({ id: each }) => each) as [number, number];
    const refused = async (cheque: string, rest = {}): Promise<unknown> =>
      (await bank.lines.credit(first, shop.client.id, { cheque, ...rest }).refused(409)).code;
    expect(await refused('999999')).toBe('bank_line_refused');
    expect(await refused(reference, { tax_deducted: 1 })).toBe('bank_line_refused');
    const { client: other } = await givenShop(app);
    expect(await bank.lines.credit(first, other.id, { cheque: reference }).status()).toBe(409);
    const { matched } = await bank.lines.credit(first, shop.client.id, { cheque: reference });
    expect(matched).toMatchObject({ kind: 'clearing', receipt_id: id });
    const again = await bank.lines.credit(first, shop.client.id, { cheque: reference });
    expect(again.matched).toEqual(matched);
    expect(await moved()).toEqual([110, 0]);
    const twice = bank.lines.credit(second, shop.client.id, { cheque: reference });
    await twice.expectRefusal(409, 'bank_line_refused');
    expect(await balance()).toBe(0);
  });

  it('a cheque that the release before has matched without clearing it is freed by a reversal', async () => {
    const { id } = await givenCheque();
    const slip = chequeNumber();
    await bank.importRows(cleared(slip));
    await app.sql`UPDATE statement_lines SET state = 'matched', suggestion = NULL, decided_by = 'before', decided_at = now(),
          journal_id = (SELECT id FROM ledger_journals WHERE key = ${`receipt:${id}`})
        WHERE reference = ${slip}`;
    await bank.receipts.reverse(id);
    expect((await line(slip)).suggestion).toMatchObject({ reason: 'receipt_reversed' });
    expect(await moved()).toEqual([0, 0]);
  });

  it('is cleared in the bank account of the line', async () => {
    const { id: second } = await bank.accounts.add({ name: 'Second' });
    const { reference } = await givenCheque();
    await bank.import(
      `Date,Narration,Chq/Ref No,Withdrawal Amt,Deposit Amt\n21/11/2026,CHQ,${reference},,110.00\n`,
      { bank_account_id: second },
    );
    expect((await line(reference)).matched).toMatchObject({ kind: 'clearing' });
    expect(await moved()).toEqual([0, 0]);
    const tomorrow = inDays(1).toISOString().slice(0, 10);
    expect((await bank.accounts.closing(second, tomorrow)).ledger_balance).toBe(110);
  });

  it('takes its money out of suspense', async () => {
    const reference = chequeNumber();
    await bank.importRows(cleared(reference));
    await bank.lines.suspend((await line(reference)).id);
    await givenCheque(reference);
    expect((await line(reference)).state).toBe('matched');
    expect(await moved()).toEqual([110, 0]);
  });

  it('stays in hand if the line has another amount', async () => {
    const { id, reference } = await givenCheque();
    await bank.importRows({ ...cleared(reference), amount: 100 });
    const differs = { reason: 'receipt_differs', receipt_id: id };
    expect((await line(reference)).suggestion).toMatchObject(differs);
    expect(await moved()).toEqual([0, 110]);
  });

  it.each(['reversed', 'cleared'])(
    'a cheque that is %s while a line clears it or it is reversed by hand ends reversed, with an open line',
    async (first) => {
      const { id, reference } = await givenCheque();
      const reverse = () => bank.receipts.reverse(id).status();
      const clear = () => bank.importRows(cleared(reference)).status();
      const works = first === 'reversed' ? [reverse, clear] : [clear, reverse];
      expect(await whileQueued(app, rowLock('receipts', id), works)).toEqual([200, 200]);
      const reversed = { reason: 'receipt_reversed', receipt_id: id };
      expect((await line(reference)).suggestion).toMatchObject(reversed);
      expect(await moved()).toEqual([0, 0]);
      expect((await clientOf()).debt).toBe(110);
      const { data } = await bank.receipts.list({ client_id: shop.client.id });
      expect(data).toMatchObject([{ in_hand: false, reversed_at: expect.any(String) as string }]);
    },
  );
});

it('a cheque in hand of the amount of a line is asked about unless it is named, or the line is other money', async () => {
  const { reference } = await givenCheque();
  await bank.importRows({ amount: 110, reference: chequeNumber(), description: 'CLG' });
  const { data } = await bank.lines.list({ limit: 1 });
  const credit = (rest = {}) => bank.lines.credit(data[0]!.id, shop.client.id, rest);
  await credit().expectRefusal(409, 'bank_line_refused', {
    cheque: reference,
    message: expect.stringContaining(`cheque ${reference} `) as string,
  });
  expect(await credit({ tax_deducted: 1 }).status()).toBe(409);
  expect(await moved()).toEqual([0, 110]);
  const { client: other } = await givenShop(app);
  const { matched } = await credit({ other_money: true });
  expect(matched).toMatchObject({ kind: 'receipt', client_id: shop.client.id });
  expect((await credit()).matched).toEqual(matched);
  expect(await clientOf()).toMatchObject({ wallet_balance: 110 });
  expect(await moved()).toEqual([110, 110]);
  await bank.importRows({ amount: 110, reference: chequeNumber() });
  const { data: next } = await bank.lines.list({ limit: 1 });
  expect(await bank.lines.credit(next[0]!.id, other.id).status()).toBe(200);
});

describe('a cheque that bounces', () => {
  it('leaves the bank with the line that returns it, and makes a debt', async () => {
    const { id, reference } = await givenCheque();
    await bank.importRows(cleared(reference), returned(reference));
    const out = await line(reference, 'out');
    expect(out.suggestion).toMatchObject({ reason: 'returned_payment', receipt_id: id });
    const answer = await bank.lines.return(out.id);
    expect(answer.matched).toMatchObject({ kind: 'clearing', is_reversal: true, receipt_id: id });
    expect((await bank.lines.return(out.id)).matched).toEqual(answer.matched);
    const matched = { kind: 'clearing', is_reversal: false };
    expect(await line(reference)).toMatchObject({ state: 'matched', matched });
    expect(await moved()).toEqual([0, 0]);
    expect(await clientOf()).toMatchObject({ debt: 110, wallet_balance: 0 });
  });

  it('can be presented again, with the same number', async () => {
    const { reference } = await givenCheque();
    await bank.importRows(cleared(reference), returned(reference));
    await bank.lines.return((await line(reference, 'out')).id);
    await bank.receipts.record(shop.client.id, 110, { source: 'cheque', reference });
    expect(await moved()).toEqual([0, 110]);
    await bank.importRows({ ...cleared(reference), date: '2026-11-24' });
    const { data } = await bank.lines.list({ limit: 1 });
    expect(data).toMatchObject([{ date: '2026-11-24', matched: { kind: 'clearing' } }]);
    expect(await moved()).toEqual([110, 0]);
    expect((await clientOf()).debt).toBe(0);
  });

  it('a cheque that bounces after it was reversed by hand is only matched with both lines', async () => {
    const { id, reference } = await givenCheque();
    await bank.importRows(cleared(reference));
    await bank.receipts.reverse(id);
    expect(await moved()).toEqual([0, 0]);
    const suggestion = { reason: 'receipt_reversed', receipt_id: id };
    expect(await line(reference)).toMatchObject({ state: 'suggested', suggestion });
    await bank.importRows(returned(reference));
    const out = await line(reference, 'out');
    expect(out).toMatchObject({ state: 'matched', matched: { is_reversal: true } });
    expect(await moved()).toEqual([0, 0]);
    expect((await clientOf()).debt).toBe(110);
  });

  it('a cheque that bounces before its credit was imported takes both lines', async () => {
    const { id, reference } = await givenCheque();
    await bank.importRows(returned(reference));
    const out = await line(reference, 'out');
    await bank.lines.return(out.id).expectRefusal(409, 'bank_line_refused');
    await bank.receipts.reverse(id);
    await bank.importRows(cleared(reference));
    await bank.lines.return(out.id);
    for (const direction of ['in', 'out'] as const) {
      expect((await line(reference, direction)).state).toBe('matched');
    }
    expect(await moved()).toEqual([0, 0]);
    expect((await clientOf()).debt).toBe(110);
  });

  it('can be paid to the bank by another client after its line was freed', async () => {
    const { id, reference } = await givenCheque();
    await bank.importRows(cleared(reference));
    await bank.receipts.reverse(id);
    await bank.lines.credit((await line(reference)).id, shop.client.id);
    expect(await moved()).toEqual([110, 0]);
    expect(await clientOf()).toMatchObject({ debt: 0, wallet_balance: 0 });
  });
});
