import type { DocumentKind } from '../document-content.js';

/** Series of documents other than invoices. */
export const CREDIT_NOTE_SERIES = 'CN';
export const BILL_OF_SUPPLY_SERIES = 'BS';

/** Longest number that the tax office accepts. */
const LENGTH = 16;
/** Digits of small numbers. */
const DIGITS = 6;
/** Dashes and the financial year. */
const FIXED = 6;

export interface DocumentPlace {
  series: string;
  /** Its two years: 2627. */
  financialYear: string;
  number: number;
  /** Day in India, YYYY-MM-DD. */
  day: string;
}

/** Computes the two years of the financial year of a day, from 1 April to 31 March: 2627. */
export function financialYearOf(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  const first = month < 4 ? year - 1 : year;
  return [first, first + 1].map((one) => String(one % 100).padStart(2, '0')).join('');
}

/** Computes the last day of a financial year of this century: 2027-03-31 for 2627. */
export function lastDayOf(financialYear: string): string {
  return `20${financialYear.slice(2)}-03-31`;
}

/** Computes the last day on which tax of a document can be taken back: 30 November after its financial year. */
export function lastCreditDay(issuedOn: string): string {
  const [year, month] = issuedOn.split('-').map(Number) as [number, number];
  return `${month < 4 ? year : year + 1}-11-30`;
}

/** Writes a document's number as it is printed: WS-2627-000001. */
export function documentNumber({
  series,
  financialYear,
  number,
}: Pick<DocumentPlace, 'series' | 'financialYear' | 'number'>): string {
  return `${series}-${financialYear}-${String(number).padStart(DIGITS, '0')}`;
}

export function greatestNumber(series: string): number {
  return 10 ** (LENGTH - FIXED - series.length) - 1;
}

export function kindOfSeries(series: string): Exclude<DocumentKind, 'canceled'> {
  if (series === CREDIT_NOTE_SERIES) return 'credit_note';
  return series === BILL_OF_SUPPLY_SERIES ? 'bill_of_supply' : 'invoice';
}

export function usedShare({ series, lastNumber }: { series: string; lastNumber: number }): number {
  return lastNumber / greatestNumber(series);
}

/** @param prefix that of invoices */
export function seriesOf(kind: Exclude<DocumentKind, 'canceled'>, prefix: string): string {
  return {
    invoice: prefix,
    bill_of_supply: BILL_OF_SUPPLY_SERIES,
    credit_note: CREDIT_NOTE_SERIES,
  }[kind];
}
