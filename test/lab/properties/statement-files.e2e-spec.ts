import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { TestApp } from '../../support/app.js';
import { BankAdmin, utr } from '../../support/money/bank.js';
import { TestBrowser } from '../../support/shop/people.js';
import { givenShop } from '../../support/shop/shop.js';

// To repeat a failure: MODEL_SEED and MODEL_RUNS as the failed test names them.
const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.MODEL_RUNS ?? 2);
const limit = 300_000 + numRuns * 15_000;

const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];

/** A movement of the bank account, and the number of the file before which the client claims it; null if never. */
const movement = fc.record({
  paise: fc.integer({ min: 1, max: 9_000 }),
  day: fc.constantFrom(...DAYS),
  isDebit: fc.boolean(),
  /** The payment is returned by a debit with its number and amount. */
  isReturned: fc.boolean(),
  claimedBefore: fc.option(fc.nat(5), { freq: 4 }),
});

/** A file: rows of the movements in any order, some of them twice, in one of two forms. */
const file = fc.record({
  rows: fc.array(fc.nat(), { minLength: 1, maxLength: 14 }),
  hasDirection: fc.boolean(),
});

const histories = fc.record({
  movements: fc.array(movement, { minLength: 2, maxLength: 8 }),
  files: fc.array(file, { minLength: 2, maxLength: 5 }),
});

interface Row {
  day: string;
  /** Below zero: a debit. */
  paise: number;
  reference: string;
}

const rupees = (paise: number): string => (Math.abs(paise) / 100).toFixed(2);

/** Writes a file with balances, and with amounts in two columns, or in one with a direction. */
function csvOf(rows: readonly Row[], hasDirection: boolean): string {
  let balance = 0;
  const lines = rows.map(({ day, paise, reference }) => {
    balance += paise;
    const amounts = hasDirection
      ? [rupees(paise), paise < 0 ? 'Dr' : 'Cr']
      : [paise < 0 ? rupees(paise) : '', paise < 0 ? '' : rupees(paise)];
    return [day, 'NEFT', reference, ...amounts, (balance / 100).toFixed(2)].join(',');
  });
  const names = hasDirection ? 'Amount,Dr/Cr' : 'Withdrawal Amt,Deposit Amt';
  return [`Date,Narration,Chq/Ref No,${names},Balance`, ...lines, ''].join('\n');
}

function countsOf(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = `${row.day} ${row.paise} ${row.reference}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const app = await TestApp.start();
const admin = new BankAdmin(app);

describe(`statements in any order (MODEL_SEED=${seed} MODEL_RUNS=${numRuns})`, () => {
  it(
    'credit each claimed payment once, no debit, and store each line once',
    async () => {
      const property = fc.asyncProperty(histories, async ({ movements, files }) => {
        const { id: accountId } = await admin.accounts.add({ name: utr() });
        const shop = await givenShop(app);
        const browser = await TestBrowser.ofMember(app, shop.client, 'member');
        const known = movements.map((one) => ({ ...one, reference: utr() }));
        const rows = known.flatMap(({ day, paise, reference, isDebit, isReturned }): Row[] => {
          const row = { day, reference, paise: isDebit ? -paise : paise };
          return isReturned ? [row, { ...row, paise: -row.paise }] : [row];
        });
        const sent = files.map(({ rows: chosen }) => chosen.map((at) => rows[at % rows.length]!));

        const claimed = new Set<string>();
        const importOne = async (at: number): Promise<void> => {
          for (const { reference, paise, day, claimedBefore } of known) {
            if (claimedBefore !== at) continue;
            const claim = { utr: reference, amount: paise / 100, date: day };
            expect((await browser.call('post', 'wallet/transfers', claim)).status).toBe(201);
            claimed.add(reference);
          }
          const index = at % files.length;
          const csv = csvOf(sent[index]!, files[index]!.hasDirection);
          await admin.import(csv, { bank_account_id: accountId, accept_gap: true });
        };
        // The first files again at the end: claims that came after a line find it.
        for (let at = 0; at < 6; at += 1) await importOne(at);

        const arrived = new Set(
          sent.flat().flatMap(({ paise, reference }) => (paise > 0 ? reference : [])),
        );
        const expected = known
          .filter(({ reference }) => claimed.has(reference) && arrived.has(reference))
          .reduce((sum, { paise }) => sum + paise, 0);
        expect(Math.round((await admin.walletBalance(shop.client)) * 100)).toBe(expected);

        const most = new Map<string, number>();
        for (const one of sent) {
          for (const [key, count] of countsOf(one))
            most.set(key, Math.max(most.get(key) ?? 0, count));
        }
        const { data } = await admin.lines.list({ bank_account_id: accountId, limit: 500 });
        const stored = data.map(({ date, amount, direction, reference }) => ({
          day: date,
          reference: reference ?? '',
          paise: Math.round(amount * 100) * (direction === 'in' ? 1 : -1),
        }));
        expect(countsOf(stored)).toEqual(most);
        const journals = data.flatMap(({ matched }) => matched?.journal_id ?? []);
        expect(new Set(journals).size).toBe(journals.length);
        expect(data.filter(({ direction, matched }) => direction === 'out' && matched)).toEqual([]);
        await app.expectInvariants();
      });
      await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: limit - 10_000 });
    },
    limit,
  );
});
