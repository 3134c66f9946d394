import { openTransaction } from '../../support/database/database.js';
import {
  givenApproversForEachTest,
  LARGE,
  refusalOf,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { bank, claim, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, balance, ledgerSum, shop } from '../../support/money/suite.js';

startBankSuite();

describe('a debit of a statement', () => {
  it('credits no client, regardless of who claims its number or is named', async () => {
    const reference = utr();
    await claim({ utr: reference, amount: 500 });
    const description = `NEFT-CL${String(shop.client.id).padStart(6, '0')}`;
    const report = await bank.importRows({ amount: -500, reference, description });
    expect(report).toMatchObject({ rows: 0, confirmed: 0, debit_rows: 1 });
    const { id, state } = await bank.lines.find(reference);
    expect(state).toBe('unmatched');
    await bank.lines.credit(id, shop.client.id).expectRefusal(409, 'bank_line_refused');
    expect(await balance()).toBe(0);
  });

  it('is matched with the payout of its reference, recorded before or after', async () => {
    await bank.receipts.record(shop.client.id, 1_000);
    const [early, late] = [utr(), utr()];
    await bank.wallets.payOut(shop.client.id, 100, { reference: early.toLowerCase() });
    await bank.importRows({ amount: -100, reference: early }, { amount: -200, reference: late });
    expect(await bank.lines.find(late)).toMatchObject({ state: 'unmatched' });
    await bank.wallets.payOut(shop.client.id, 200, { reference: late });
    for (const reference of [early, late]) {
      expect(await bank.lines.find(reference)).toMatchObject({
        state: 'matched',
        matched: { kind: 'payout', client_id: shop.client.id },
      });
    }
  });
});

it('money out is suggested as a charge only by its words, up to the limit of the account', async () => {
  const { id } = await bank.accounts.default();
  const reasons = async (...movements: [string, number][]) => {
    const rows = movements.map(([description, amount]) => {
      return { description, amount, reference: utr() };
    });
    await bank.importRows(...rows);
    const lines = await Promise.all(rows.map(({ reference }) => bank.lines.find(reference)));
    return lines.map(({ suggestion }) => suggestion?.reason ?? null);
  };
  expect(
    await reasons(
      ['SMS CHARGES', -17.7],
      ['GST @18% ON CHARGES', -1_000],
      ['CONSOLIDATED CHARGES', -1_000.01],
      ['RENT NOVEMBER', -900],
      ['SALARY NOVEMBER', -28_000],
      ['GST PAYMENT 26112900012345', -500],
      ['NEFT RETURN UNKNOWN PAYER', -500],
      ['INT COLL', -80],
    ),
  ).toEqual(['bank_charge', 'bank_charge', null, null, null, null, 'return_unclear', 'interest']);
  expect(await bank.accounts.change(id, { charge_limit: 50 })).toMatchObject({ charge_limit: 50 });
  expect(await reasons(['SMS CHARGES', -50.01], ['INT PAID', 80])).toEqual([null, 'interest']);
  await bank.accounts.change(id, { charge_limit: 1_000 });
});

it('a returned payment is found by the client that it names, if one receipt of the client has its amount', async () => {
  const named = `CL${String(shop.client.id).padStart(6, '0')}`;
  const first = await bank.receipts.record(shop.client.id, 500, { source: 'bank' });
  const line = await bank.givenLine(-500, `NEFT RTN ${named}`);
  expect(line.suggestion).toMatchObject({ reason: 'returned_payment', receipt_id: first.id });
  expect((await bank.lines.return(line.id)).matched).toMatchObject({ receipt_id: first.id });
  expect(await balance()).toBe(0);

  const second = await bank.receipts.record(shop.client.id, 70);
  const third = await bank.receipts.record(shop.client.id, 70);
  const unclear = await bank.givenLine(-70, `REV ${named}`);
  expect(unclear.suggestion).toMatchObject({ reason: 'return_unclear', client_id: shop.client.id });
  for (const body of [{}, { receipt_id: first.id }, { receipt_id: 999_999 }]) {
    await bank.lines.return(unclear.id, body).expectRefusal(409, 'bank_line_refused');
  }
  await bank.lines.return(unclear.id, { receipt_id: second.id });
  expect(await balance()).toBe(70);
  const other = bank.lines.return(unclear.id, { receipt_id: third.id });
  await other.expectRefusal(409, 'bank_line_matched');
  const { id } = await bank.givenLine(-70, 'RETURN');
  const again = bank.lines.return(id, { receipt_id: second.id });
  expect((await again.refused(409)).message).toContain('has another line');
});

describe('money of no client', () => {
  it('is not booked as a charge unless it is suggested as one', async () => {
    const charges = await bank.others.idOf('Bank charges');
    for (const [amount, description] of [
      [-900, 'RENT NOVEMBER'],
      [-1_000.01, 'CONSOLIDATED CHARGES'],
    ] as const) {
      const { id } = await bank.givenLine(amount, description);
      const message = expect.stringContaining('another account');
      await bank.lines.charge(id).expectRefusal(409, 'bank_line_refused', { message });
      expect((await bank.lines.book(id, charges)).matched).toMatchObject({ kind: 'bank_charge' });
    }
  });

  it('goes to an account of the list that finance keeps, in either direction', async () => {
    const rent = await bank.others.add({ name: 'Rent', type: 'expense' });
    const before = [await ledgerSum('bank'), await ledgerSum('other_account')];
    const { id } = await bank.givenLine(-18_000, 'RENT NOVEMBER');
    const booked = await bank.lines.book(id, rent.id);
    const matched = { kind: 'other', other_account: 'Rent' };
    expect(booked).toMatchObject({ state: 'matched', matched });
    expect((await bank.lines.book(id, rent.id)).matched).toEqual(booked.matched);
    const interest = await bank.others.idOf('Interest');
    await bank.lines.book(id, interest).expectRefusal(409, 'bank_line_matched');
    const paid = await bank.givenLine(80, 'INT.PD 01-07-2026');
    await bank.lines.suspend(paid.id);
    await bank.lines.book(paid.id, interest);
    const after = [await ledgerSum('bank'), await ledgerSum('other_account')];
    expect(after).toEqual([before[0]! - 17_920, before[1]! + 17_920]);
    expect(await ledgerSum('suspense')).toBe(0);
    const { data } = await bank.audit.list({ limit: 500 });
    expect(data.map(({ action }) => action)).toContain('other_account.created');
  });

  it('is no payout that was recorded for another bank account', async () => {
    const reference = utr();
    await bank.receipts.record(shop.client.id, 500, { reference: utr() });
    await bank.wallets.payOut(shop.client.id, 500, { reference }).expect(201);
    const { id: other } = await bank.accounts.add({ name: reference });
    await bank.import(statementOf([{ amount: -500, reference }]), { bank_account_id: other });
    const line = await bank.lines.find(reference);
    expect(line.suggestion).toMatchObject({ reason: 'account_differs' });
    const rent = await bank.others.add({ name: 'Rent of a shop', type: 'expense' });
    await bank.lines.book(line.id, rent.id).expectRefusal(409, 'bank_line_refused');
  });

  it('has accounts that are renamed and hidden', async () => {
    const { id } = await bank.others.add({ name: 'Car', type: 'loan' });
    expect(await bank.others.add({ name: 'Car', type: 'tax' }).status()).toBe(409);
    expect(await bank.others.change(id, { name: 'Rent' }).status()).toBe(409);
    expect(await bank.others.change(999_999, { name: 'X' }).status()).toBe(404);
    const changed = await bank.others.change(id, { name: 'Van', is_hidden: true });
    expect(changed).toEqual({ id, name: 'Van', type: 'loan', is_hidden: true });
    const line = await bank.givenLine(-5, 'EMI');
    for (const account of [id, 999_999]) {
      await bank.lines.book(line.id, account).expectProblems('other_account_id unknown_account');
    }
    await bank.lines.book(line.id, undefined).expectProblems('other_account_id required');
  });
});

describe('a decision that is undone', () => {
  it('is reversed by an entry, and the line is open for another one', async () => {
    const before = [await ledgerSum('bank'), await ledgerSum('bank_charges')];
    const { id } = await bank.givenLine(-17.7, 'SMS CHARGES');
    await bank.lines.charge(id);
    const suggestion = { reason: 'bank_charge' };
    const undone = await bank.lines.undo(id);
    expect(undone).toMatchObject({ state: 'suggested', suggestion, matched: null });
    expect([await ledgerSum('bank'), await ledgerSum('bank_charges')]).toEqual(before);
    await bank.lines.book(id, await bank.others.idOf('Taxes'));
    expect((await bank.lines.undo(id)).matched).toBeNull();
    await bank.lines.charge(id);
    expect(await ledgerSum('bank_charges')).toBeCloseTo(before[1]! + 17.7);
    expect(await bank.lines.undo(999_999).status()).toBe(404);
  });

  it('may have been made by an earlier release', async () => {
    const { id } = await bank.givenLine(-500, 'RENT');
    const earlier = await openTransaction(app.connection);
    // The entry gets its seal afterwards.
    await earlier.query('SELECT FROM ledger_seal_state FOR UPDATE');
    await bank.lines.book(id, await bank.others.idOf('Bank charges'));
    const before = await ledgerSum('bank_charges');
    await earlier.query(
      `SET LOCAL session_replication_role = replica;
        UPDATE ledger_journals SET key = 'charge:line:${id}'
          WHERE id = (SELECT journal_id FROM statement_lines WHERE id = ${id})`,
    );
    await earlier.commit();
    await bank.lines.undo(id);
    expect(await ledgerSum('bank_charges')).toBe(before - 500);
  });

  it('takes money out of suspense, and an ignored line back', async () => {
    const { id } = await bank.givenLine(500, 'NEFT');
    await bank.lines.suspend(id);
    expect(await bank.lines.undo(id)).toMatchObject({ state: 'unmatched', in_suspense: false });
    expect(await ledgerSum('suspense')).toBe(0);
    await bank.lines.ignore(id);
    expect(await bank.lines.undo(id)).toMatchObject({ state: 'unmatched', ignored_reason: null });
    await bank.lines.undo(id).expectRefusal(409, 'bank_line_refused');
  });

  it('takes the money of a credit back from the client', async () => {
    const description = 'NEFT CR-SBIN0001234-CHENNAI TRADERS';
    const { id } = await bank.givenLine(500, description);
    await bank.lines.credit(id, shop.client.id);
    const suggestion = { reason: 'receipt_reversed' };
    expect(await bank.lines.undo(id)).toMatchObject({ state: 'suggested', suggestion });
    expect(await balance()).toBe(0);
    // The payer is remembered for the client no more.
    expect(await bank.givenLine(70, description)).toMatchObject({ state: 'unmatched' });
    const { data } = await bank.audit.list({ subject: `bank line ${id}` });
    const payers = { client_id: shop.client.id, payers: ['CHENNAI TRADERS'] };
    expect(data.find(({ action }) => action === 'payer.forgotten')?.before).toEqual(payers);
    await app.expectInvariants();
  });

  it('credits a returned payment again, by the line on which it came', async () => {
    const reference = utr();
    await claim({ utr: reference, amount: 500 });
    await bank.importRows({ amount: 500, reference });
    const { id } = await bank.givenLine(-500, `RETURN ${reference}`);
    await bank.lines.return(id);
    const suggestion = { reason: 'returned_payment' };
    expect(await bank.lines.undo(id)).toMatchObject({ state: 'suggested', suggestion });
    expect(await balance()).toBe(500);
    const matched = { kind: 'receipt', is_reversal: false };
    expect(await bank.lines.find(reference)).toMatchObject({ state: 'matched', matched });
    await bank.lines.return(id);
    expect(await balance()).toBe(0);
  });

  it('is refused for an entry that was recorded apart, and without the line of the money', async () => {
    await bank.receipts.record(shop.client.id, 500);
    const reference = utr();
    await bank.wallets.payOut(shop.client.id, 100, { reference });
    const paid = await bank.givenLine(-100, 'NEFT', reference);
    expect((await bank.lines.undo(paid.id).refused(409)).message).toContain('payout');
    const named = `CL${String(shop.client.id).padStart(6, '0')}`;
    const { id } = await bank.givenLine(-500, `REV ${named}`);
    await bank.lines.return(id);
    expect((await bank.lines.undo(id).refused(409)).message).toContain('record the receipt again');
  });
});

describe('money of no client that a person books', () => {
  givenApproversForEachTest();
  const book = async (id: number, account: number) =>
    two.proposer.admin('post', `bank-lines/${id}/book`, { other_account_id: account });

  it('waits for another person above the limit of payouts', async () => {
    const [loans, taxes] = [await bank.others.idOf('Loans'), await bank.others.idOf('Taxes')];
    const file = statementOf([
      { amount: -LARGE, reference: utr(), description: 'LOAN OF RAVI' },
      { amount: -5, reference: utr(), description: 'TEA' },
    ]);
    await bank.import(file, { accept_gap: true });
    const [tea, line] = (await bank.lines.list({ limit: 2 })).data;
    await bank.lines.ignore(tea!.id);
    const { id } = line!;
    const waiting = waitingFor(await book(id, loans));
    expect(waitingFor(await book(id, loans))).toEqual(waiting);
    expect(refusalOf(await book(id, taxes))).toEqual([409, 'bank_line_refused']);
    const listed = async () => (await bank.lines.list()).data.find((one) => one.id === id);
    expect(await listed()).toMatchObject({ state: 'unmatched', waiting_approval_id: waiting.id });
    const { lines } = await bank.import(file, { dry_run: true });
    expect(lines.map((one) => one.waiting_approval_id)).toEqual([waiting.id, null]);
    expect(await two.listApprovals('kind=bank_line&status=waiting')).toMatchObject([
      { id: waiting.id, amount: LARGE, client_id: null, note: 'Loans: LOAN OF RAVI' },
    ]);
    expect(refusalOf(await two.approve(waiting.id, two.proposer))).toEqual([403, 'own_proposal']);
    expect((await two.approve(waiting.id)).status).toBe(200);
    const booked = { matched: { other_account: 'Loans' }, waiting_approval_id: null };
    expect(await listed()).toMatchObject(booked);
  });

  it('is not booked twice if the line is decided while it waits', async () => {
    const { id } = await bank.givenLine(-LARGE, 'LOAN');
    const waiting = waitingFor(await book(id, await bank.others.idOf('Loans')));
    await bank.lines.book(id, await bank.others.idOf('Loans'));
    expect(refusalOf(await two.approve(waiting.id))).toEqual([409, 'approval_decided']);
  });

  it('is counted: many small ones wait as a large one does', async () => {
    const expenses = await bank.others.idOf('Expenses');
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { id } = await bank.givenLine(-20_000, 'NEFT DR');
      statuses.push((await book(id, expenses)).status);
    }
    expect(statuses).toEqual([200, 200, 202]);
    const { id } = await bank.givenLine(-900, 'SMS CHARGES');
    expect((await two.proposer.admin('post', `bank-lines/${id}/charge`, {})).status).toBe(200);
  });

  it('is the same money as a credit that is undone above the limit of reversals', async () => {
    const { id } = await bank.givenLine(LARGE, 'NEFT');
    await bank.lines.credit(id, shop.client.id);
    const undo = await two.proposer.admin('post', `bank-lines/${id}/undo`, { reason: 'Wrong' });
    await two.approve(waitingFor(undo).id);
    expect(await balance()).toBe(0);
  });
});
