import { textOf, type Cell } from '../../../platform/table-file/cell.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(?:[T,\s]+\d{1,2}[:.]\d{2}.*)?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})${TIME}`);
const MONTH_NAMED = new RegExp(
  String.raw`^(\d{1,2})[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})${TIME}`,
  'i',
);
/** A date as spreadsheets store it: the number of days since the end of 1899. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Reads a date with the day before the month, or a spreadsheet's number. Returns null if it is not in this century. */
export function readDate(cell: Cell | undefined): string | null {
  const text = textOf(cell).replace(/^'/, '');
  if (SERIAL.test(text)) return bySerial(Number(text));
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return validDay(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return validDay(dayFirst[3]!, dayFirst[2]!, dayFirst[1]!);
  const [, day, name, year] = MONTH_NAMED.exec(text) ?? [];
  if (day === undefined) return null;
  return validDay(year!, String(MONTHS.indexOf(name!.toLowerCase()) + 1), day);
}

function bySerial(serial: number): string | null {
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * DAY_MS);
  return ofCentury(date.toISOString().slice(0, 10));
}

function validDay(year: string, month: string, day: string): string | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // `Date` would read `2026-02-30` as a day of March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay ? ofCentury(text) : null;
}

function ofCentury(day: string): string | null {
  return day.startsWith('20') ? day : null;
}
