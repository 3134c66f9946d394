import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { AppError } from '../../../src/platform/http/errors.js';
import { readStatement } from '../../../src/money/bank/statement-file/read-statement.js';
import { currencySignOf } from '../../../src/platform/money.js';
import type { StatementOptions } from '../../../src/money/bank/statement-file/statement-of.js';
import type { Statement } from '../../../src/money/bank/statement-file/types.js';
import { withSheet, workbook } from '../../support/shop/supplier-file.js';
import { BANK_WRITERS } from './bank-writers.js';
import { writeStatement, type Movement } from './statement-writer.js';

// Ahead of UTC: midnight is on the day before there.
process.env.TZ = 'Asia/Kolkata';

const read = (text: string, options?: StatementOptions): Promise<Statement> =>
  readStatement(Buffer.from(text), options);
const refusal = async (text: string | Buffer, options?: StatementOptions): Promise<string> => {
  const error: unknown = await readStatement(Buffer.from(text), options).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'import_refused' });
  return (error as AppError).message;
};
const told = ({ lines }: Statement): string[] =>
  lines.map(({ direction, amountMinor }) => `${direction} ${amountMinor}`);
const balancesOf = ({ openingMinor, closingMinor, balanceFault }: Statement): unknown[] => [
  openingMinor,
  closingMinor,
  balanceFault,
];

const NEFT = 'SBIN426012345678';
const RTGS = 'HDFCR52026110500012345';
const RRN = '432112345678';
/** A week of an account, as all banks write it. */
const WEEK: readonly Movement[] = [
  ['02', 'in', 5_000_000, '', `NEFT CR-SBIN0001234-BHARAT ENTERPRISES-CL000013-${NEFT}`],
  ['02', 'out', 836_050, '000501', 'CLG/SUPREME SUPPLIERS'],
  ['03', 'in', 110_000, RRN, `UPI/CR/${RRN}/MEERA/YESB/9876543210@ybl/Payment`],
  ['04', 'out', 1_770, '', 'SMS CHARGES'],
  ['05', 'in', 20_000_000, '', `RTGS*${RTGS}*MEERA`],
  ['05', 'out', 5_000_000, '', `RETURN ${NEFT} ACCOUNT CLOSED`],
  ['07', 'in', 31_250, '', 'Int.Pd:01-11-2026 to 07-11-2026'],
].map(([day, direction, amountMinor, reference, description]) => ({
  day: `2026-11-${day}`,
  direction: direction as 'in' | 'out',
  amountMinor: Number(amountMinor),
  reference: String(reference),
  description: String(description),
}));

describe.each(BANK_WRITERS)('a week at $preset, $form', (bank) => {
  it('is read with its identifiers, debits and reversals included', async () => {
    const file = writeStatement(bank, WEEK, { openingMinor: 12_500_000, pageLines: 3 });
    const statement = await readStatement(file);
    const lines = bank.isLatestFirst === true ? statement.lines.toReversed() : statement.lines;
    expect(lines.map(({ direction, amountMinor }) => [direction, amountMinor])).toEqual(
      WEEK.map(({ direction, amountMinor }) => [direction, amountMinor]),
    );
    const identifiers = lines.map((line) => line.identifiers);
    expect(identifiers[0]).toEqual([NEFT]);
    expect(identifiers[2]).toContain(RRN);
    expect(identifiers[4]).toEqual([RTGS]);
    expect([identifiers[3], identifiers[5], identifiers[6]]).toEqual([[], [NEFT], []]);
    expect(balancesOf(statement)).toEqual([12_500_000, 31_803_430, null]);
  });
});

describe('the direction of money', () => {
  it.each([
    ['a column Dr / Cr', ',Dr / Cr', ['5,CR', '"8,360.50",DR'], ['in 500', 'out 836050']],
    ['a column Type', ';Type', ['5;Credit', '7.5;Withdrawal'], ['in 500', 'out 750']],
    ['marks', '', ['5 Cr', 'Dr 7.50', '2.00Dr.'], ['in 500', 'out 750', 'out 200']],
    ['a sign in front', '', ['5', '-7.50'], ['in 500', 'out 750']],
    ['a sign behind', '', ['5', '"1,000.00-"'], ['in 500', 'out 100000']],
    ['parentheses', '', ['5', '"(1,000.00)"'], ['in 500', 'out 100000']],
  ])('may be read from %s', async (_, column, amounts, expected) => {
    const separator = column[0] ?? ',';
    const header = ['Date', 'Description', 'Amount'].join(separator) + column;
    const rows = amounts.map((amount) => ['21/11/2026', 'NEFT', amount].join(separator));
    expect(told(await read([header, ...rows].join('\n')))).toEqual(expected);
  });

  it('is required', async () => {
    expect(await refusal('Date,Description,Amount\n21/11/2026,NEFT,5\n22/11/2026,RENT,7\n')).toBe(
      'The column “Amount” does not say whether money came in or went out. Expected: two columns, a column such as “Dr/Cr”, or amounts with a sign.',
    );
  });

  it('is required of each row', async () => {
    const marks = await read('Date,Amount\n1/11/2026,5 Cr\n2/11/2026,7\n');
    const problem = 'has the amount "7" without a direction: neither Dr nor Cr is next to it';
    expect(marks.unreadableRows).toEqual([{ rowNumber: 3, problem }]);
    const column = await read('Date,Amount,Dr/Cr\n1/11/2026,5,C\n2/11/2026,7,?\n3/11/2026,-7,CR\n');
    expect(told(column)).toEqual(['in 500']);
    expect(column.unreadableRows.map(({ rowNumber }) => rowNumber)).toEqual([3, 4]);
    const both = await read(
      'Date,Debit,Credit\n1/11/2026,5,5\n2/11/2026,,-7\n3/11/2026,,7 Dr\n4/11/2026,0.00,8\n',
    );
    expect(told(both)).toEqual(['in 800']);
    expect(both.unreadableRows.map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 4]);
  });

  it('is refused if all balances move against it', async () => {
    const rows = ['1/11/2026,100,,200', '2/11/2026,50,,250', '3/11/2026,,30,220'];
    expect(await refusal(['Date,Debit,Credit,Balance', ...rows].join('\n'))).toContain(
      'are confused',
    );
  });
});

describe('balances', () => {
  const HEADER = 'Date,Description,Debit,Credit,Balance';
  it('are compared with the lines', async () => {
    const good = [HEADER, '1/11/2026,A,,100,1100', '2/11/2026,B,50,,1050'].join('\n');
    expect(balancesOf(await read(good))).toEqual([100_000, 105_000, null]);
    const missing = [HEADER, '1/11/2026,A,,100,1100', '3/11/2026,C,50,,900'].join('\n');
    expect((await read(missing)).balanceFault).toBe(
      'The balance of row 3 is 900.00, but the lines up to it make 1050.00: a row may be missing, or was not read.',
    );
    const stated = [
      'Opening Balance : 900.00',
      'Date,Description,Debit,Credit',
      '1/11/2026,A,,100,',
      'Closing Balance,,,"1,001.00"',
    ];
    expect((await read(stated.join('\n'))).balanceFault).toBe(
      'The opening balance 900.00 and the lines make 1000.00, but the closing balance is 1001.00: a row may be missing, or was not read.',
    );
    const without = await read('Date,Debit,Credit\n1/11/2026,,5\n');
    expect(balancesOf(without)).toEqual([null, null, null]);
  });

  it('carried over between pages are not those of the statement', async () => {
    const rows = [
      ...[',B/F,,,1000', '1/11/2026,A,,100,1100', ',Balance C/F,,,1100', ',Balance B/F,,,1100'],
      ...['2/11/2026,B,50,,1050', ',Page Total,50,100,'],
    ];
    const statement = await read([HEADER, ...rows].join('\n'));
    expect(balancesOf(statement)).toEqual([100_000, 105_000, null]);
    expect(statement.ignoredRows.map(({ rowNumber, reason }) => `${rowNumber} ${reason}`)).toEqual([
      ...['2 is an opening balance', '4 is a closing balance', '5 is an opening balance'],
      '7 is a total',
    ]);
  });
});

describe('rows of a statement', () => {
  const HEADER = ['Date', 'Credit'];
  it('are listed if an amount is in another currency', async () => {
    const rows = ['$5', '₹6', '7 €', '₨8', '9', 'Rs. 10', 'INR 11'].map(
      (amount) => `1/11/2026,${amount}`,
    );
    const file = [HEADER.join(), ...rows].join('\n');
    const statement = await read(file);
    expect(statement.unreadableRows.map(({ problem }) => problem)).toEqual([
      ...['has "$5": amounts are in ₹', 'has "7 €": amounts are in ₹'],
    ]);
    expect(told(statement)).toEqual(['in 600', 'in 800', 'in 900', 'in 1000', 'in 1100']);
    const inDollars = await read(file, { currencySign: currencySignOf('USD') });
    expect(told(inDollars)).toEqual(['in 500', 'in 900']);
    const inRupeesOfNepal = await read(file, { currencySign: currencySignOf('NPR') });
    expect(told(inRupeesOfNepal)).toEqual(['in 800', 'in 900', 'in 1000']);
  });

  it('are lines, or are listed with the reason', async () => {
    const rows = [
      ...['Customer Statement', 'Date,Narration,Ref No,Withdrawal,Deposit'],
      ...['31/02/2026,A,1001,,5', ',B,1002,,5', '1/11/2026,C,1003,,ten'],
      ...['1/11/2026,D,1004,,"12,34"', '1/11/2026,E,1005,,1.234', '1/11/2026,F,1006,,'],
      ...[',,,5,5', 'Grand Total,,,5,5', 'Note,interest,,is,paid', ''],
      'Date,Narration,Ref No,Withdrawal,Deposit',
      '1-Nov-26,"G ,  \u0001 x", ref 1007 ,,"1,23,456.78"',
    ];
    const { lines, ignoredRows, unreadableRows } = await read(rows.join('\n'));
    expect(unreadableRows.map(({ rowNumber, problem }) => `${rowNumber} ${problem}`)).toEqual([
      '3 has a date that cannot be read: "31/02/2026", expected the day first, as 31/01/2026',
      '4 has an amount and no date',
      '5 has an amount that cannot be read: "ten"',
      '6 has an amount that cannot be read: "12,34"',
      '7 has the amount "1.234", which may be in thousands: expected two decimals after a point, as 1000.00',
    ]);
    expect(ignoredRows.map(({ rowNumber, reason }) => `${rowNumber} ${reason}`)).toEqual([
      ...['8 has no amount', '9 is a total', '10 is a total'],
      '11 has neither a date nor an amount',
      '13 repeats the names of the columns',
    ]);
    expect(lines).toEqual([
      {
        rowNumber: 14,
        valueDate: '2026-11-01',
        direction: 'in',
        amountMinor: 12_345_678,
        balanceMinor: null,
        reference: 'REF1007',
        description: 'G , x',
        identifiers: ['REF1007'],
      },
    ]);
  });

  it.each([
    ...['21/11/26', '21/11/2026', '21-11-2026', '21.11.2026', '21-Nov-2026', '21-NOV-26'],
    ...['21 Nov 2026', '2026-11-21', '21/11/2026 10:32:45 AM', '21 November 2026'],
    ...["'21/11/2026", 46_347],
  ])('have dates such as %s', async (date) => {
    const file = workbook([HEADER, [date, 5]]);
    expect((await readStatement(file)).lines).toMatchObject([{ valueDate: '2026-11-21' }]);
  });

  it.each(['1', 'true'])('count from 1904 where date1904="%s"', async (said) => {
    const rows = [HEADER, [new Date('2026-11-21'), 5]];
    const files = unzipSync(await writeXlsx({ sheets: [{ name: 'A', rows }], dateSystem: '1904' }));
    const list = strFromU8(files['xl/workbook.xml']!).replace('date1904="1"', `date1904="${said}"`);
    const file = Buffer.from(zipSync({ ...files, 'xl/workbook.xml': strToU8(list) }));
    expect((await readStatement(file)).lines).toMatchObject([{ valueDate: '2026-11-21' }]);
  });

  it('are those of a workbook with ISO dates, in any zone of the machine', async () => {
    const cell = '$1 t="d"><v>2026-11-21T00:00:00</v>';
    const file = withSheet(workbook([HEADER, [46_347, 5]]), (sheet) =>
      sheet.replace(/(<c r="A2")><v>46347<\/v>/, cell),
    );
    expect((await readStatement(file)).lines).toMatchObject([{ valueDate: '2026-11-21' }]);
  });

  it.each(['13/21/2026', '1/11/1999', '29/02/2026', 'Nov 2026', '99999'])(
    'have no date %s',
    async (date) => {
      expect((await read(`Date,Credit\n${date},5\n`)).unreadableRows).toHaveLength(1);
    },
  );
});

describe('the columns', () => {
  const FILE = 'Day,What,Plus,Minus\n1/11/2026,NEFT,5,\n2/11/2026,RENT,,7\n';
  const names = { Day: 'date', What: 'description', Plus: 'credit', Minus: 'debit' };
  const columns = Object.entries(names).map(([header, column]) => ({ header, column }));

  it('may be chosen, and are found again in the next file', async () => {
    expect(await refusal(FILE)).toContain('No column has the date');
    const { mapping } = await read(FILE, { mapping: { preset: null, columns } });
    const next = await read(`Statement\n\n${FILE}`, { mapping });
    expect(told(next)).toEqual(['in 500', 'out 700']);
    expect(await refusal('Day,What,In\n1/11/2026,NEFT,5\n', { mapping })).toBe(
      'No row names the columns “Day”, “What”, “Plus”, “Minus”. Choose the columns again.',
    );
    const twice = [...columns, { header: 'Other', column: 'credit' }];
    const file = FILE.replace('Minus', 'Minus,Other');
    expect(await refusal(file, { mapping: { preset: null, columns: twice } })).toBe(
      'Two columns are chosen as Money in. Ignore one.',
    );
  });

  it('are known with one letter too many, too few or another, and from the text of a formula', async () => {
    for (const name of ['Withdrawl', 'WITHDRAWS', 'Withdrawel', 'Withdrawal Amont']) {
      const file = `Date,Naration,${name},Deposits\n1/11/2026,"=""007""",7,\n2/11/2026,NEFT,,5\n`;
      const statement = await read(file);
      expect(told(statement)).toEqual(['out 700', 'in 500']);
      expect(statement.lines[0]).toMatchObject({ description: '007' });
    }
  });

  it('of a pair are both known, or are asked for', async () => {
    const file = 'Date,Details,Naam,Jama,Credit\n1/11/2026,RENT,7,,\n2/11/2026,NEFT,,,5\n';
    expect(await refusal(file)).toBe('“Naam” may be the money out: choose the columns.');
    expect(told(await read(file.replace('RENT,7', 'RENT,')))).toEqual(['in 500']);
  });

  it('may be those of a bank', async () => {
    expect(await refusal(FILE, { mapping: 'axis' })).toBe(
      'No row names the columns of a statement of Axis Bank.',
    );
    const file = 'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL\n01-11-2026,,NEFT,,5,5,1\n';
    expect(told(await read(file, { mapping: 'axis' }))).toEqual(['in 500']);
  });
});
