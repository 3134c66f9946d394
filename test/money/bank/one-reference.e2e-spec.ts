import { bank, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import {
  givenApproversForEachTest,
  LARGE,
  two,
  waitingFor,
} from '../../support/money/approvers.js';
import { app, balance, shop } from '../../support/money/suite.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';

startBankSuite();

const record = (reference: string, amount = 500, rest: object = {}) =>
  bank.receipts.record(shop.client.id, amount, { reference, ...rest });
const inDevanagari = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));

/** Changes stored rows as if an earlier release had written them. */
const unchecked = (sql: string, parameters: unknown[]): Promise<void> =>
  app.dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(sql, parameters);
  });

/** Does work while a receipt has the reference that an earlier release recorded. */
async function whileStoredAs(
  { id, reference }: { id: number; reference: string },
  stored: string,
  work: () => Promise<void>,
): Promise<void> {
  const rename = 'UPDATE receipts SET reference = $2 WHERE id = $1';
  await unchecked(rename, [id, stored]);
  await work();
  await unchecked(rename, [id, reference]);
}

/** Spellings of a transfer's number that are recorded as the number. */
const SPELLINGS: [string, (number: string) => string][] = [
  ['a no-break space within', (number) => `${number.slice(0, 5)}\u00a0${number.slice(5)}`],
  ['digits of another script', inDevanagari],
  ['UTR glued to it', (number) => `UTR${number}`],
  ['words glued before and after it', (number) => `utr${number.toLowerCase()}neft`],
  ['the zero of a spreadsheet', (number) => `${number}.0`],
  ['zeros before its digits', (number) => number.replace(/^(?=\d)/, '0000')],
  ['invisible characters in it', (number) => `${number.slice(0, 6)}\u034f\u3164${number.slice(6)}`],
  ['dashes between groups', (number) => number.replace(/(\d{4})(?=\d{4})/g, '$1-')],
  ['the words of a statement around it', (number) => `IMPS/P2A/${number}/KAVERI`],
  ['a dash before its digits', (number) => number.replace(/^([A-Z]+)/, '$1–')],
];

describe("a bank's number of a transfer", () => {
  it.each(SPELLINGS)(
    'a number with %s is the same money for any client and amount',
    async (_, typed) => {
      for (const number of [utr(), rrn()]) {
        const [first, second] = [typed(number), number];
        const { id, reference } = await record(first);
        expect(reference.replace(/\s/g, '')).toBe(number);
        for (const again of [first, second]) {
          expect((await record(again).expect(200)).body).toMatchObject({ data: { id } });
        }
        const { client: other } = await givenShop(app);
        for (const again of [first, second]) {
          expect(await record(again, 499).status()).toBe(409);
          expect(await bank.receipts.record(other.id, 500, { reference: again }).status()).toBe(
            409,
          );
        }
      }
      expect(await balance()).toBe(1_000);
    },
  );

  it('a number that an earlier release stored with a word glued to it is found', async () => {
    for (const number of [utr(), rrn()]) {
      const receipt = await record(number);
      await whileStoredAs(receipt, `UTR${number}`, async () => {
        expect((await record(number).expect(200)).body).toMatchObject({ data: { id: receipt.id } });
        const line = await bank.givenLine(500, 'NEFT', number);
        expect(line).toMatchObject({ state: 'matched' });
      });
    }
    expect(await balance()).toBe(1_000);
  });

  it.each(['१२३ INVOICE', 'BILL\u00a07'])(
    'a number that an earlier release stored as it was typed, as %j, is found',
    async (reference) => {
      const receipt = await record(reference);
      await whileStoredAs(receipt, reference, async () => {
        const { body } = await record(reference).expect(200);
        expect(body).toMatchObject({ data: { id: receipt.id } });
      });
    },
  );

  it('within another reference of the same client and amount is refused, in either order', async () => {
    const [one, two] = [rrn(), rrn()];
    const orders = [
      [one, `INV 1 ${one}`],
      [`INV 1 ${two}`, two],
    ] as const;
    for (const [first, second] of orders) {
      await record(first);
      await record(second).expectRefusal(409, 'payment_recorded');
    }
    expect(await balance()).toBe(1_000);
  });

  it('a number that two lines show, once with a word before it, is credited once', async () => {
    for (const [printed, glue] of [
      [utr(), ' '],
      [utr(), ''],
      [rrn(), ''],
    ] as const) {
      const lines = [`UTR${glue}${printed}`, printed].map((reference) => ({
        amount: 500,
        reference,
      }));
      await bank.importRows(...lines);
      const [clean, worded] = (await bank.lines.list({ limit: 2 })).data;
      await bank.lines.credit(worded!.id, shop.client.id);
      const before = await balance();
      const { client: other } = await givenShop(app);
      for (const client of [shop.client, other]) {
        await bank.lines.credit(clean!.id, client.id).expectRefusal(409, 'payment_recorded');
      }
      expect(await balance()).toBe(before);
    }
    expect(await balance()).toBe(1_500);
  });

  it('is recorded for a line that an earlier release stored with the word alone', async () => {
    const number = utr();
    await bank.importRows({ amount: 500, reference: `UTR${number}` });
    const [line] = (await bank.lines.list({ limit: 1 })).data;
    const worded = [line!.id, [`UTR${number}`]];
    await unchecked('UPDATE statement_lines SET identifiers = $2 WHERE id = $1', worded);
    await record(number);
    expect((await bank.lines.list({ limit: 1 })).data).toMatchObject([{ state: 'matched' }]);
  });

  it('is one claim, however its client types it', async () => {
    const number = utr();
    const browser = await TestBrowser.ofMember(app, shop.client, 'member');
    const claimed: unknown[] = [];
    for (const typed of [number, `UTR${number}`, inDevanagari(number)]) {
      const body = { utr: typed, amount: 500, date: '2026-11-21' };
      claimed.push((await browser.call('post', 'wallet/transfers', body)).body.data);
    }
    expect(claimed).toEqual([claimed[0], claimed[0], claimed[0]]);
    expect(claimed[0]).toMatchObject({ utr: number });
  });
});

it('a statement whose references have digits of another script is recognized when it comes again, also where an earlier release has stored it', async () => {
  const number = utr();
  const printed = inDevanagari(number);
  const csv = statementOf([{ amount: 500, reference: printed }]);
  expect(await bank.import(csv, { accept_gap: true })).toMatchObject({ new_rows: 1 });
  expect(await bank.lines.find(printed)).toMatchObject({ state: 'unmatched' });
  expect(await bank.import(csv)).toMatchObject({ new_rows: 0 });
  await record(number);
  expect(await bank.lines.find(printed)).toMatchObject({ state: 'matched' });
});

it('the number of a cheque is the same in a receipt from the bank', async () => {
  await record('045178', 700, { source: 'cheque' });
  expect(await record('CHQ 45178', 700).status()).toBe(409);
  expect(await balance()).toBe(700);
});

it('receipts in cash whose references differ by digits, spaces and letter case are one', async () => {
  const reference = 'Voucher ７１';
  const { id } = await record(reference, 20, { source: 'cash' });
  for (const again of [reference, 'Voucher 71', 'voucher 71', 'VOUCHER71']) {
    const { body } = await record(again, 20, { source: 'cash' }).expect(200);
    expect(body).toMatchObject({ data: { id } });
  }
});

it.each(['-', '..', '()', '—/—', '#'])(
  'a reference without a letter or a digit such as %j is refused',
  (typed) => record(typed).expectProblems('reference invalid_reference'),
);

describe('a payment of our own that came back', () => {
  givenApproversForEachTest();

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
