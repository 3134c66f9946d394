import fc from 'fast-check';
import { normalForm } from '../../../src/platform/reference-form.js';
import { bank, claim, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
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

describe('one notion of a reference', () => {
  const TYPED: [string, (reference: string) => string][] = [
    ['dashes', (reference) => reference.replaceAll('/', '-')],
    ['dots and blanks', (reference) => reference.replaceAll('/', ' . ')],
    ['small letters, glued', (reference) => reference.toLowerCase().replaceAll('/', '')],
    ['full-width letters', (reference) => reference.replace('OUT', 'ＯＵＴ')],
    ['the zero of a spreadsheet', (reference) => `${reference}.0`],
  ];
  const given = () => `OUT/${rrn().slice(3)}/X7`;

  const givenReturned = async (): Promise<string> => {
    const order = await shop.placeNew(2);
    await bank.sell(order);
    await bank.orders.return(order);
    return order;
  };

  it.each(TYPED)('a payout typed with %s is the same payout', async (_, typed) => {
    await record(utr(), 500);
    const reference = given();
    const { id } = await bank.wallets.payOut(shop.client.id, 100, { reference });
    const again = { reference: typed(reference) };
    const { body } = await bank.wallets.payOut(shop.client.id, 100, again).expect(200);
    expect(body).toMatchObject({ data: { id } });
    await bank.wallets.payOut(shop.client.id, 99, again).expectRefusal(409, 'payout_recorded');
    expect(await balance()).toBe(400);
  });

  it.each(TYPED)('an adjustment typed with %s is the same adjustment', async (_, typed) => {
    const reference = given();
    const { id } = await bank.adjustments.propose(shop.client.id, 5, { reference });
    const again = { reference: typed(reference) };
    const { body } = await bank.adjustments.propose(shop.client.id, 5, again).expect(200);
    expect(body).toMatchObject({ data: { id } });
    await bank.adjustments.propose(shop.client.id, 6, again).expectRefusal(409, 'reference_used');
  });

  it('an adjustment of an earlier release is found, whose key has its dashes', async () => {
    const reference = given();
    const { id } = await bank.adjustments.propose(shop.client.id, 5, { reference });
    const key = `${shop.client.id}:${reference}`;
    await unchecked('UPDATE approvals SET key = $2 WHERE id = $1', [id, key]);
    const { body } = await bank.adjustments.propose(shop.client.id, 5, { reference }).expect(200);
    expect(body).toMatchObject({ data: { id } });
  });

  it.each(TYPED)('a refund of an order typed with %s is the same refund', async (_, typed) => {
    const order = await givenReturned();
    const reference = given();
    await bank.orders.refund(order, { amount: 10, reference });
    await bank.orders.refund(order, { amount: 10, reference: typed(reference) }).expect(200);
    await bank.orders
      .refund(order, { amount: 11, reference: typed(reference) })
      .expectRefusal(409, 'reference_used');
    expect(await balance()).toBe(10);
  });

  it.each(TYPED)('a receipt in cash typed with %s is the same receipt', async (_, typed) => {
    const reference = given();
    const { id } = await record(reference, 5, { source: 'cash' });
    const again = await record(typed(reference), 5, { source: 'cash' }).expect(200);
    expect(again.body).toMatchObject({ data: { id } });
  });

  it.each([
    ['dashes', (reference: string) => reference.replaceAll('/', '-')],
    ['no dashes', (reference: string) => reference.replaceAll('/', '').toLowerCase()],
  ])('a claim typed with %s is the same claim', async (_, typed) => {
    const reference = given();
    const id = await claim({ utr: reference, amount: 5 });
    const member = await TestBrowser.ofMember(app, shop.client, 'member');
    const again = { utr: typed(reference), amount: 5, date: '2026-11-21' };
    const answer = await member.call('post', 'wallet/transfers', again);
    expect([answer.status, answer.body.data]).toMatchObject([200, { id }]);
  });

  it('a letter of another alphabet is refused where a person enters a reference', async () => {
    const reference = utr().replace('H', '\u041D');
    const order = await shop.placeNew();
    const { id } = shop.client;
    for (const sent of [
      record(reference),
      bank.wallets.payOut(id, 1, { reference }),
      bank.adjustments.propose(id, 1, { reference }),
      bank.orders.pay(order, { reference }),
      bank.orders.refund(order, { reference }),
    ]) {
      expect(await sent.problems()).toEqual(['reference reference_letters']);
    }
    const member = await TestBrowser.ofMember(app, shop.client, 'member');
    const body = { utr: reference, amount: 5, date: '2026-11-21' };
    const answer = await member.call('post', 'wallet/transfers', body);
    expect(answer.body.errors).toMatchObject([{ field: 'utr', code: 'invalid_utr' }]);
  });

  it('a letter of another alphabet in a file makes its line to be looked at', async () => {
    const reference = utr().replace('H', '\u041D');
    const named = utr().replace('H', '\u041D');
    const description = `NEFT CL${String(shop.client.id).padStart(6, '0')}`;
    await bank.importRows({ amount: 5, reference }, { amount: 5, reference: named, description });
    const reason = 'reference_letters';
    expect(await bank.lines.find(reference)).toMatchObject({ suggestion: { reason } });
    const suggestion = { reason, client_id: shop.client.id };
    expect(await bank.lines.find(named)).toMatchObject({ state: 'suggested', suggestion });
  });

  it('verify names payouts and refunds of earlier releases that are one', async () => {
    await record(utr(), 500);
    const order = await givenReturned();
    const [one, other] = ['OUT/1234', 'OUT-1234'];
    const keys: [number | string, string][] = [];
    for (const reference of ['OUT/1', 'OUT/2']) {
      const { id } = await bank.wallets.payOut(shop.client.id, 100, { reference });
      await bank.orders.refund(order, { amount: 10, reference });
      keys.push([id, reference]);
    }
    const rename = 'UPDATE ledger_journals SET key = replace(key, $1, $2) WHERE key LIKE $3';
    const renamed = async (from: string, to: string) => unchecked(rename, [from, to, `%:${from}`]);
    const named = async () =>
      (
        await app.sql<{ broken: string }>`
        SELECT broken FROM payment_faults() WHERE broken LIKE '%several spellings'`
      ).map(({ broken }) => broken);
    expect(await named()).toEqual([]);
    await renamed('OUT/1', one);
    await renamed('OUT/2', other);
    expect((await named()).sort()).toEqual([
      'payouts that have one reference in several spellings',
      'refunds of an order that have one reference in several spellings',
    ]);
    await renamed(one, 'OUT/1');
    await renamed(other, 'OUT/2');
  });

  it('has the same normal form in SQL, for any reference in ASCII', async () => {
    const word = fc.constantFrom(
      ...[
        'UTR',
        'ref',
        'Reference',
        'NEFT',
        'no',
        'No.',
        'CHQ',
        'ch',
        'CHEQUE',
        'ID',
        'x',
        'SBIN',
        '.0',
        '.00',
      ],
      ...['-', ' ', '.', '/', '0', '00', '7', '12', '432112345678', '\t', '#'],
    );
    const reference = fc.oneof(
      fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    );
    for (const references of fc.sample(
      fc.array(reference, { minLength: 500, maxLength: 500 }),
      4,
    )) {
      const rows = await app.sql<{ typed: string; form: string }>`
        SELECT typed, reference_form(typed) AS form FROM jsonb_array_elements_text(${JSON.stringify(references)}::jsonb) typed`;
      for (const { typed, form } of rows) expect([typed, form]).toEqual([typed, normalForm(typed)]);
    }
  });
});
