import fc from 'fast-check';
import { normalForm } from '../../src/platform/reference-form.js';
import type { Call } from '../support/call.js';
import { execute, openTransaction } from '../support/database/database.js';
import { bank, claim, rrn, startBankSuite, utr } from '../support/money/bank.js';
import { app, balance, shop } from '../support/money/suite.js';
import { TestBrowser } from '../support/shop/people.js';

startBankSuite();

const record = (reference: string, amount = 500, rest: object = {}) =>
  bank.receipts.record(shop.client.id, amount, { reference, ...rest });
const givenReturned = async (): Promise<string> => {
  const order = await shop.placeNew(2);
  await bank.sell(order);
  await bank.orders.return(order);
  return order;
};
const given = (): string => `OUT/${rrn().slice(3)}/X7`;
/** Returns some other spellings of a reference; src/platform/reference-form.spec.ts tests all of them. */
const typedOtherwise = (reference: string): string[] => [
  reference.replaceAll('/', '-'),
  reference.toLowerCase().replaceAll('/', ''),
  `${reference.replace('OUT', 'ＯＵＴ').replaceAll('/', ' . ')}.0`,
];

let returned: string;
/** What is recorded under a reference, and the refusal of the same reference with another amount. */
const RECORDED: [
  what: string,
  make: (reference: string, amount: number) => Call<unknown>,
  refusal: string | null,
][] = [
  [
    'payout',
    (reference, amount) => bank.wallets.payOut(shop.client.id, amount, { reference }),
    'payout_recorded',
  ],
  [
    'adjustment',
    (reference, amount) => bank.adjustments.propose(shop.client.id, amount, { reference }),
    'reference_used',
  ],
  [
    'refund of an order',
    (reference, amount) => bank.orders.refund(returned, { amount, reference }),
    'reference_used',
  ],
  [
    'receipt in cash',
    (reference, amount) => record(reference, amount, { source: 'cash' }),
    // Cash of another amount may have the same words.
    null,
  ],
];

describe('one notion of a reference', () => {
  it.each(RECORDED)('a %s is the same one, however it is typed', async (_, make, refusal) => {
    await record(utr());
    returned = await givenReturned();
    const reference = given();
    const idOf = ({ body }: { body: unknown }) => (body as { data: { id?: number } }).data.id;
    const id = idOf(await make(reference, 10).expect(201));
    const before = await balance();
    for (const typed of [reference, ...typedOtherwise(reference)]) {
      expect(idOf(await make(typed, 10).expect(200))).toBe(id);
      if (refusal !== null) await make(typed, 11).expectRefusal(409, refusal);
    }
    expect(await balance()).toBe(before);
  });

  it('an adjustment of an earlier release is found, whose key has its dashes', async () => {
    const reference = given();
    const { id } = await bank.adjustments.propose(shop.client.id, 5, { reference });
    const key = `${shop.client.id}:${reference}`;
    const unchecked = 'SET session_replication_role = replica';
    const rename = `UPDATE approvals SET key = '${key}' WHERE id = ${id}`;
    await execute(app.connection, unchecked, rename);
    const { body } = await bank.adjustments.propose(shop.client.id, 5, { reference }).expect(200);
    expect(body).toMatchObject({ data: { id } });
  });

  it('a claim is the same one, however its dashes are typed', async () => {
    const reference = given();
    const id = await claim({ utr: reference, amount: 5 });
    const member = await TestBrowser.ofMember(app, shop.client, 'member');
    for (const typed of [reference.replaceAll('/', '-'), reference.replaceAll('/', '')]) {
      const again = { utr: typed.toLowerCase(), amount: 5, date: '2026-11-21' };
      const answer = await member.call('post', 'wallet/transfers', again);
      expect([answer.status, answer.body.data]).toMatchObject([200, { id }]);
    }
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
  const words =
    'UTR ref Reference NEFT no No. CHQ ch CHEQUE ID x SBIN .0 .00 - . / 0 00 7 12 432112345678 #';
  const word = fc.constantFrom(...words.split(' '), ' ', '\t');
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
