import { jest } from '@jest/globals';
import pg from 'pg';
import { bank, claim, rrn, startBankSuite, statementOf, utr } from '../../support/money/bank.js';
import { app, balance, shop } from '../../support/money/suite.js';
import { givenShop, type Shop } from '../../support/shop/shop.js';
import { whileQueued } from '../../support/database/locks.js';

const sent = jest.spyOn(pg.Client.prototype, 'query');
startBankSuite();

let other: Shop;
beforeEach(async () => {
  other = await givenShop(app);
});

/** Records a receipt of another client than the claiming one. */
const record = (reference: string, amount = 500, rest: object = {}) =>
  bank.receipts.record(other.client.id, amount, { reference, ...rest });
const balances = async () => [await bank.walletBalance(other.client), await balance()];

const inGroups = (number: string): string => number.match(/.{1,4}/g)!.join(' ');

/** Ways to type the number of a transfer next to other digits. */
const TYPED: [string, (number: string) => string][] = [
  ['the number of an invoice after it', (number) => `${number} INV 12`],
  ['a day and an invoice around it', (number) => `25/11 ${number} 7`],
  ['an invoice, glued', (number) => `INV12X${number}`],
  ['groups, a day and small letters', (number) => `${inGroups(number.toLowerCase())} 25-11-26`],
];

describe.each(TYPED)('a receipt whose number was typed with %s', (_, typed) => {
  it.each([500, 499])(
    'a receipt of %d is asked about before its line pays a claim, and refused after it',
    async (amount) => {
      for (const [number, paid] of [
        [utr(), utr()],
        [rrn(), rrn()],
      ] as const) {
        const { id: receipt_id } = await record(typed(number), amount);
        await claim({ utr: number, amount: 500 });
        const file = statementOf([{ amount: 500, reference: number }], { opening: null });
        for (const dry_run of ['true', 'false']) {
          const { matches } = await bank.import(file, { dry_run });
          expect(matches).toMatchObject([
            { outcome: 'receipt_similar', reason: 'receipt_similar' },
          ]);
        }
        const client_id = other.client.id;
        const suggestion = { reason: 'receipt_similar', receipt_id, client_id };
        expect(await bank.lines.find(number)).toMatchObject({ state: 'suggested', suggestion });

        await claim({ utr: paid, amount: 500 });
        await bank.importRows({ amount: 500, reference: paid });
        const message = expect.stringContaining(`of client ${shop.client.id} `);
        await record(typed(paid)).expectRefusal(409, 'payment_recorded', { message });
      }
      expect(await balances()).toEqual([2 * amount, 1_000]);
    },
  );
});

describe('a receipt with the number of a transfer among other digits', () => {
  it('is the money of the line when it is credited to its client, and to no other', async () => {
    const number = utr();
    await record(`${number} INV 12`);
    const { id } = await bank.givenLine(500, 'NEFT', number);
    await bank.lines.credit(id, shop.client.id).expectRefusal(409, 'payment_recorded');
    expect(await bank.lines.credit(id, other.client.id)).toMatchObject({ state: 'matched' });
    expect(await balances()).toEqual([500, 0]);
  });

  it('lets no claim of its number be confirmed by hand', async () => {
    const number = rrn();
    await record(`${number} INV 12`);
    const id = await claim({ utr: number, amount: 500 });
    expect(await bank.confirmTransfers(id)).toMatchObject([{ id, outcome: 'utr_taken' }]);
    expect(await balances()).toEqual([500, 0]);
  });

  it('is refused for a line that was credited by another number, or is no client’s', async () => {
    const [number, claimed, interest] = [rrn(), utr(), rrn()];
    await claim({ utr: claimed, amount: 500 });
    await bank.importRows(
      { amount: 500, reference: number, description: `NEFT ${claimed}` },
      { amount: 500, reference: interest },
    );
    const account = await bank.others.idOf('Interest');
    await bank.lines.book((await bank.lines.find(interest)).id, account);
    for (const one of [number, interest]) {
      await record(`${one} INV 12`).expectRefusal(409, 'payment_recorded');
    }
    expect(await balances()).toEqual([0, 500]);
  });

  it('is no question once it has a line of its own, or was reversed', async () => {
    for (const end of ['line', 'reversal']) {
      const number = rrn();
      const { id } = await record(`${number} INV 12`, 500, { other_money: true });
      if (end === 'reversal') await bank.receipts.reverse(id);
      else {
        const { id: lineId } = await bank.givenLine(500, `${number} INV 12`);
        await bank.lines.credit(lineId, other.client.id);
      }
      await claim({ utr: number, amount: 500 });
      const line = await bank.givenLine(500, 'NEFT', number);
      expect(line).toMatchObject({ state: 'matched' });
    }
    expect(await balances()).toEqual([500, 1_000]);
  });

  it.each<[what: string, others: string]>([
    ['an invoice', 'INV 12'],
    [
      'so many invoices that each number within it cannot have a lock',
      Array.from({ length: 20 }, (_, n) => 4_711 + 97 * n).join(' '),
    ],
  ])('%s, and the line of the number, at the same time, are one credit', async (_, others) => {
    const number = utr();
    await claim({ utr: number, amount: 500 });
    // Held: the receipt has locked the number, and writes its journal.
    const lock = 'LOCK TABLE ledger_journals IN SHARE ROW EXCLUSIVE MODE';
    const [recorded, , locks] = await whileQueued(app, lock, [
      () => record(`${number} ${others}`).status(),
      async () => bank.importRows({ amount: 500, reference: number }),
      countLocks,
    ]);
    expect(recorded).toBe(201);
    expect(await bank.lines.find(number)).toMatchObject({ state: 'suggested' });
    expect(await balances()).toEqual([500, 0]);
    expect(locks).toBeLessThan(40);
  });

  it('is read together with all others that have the number', async () => {
    const statementsOf = async (count: number): Promise<number> => {
      const number = rrn();
      for (let n = 1; n <= count; n += 1) await record(`${number} INV ${n}`, 500 + n);
      sent.mockClear();
      await bank.import(statementOf([{ amount: 500, reference: number }]), { dry_run: 'true' });
      const texts = sent.mock.calls.map((call) => JSON.stringify(call[0] as unknown));
      return texts.filter((text) => text.includes('FROM receipts')).length;
    };
    const forOne = await statementsOf(1);
    expect([forOne > 0, await statementsOf(5)]).toEqual([true, forOne]);
  });
});

async function countLocks(): Promise<number> {
  const { count } = await app.row<{ count: number }>`
    SELECT count(*)::integer FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE datname = current_database() AND locktype = 'advisory'`;
  return count;
}

it('receipts are found by any spelling of their reference', async () => {
  const [number, cheque] = [utr(), '034977'];
  const found = async (reference: string): Promise<number[]> =>
    (await bank.receipts.list({ reference })).data.map(({ id }) => id);
  const { id } = await record(`INV 7/${number}`);
  const { id: chequeId } = await bank.receipts.record(other.client.id, 9, {
    source: 'cheque',
    reference: cheque,
  });
  for (const typed of [`INV 7/${number}`, `inv7${number}`, `INV-7 ${inGroups(number)}.0`]) {
    expect(await found(typed)).toEqual([id]);
  }
  for (const typed of ['34977', 'Chq. No. 034977', '034-977', '٠٣٤٩٧٧']) {
    expect(await found(typed)).toEqual([chequeId]);
  }
  expect(await found(number)).toEqual([]);
  const words = `Cash, ${number.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`;
  const { id: cashId } = await bank.receipts.record(other.client.id, 9, { reference: words });
  for (const typed of [words, words.toUpperCase(), words.replace(', ', '')]) {
    expect(await found(typed)).toEqual([cashId]);
  }
  const { id: endId } = await bank.receipts.record(other.client.id, 9, { reference: 'Cash .0' });
  for (const typed of ['cash.0', 'CASH 0']) expect(await found(typed)).toEqual([endId]);
  const { id: zeroId } = await bank.receipts.record(other.client.id, 9, { reference: 'No. 0' });
  for (const typed of ['0', 'no 0', '00']) expect(await found(typed)).toEqual([zeroId]);
});
