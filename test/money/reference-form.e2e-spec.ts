import fc from 'fast-check';
import { normalForm } from '../../src/platform/reference-form.js';
import { openTransaction } from '../support/database/database.js';
import { bank, claim, rrn, startBankSuite, utr } from '../support/money/bank.js';
import { app, balance, shop } from '../support/money/suite.js';
import { TestBrowser } from '../support/shop/people.js';

startBankSuite();

/** Changes stored rows as if an earlier release had written them. */
const unchecked = (sql: string, parameters: unknown[]): Promise<void> =>
  app.dataSource.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(sql, parameters);
  });
const record = (reference: string, amount = 500, rest: object = {}) =>
  bank.receipts.record(shop.client.id, amount, { reference, ...rest });
const givenReturned = async (): Promise<string> => {
  const order = await shop.placeNew(2);
  await bank.sell(order);
  await bank.orders.return(order);
  return order;
};

describe('one notion of a reference', () => {
  const TYPED: [string, (reference: string) => string][] = [
    ['dashes', (reference) => reference.replaceAll('/', '-')],
    ['dots and blanks', (reference) => reference.replaceAll('/', ' . ')],
    ['small letters, glued', (reference) => reference.toLowerCase().replaceAll('/', '')],
    ['full-width letters', (reference) => reference.replace('OUT', 'ＯＵＴ')],
    ['the zero of a spreadsheet', (reference) => `${reference}.0`],
  ];
  const given = (): string => `OUT/${rrn().slice(3)}/X7`;

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
});

describe('a reference that is not plain', () => {
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
    for (const [reference, off] of [
      ['OUT/1', 0],
      ['OUT/2', 0],
      ['OUT/3', 1],
    ] as const) {
      await bank.wallets.payOut(shop.client.id, 100 - off, { reference });
      await bank.orders.refund(order, { amount: 10 - off, reference });
    }
    /** Names what is wrong after renaming keys, which is undone before their journals can be sealed. */
    const namedWith = async (renamed: Record<string, string>): Promise<string[]> => {
      const open = await openTransaction(app.connection);
      await open.query('SET LOCAL session_replication_role = replica');
      for (const [from, to] of Object.entries(renamed)) {
        const rename = 'UPDATE ledger_journals SET key = replace(key, $1, $2) WHERE key LIKE $3';
        await open.query(rename, [from, to, `%:${from}`]);
      }
      const { rows } = await open.query<{ broken: string }>(
        "SELECT broken FROM payment_faults() WHERE broken LIKE '%several spellings'",
      );
      await open.rollback();
      return rows.map(({ broken }) => broken).sort();
    };
    // Of another amount, no call was repeated.
    expect(await namedWith({ 'OUT/1': one, 'OUT/3': other })).toEqual([]);
    expect(await namedWith({ 'OUT/1': one, 'OUT/2': other })).toEqual([
      'payouts that have one reference in several spellings',
      'refunds of an order that have one reference in several spellings',
    ]);
  });
});

it('a reference has the same normal form in SQL, for any reference in ASCII', async () => {
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
  for (const references of fc.sample(fc.array(reference, { minLength: 500, maxLength: 500 }), 4)) {
    const rows = await app.sql<{ typed: string; form: string }>`
      SELECT typed, reference_form(typed) AS form FROM jsonb_array_elements_text(${JSON.stringify(references)}::jsonb) typed`;
    for (const { typed, form } of rows) expect([typed, form]).toEqual([typed, normalForm(typed)]);
  }
});
