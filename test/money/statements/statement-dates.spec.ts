import { writeXlsx } from 'hucre/xlsx';
import { AppError } from '../../../src/platform/http/errors.js';
import { readStatement } from '../../../src/money/bank/statement-file/read-statement.js';
import type { StatementOptions } from '../../../src/money/bank/statement-file/statement-of.js';

const TODAY = { today: '2026-11-27' };
type DateCells = readonly (Date | string | number)[];
const cell = (day: string): Date => new Date(day);

/** Reads a workbook with these dates; the days of its lines. */
async function days(dates: DateCells, options?: StatementOptions): Promise<string[]> {
  const rows = [['Date', 'Credit'], ...dates.map((date) => [date, 5])];
  const file = await writeXlsx({ sheets: [{ name: 'A', rows }] });
  const { lines } = await readStatement(Buffer.from(file), { ...TODAY, ...options });
  return lines.map(({ valueDate }) => valueDate);
}

/** Reads a workbook that is refused; the code and the message. */
async function asked(dates: DateCells, options?: StatementOptions): Promise<[string, string]> {
  const error: unknown = await days(dates, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  const { code, message } = error as AppError;
  return [code, message];
}

describe('day and month', () => {
  it.each([
    [
      ['11/3/2026', '11/5/2026', '11/13/2026'],
      ['2026-11-03', '2026-11-05', '2026-11-13'],
    ],
    [
      ['11/13/26', '11/5/26 10:32 AM'],
      ['2026-11-13', '2026-11-05'],
    ],
    [
      ['3-11-2026', '13.11.2026'],
      ['2026-11-03', '2026-11-13'],
    ],
    [
      ['3/11/2026', '5/11/2026'],
      ['2026-11-03', '2026-11-05'],
    ],
    [
      ['5/11/2026', '3/11/2026'],
      ['2026-11-05', '2026-11-03'],
    ],
    // Neither reading is in order.
    [
      ['5/11/2026', '3/11/2026', '4/11/2026'],
      ['2026-11-05', '2026-11-03', '2026-11-04'],
    ],
    [
      ['3 Nov 2026', '5/11/2026'],
      ['2026-11-03', '2026-11-05'],
    ],
    [['11/11/2026'], ['2026-11-11']],
    [
      ['2026-11-03', '2026-05-11'],
      ['2026-11-03', '2026-05-11'],
    ],
    [
      ['2026-11-03', '2026-11-13', '14/11/2026'],
      ['2026-11-03', '2026-11-13', '2026-11-14'],
    ],
    [
      [cell('2026-11-03'), cell('2026-11-05')],
      ['2026-11-03', '2026-11-05'],
    ],
    [
      [cell('2026-11-03'), '2026-11-04'],
      ['2026-11-03', '2026-11-04'],
    ],
  ])('of %j are those of the whole file', async (dates, expected) => {
    expect(await days(dates)).toEqual(expected);
  });

  it('are the same in CSV and in both columns of dates', async () => {
    const header = 'Date,Value Date,Credit';
    const file = [header, '11/3/2026,11/3/2026,5', '11/5/2026,11/13/2026,5'].join('\n');
    const { lines } = await readStatement(Buffer.from(file), TODAY);
    expect(lines.map(({ valueDate }) => valueDate)).toEqual(['2026-11-03', '2026-11-13']);
  });

  it('are refused where two rows contradict each other', async () => {
    expect(await asked(['3/11/2026', '13/11/2026', '11/14/2026'])).toEqual([
      'file_unreadable',
      'Row 3 has the date 13/11/2026 with the day first, but row 4 has 11/14/2026 with the month first. ' +
        'Correct the dates, or upload the file as the bank made it.',
    ]);
  });

  it.each<[DateCells, StatementOptions['dates'], string]>([
    [['1/3/2026', '11/13/2026'], { dayFirst: true }, 'Row 3 has the date 11/13/2026, so the day'],
    [['13/11/2026'], { dayFirst: false }, 'Row 2 has the date 13/11/2026, so the month is not'],
    [
      [cell('2026-11-13'), '12/11/2026'],
      { exchangesCells: true },
      'Row 2 has the date 2026-11-13, which cannot be exchanged.',
    ],
  ])('are refused where %j contradict the answer %j', async (dates, answer, problem) => {
    const message = expect.stringContaining(problem);
    expect(await asked(dates, { dates: answer })).toEqual(['file_unreadable', message]);
  });
});

describe('day and month that a file does not prove', () => {
  const TO_COME = 'The day 2026-12-11 is yet to come.';
  const UNORDERED = 'Read as usual, the rows are not in the order of their dates.';
  it.each([
    [['11/12/2026'], TO_COME, ['2026-11-12']],
    [['3/11/2026', '11/12/2026'], TO_COME, ['2026-03-11', '2026-11-12']],
    [['11/12/26', '11/3/26'], TO_COME, ['2026-11-12', '2026-11-03']],
    [
      ['10/12/2025', '11/3/2025', '12/5/2025'],
      UNORDERED,
      ['2025-10-12', '2025-11-03', '2025-12-05'],
    ],
    [
      ['5 Nov 2026', '11/6/2026', '7 Nov 2026'],
      UNORDERED,
      ['2026-11-05', '2026-11-06', '2026-11-07'],
    ],
  ])('are asked about: %j', async (dates, reason, expected) => {
    const [code, message] = await asked(dates);
    expect(code).toBe('date_order_unclear');
    expect(message).toContain(`with the month first. ${reason}`);
    expect(message).toMatch(/^Row \d has the date \S+: \S+ with the day first, \S+ with the month/);
    expect(message).toContain('Send it with day_first=true or day_first=false.');
    expect(await days(dates, { dates: { dayFirst: false } })).toEqual(expected);
  });

  it.each<[DateCells, string, string]>([
    [[cell('2026-05-11'), '13/11/2026'], '2026-11-05 2026-11-13', '2026-05-11 2026-11-13'],
    [['13/11/2026', 46_153], '2026-11-13 2026-11-05', '2026-11-13 2026-05-11'],
    [['13-Nov-2026', cell('2026-05-11')], '2026-11-13 2026-11-05', '2026-11-13 2026-05-11'],
    [['2026-05-11', '13/11/2026'], '2026-11-05 2026-11-13', '2026-05-11 2026-11-13'],
  ])('are asked about where dates are next to texts: %j', async (dates, exchanged, asShown) => {
    const [code, message] = await asked(dates);
    expect(code).toBe('date_cells_unclear');
    expect(message).toContain('2026-05-11 as shown, 2026-11-05 with day and month exchanged.');
    expect(message).toMatch(/Row [23] has the text 13.(?:11|Nov).2026 in the same column/);
    expect(message).toContain('exchange_date_cells=true or exchange_date_cells=false.');
    const answered = async (exchangesCells: boolean): Promise<string> =>
      (await days(dates, { dates: { exchangesCells } })).join(' ');
    expect([await answered(true), await answered(false)]).toEqual([exchanged, asShown]);
  });

  it('are asked about where a date cell alone is next to a text with its own order', async () => {
    const dates = [cell('2026-11-21'), '22/11/2026'];
    expect((await asked(dates))[0]).toBe('date_cells_unclear');
    const answer = { dates: { exchangesCells: false } };
    expect(await days(dates, answer)).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('are asked about where all dates are cells, and one is yet to come', async () => {
    const cells = [cell('2026-01-11'), cell('2026-12-11')];
    expect(await asked(cells)).toEqual([
      'date_cells_unclear',
      expect.stringContaining('2026-01-11 as shown, 2026-11-01 with day and month exchanged'),
    ]);
    const dates = { exchangesCells: true };
    expect(await days(cells, { dates })).toEqual(['2026-11-01', '2026-11-12']);
  });
});
