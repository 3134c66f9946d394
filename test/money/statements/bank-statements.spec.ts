import fc from 'fast-check';
import { readStatement } from '../../../src/money/bank/statement-file/read-statement.js';
import type { StatementLine } from '../../../src/money/bank/statement-file/types.js';
import { BANK_WRITERS } from './bank-writers.js';
import { booked, writeStatement, type Movement } from './statement-writer.js';

/** Statements of each bank. */
const RUNS = Number(process.env.STATEMENT_RUNS ?? 10);

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const number = fc.oneof(
  digits(11).map((end) => `SBIN4${end}`),
  digits(17).map((end) => `HDFCR${end}`),
  digits(15).map((end) => `N${end}`),
  digits(11).map((end) => `4${end}`),
);
const description = fc
  .tuple(
    fc.constantFrom('NEFT CR-SBIN0001234', 'RTGS', 'UPI/DR', 'IMPS', 'BY TRANSFER', 'RETURN'),
    fc.constantFrom('-', '/', '*', ' ', ':'),
    fc.option(number, { nil: null }),
    fc.constantFrom(
      'BHARAT ENTERPRISES',
      'CL000013',
      'RENT, NOVEMBER',
      'Café "Surat"',
      'TOTAL GAS',
    ),
  )
  .map(([kind, mark, id, payer]) => [kind, ...(id === null ? [] : [id]), payer].join(mark));
const movement: fc.Arbitrary<Movement> = fc.record({
  day: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  direction: fc.constantFrom('in' as const, 'out' as const),
  amountMinor: fc.integer({ min: 1, max: 99_999_999_99 }),
  reference: fc.oneof(
    fc.constant(''),
    number,
    digits(6).map((end) => `9${end}`),
  ),
  description,
});
const story = fc
  .array(movement, { minLength: 1, maxLength: 25 })
  .map((all) => all.sort((one, other) => one.day.localeCompare(other.day)));
const opening = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });

const told = ({ direction, amountMinor }: Pick<Movement, 'direction' | 'amountMinor'>): string =>
  `${direction} ${amountMinor}`;
const lineAs = ({ valueDate, ...line }: StatementLine): string => `${valueDate} ${told(line)}`;
const movementAs = ({ day, ...one }: Movement): string => `${day} ${told(one)}`;

/** Finds the numbers of transfers that a bank wrote into a line, and its reference. */
const identifiersOf = ({ description: text, reference }: Movement): string[] => {
  const words = text.split(/[-/* :]/).filter((word) => /^[A-Z]*\d{11,}$/.test(word));
  return [...(reference === '' ? [] : [reference]), ...words];
};

describe.each(BANK_WRITERS)('a statement of $preset, $form', (bank) => {
  it('has the lines that it was written with, regardless of its pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        story,
        opening,
        fc.integer({ min: 1, max: 12 }),
        async (all, start, pageLines) => {
          const file = writeStatement(bank, all, { openingMinor: start, pageLines });
          const statement = await readStatement(file);
          const lines =
            bank.isLatestFirst === true ? statement.lines.toReversed() : statement.lines;
          expect(lines.map(lineAs)).toEqual(all.map(movementAs));
          expect(lines.map(({ balanceMinor }) => balanceMinor)).toEqual(
            booked(all, start).map(({ balanceMinor }) => balanceMinor),
          );
          for (const [index, { identifiers, reference }] of lines.entries()) {
            const written = identifiersOf(all[index]!).filter(
              (one) => one !== all[index]!.reference,
            );
            expect(identifiers).toEqual(expect.arrayContaining(written));
            // Banks fill the number of a transfer up with zeros.
            const known = [reference, reference?.replace(/^0+/, ''), ...written];
            expect(identifiers.filter((one) => !known.includes(one))).toEqual([]);
            expect(identifiers.filter((one) => !/\d{4}/.test(one))).toEqual([]);
          }
          expect(statement).toMatchObject({
            openingMinor: start,
            closingMinor: booked(all, start).at(-1)!.balanceMinor,
            balanceFault: null,
            unreadableRows: [],
            mapping: { preset: bank.preset },
          });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('has the same lines in any order, and in two files', async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.nat(), async (all, seed) => {
        const cut = seed % all.length;
        const parts = [
          writeStatement(bank, all, {
            reorder: (lines) => [...lines.slice(cut), ...lines.slice(0, cut)],
          }),
          ...[all.slice(0, cut), all.slice(cut)].map((part) => writeStatement(bank, part)),
        ];
        const [turned, ...halves] = await Promise.all(
          parts.map(async (file) => (await readStatement(file)).lines.map(lineAs)),
        );
        expect(turned!.sort()).toEqual(all.map(movementAs).sort());
        expect(halves.flat().sort()).toEqual(all.map(movementAs).sort());
      }),
      { numRuns: RUNS },
    );
  });
});

it('a line may be of today, and of no later day', async () => {
  const text = Buffer.from('Date,Credit\n21/11/2026,5.00\n22/11/2026,6.00\n');
  const { lines, unreadableRows } = await readStatement(text, { today: '2026-11-21' });
  expect(lines).toMatchObject([{ amountMinor: 500 }]);
  expect(unreadableRows).toEqual([
    {
      rowNumber: 3,
      problem: 'has the date 2026-11-22, which is in the future: expected 2026-11-21 or earlier',
    },
  ]);
});

it('descriptions of two lines may be as wide as a cell, mostly of spaces', async () => {
  const row = `21/11/2026,"UTR SBIN000${' '.repeat(32_000)}1\n2345678",5.00\n`;
  const before = process.cpuUsage();
  const { lines } = await readStatement(Buffer.from(`Date,Details,Credit\n${row.repeat(5)}`));
  expect(lines).toHaveLength(5);
  expect(process.cpuUsage(before).user).toBeLessThan(1_500_000);
});
