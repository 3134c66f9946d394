import { textOf, type Cell } from './cell.js';

/** Days that a cell may mean, as `2026-01-31`; null: it cannot mean such a day. */
export interface DateReadings {
  /**
   * - numbers: day and month are numbers, as in `31/01/2026`
   * - named: the month is a word
   * - year_first: a text such as `2026-01-31`
   * - cell: a date of a spreadsheet, or its number
   */
  form: 'numbers' | 'named' | 'year_first' | 'cell';
  /** With the day first, or as a cell shows it. */
  usual: string | null;
  /** With day and month exchanged. */
  exchanged: string | null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(?:[T,\s]+\d{1,2}[:.]\d{2}.*)?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})${TIME}`);
const MONTH_NAMED = new RegExp(
  String.raw`^(\d{1,2})[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})${TIME}`,
  'i',
);
/** A date as spreadsheets store it: the number of days since the end of 1899. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Reads the days of this century that a cell may mean, or null if it is no date. */
export function readDates(cell: Cell | undefined): DateReadings | null {
  const text = textOf(cell).replace(/^'/, '');
  if (SERIAL.test(text)) return readingsOf('cell', ...bySerial(Number(text)));
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const form = typeof cell === 'object' ? 'cell' : 'year_first';
    return readingsOf(form, yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) return readingsOf('numbers', yearLast[3]!, yearLast[2]!, yearLast[1]!);
  const [, day, name, year] = MONTH_NAMED.exec(text) ?? [];
  if (day === undefined) return null;
  const usual = validDay(year!, String(MONTHS.indexOf(name!.toLowerCase()) + 1), day);
  return usual === null ? null : { form: 'named', usual, exchanged: usual };
}

function readingsOf(
  form: DateReadings['form'],
  year: string,
  month: string,
  day: string,
): DateReadings | null {
  const [usual, exchanged] = [validDay(year, month, day), validDay(year, day, month)];
  return usual === null && exchanged === null ? null : { form, usual, exchanged };
}

function bySerial(serial: number): [year: string, month: string, day: string] {
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * DAY_MS);
  return date.toISOString().slice(0, 10).split('-') as [string, string, string];
}

function validDay(year: string, month: string, day: string): string | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // `Date` would read `2026-02-30` as a day of March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay && text.startsWith('20') ? text : null;
}
