import type { PresetName } from '../../../src/money/bank/statement-file/presets.js';
import { csvText, type SupplierCell } from '../../support/shop/supplier-file.js';

/** Money that moved on an account. */
export interface Movement {
  /** As `2026-01-31`. */
  day: string;
  direction: 'in' | 'out';
  amountMinor: number;
  reference: string;
  description: string;
}

/** A movement with the balance after it. */
export interface Booked extends Movement {
  balanceMinor: number;
}

/** A row: its cells, or its texts with ` | ` between them. */
type Row = string | SupplierCell[];

/** The format of a bank's statements. */
export interface BankWriter {
  preset: PresetName;
  form: string;
  header: string;
  cellsOf: (booked: Booked, index: number) => SupplierCell[];
  above?: (openingMinor: number) => Row[];
  below?: (openingMinor: number, booked: readonly Booked[]) => Row[];
  isLatestFirst?: boolean;
  encode: (rows: SupplierCell[][]) => Buffer;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes a day in a bank's form: `dd/mm/yy`, `dd-Mon-yyyy` and the like. */
export function dayAs(form: string): (day: string) => string {
  return (day) => {
    const [year = '', month = '', date = ''] = day.split('-');
    return form
      .replace('yyyy', year)
      .replace('yy', year.slice(2))
      .replace('mm', month)
      .replace('Mon', MONTHS[Number(month) - 1]!)
      .replace('dd', date);
  };
}

/** Computes the days since the end of 1899, as spreadsheets store a day. */
export function serial(day: string): number {
  return (Date.parse(day) - Date.UTC(1899, 11, 30)) / (24 * 60 * 60 * 1_000);
}

/** Writes an amount with the groups of lakhs and crores. */
export function grouped(minor: number): string {
  return (minor / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 });
}

export const plain = (minor: number): string => (minor / 100).toFixed(2);
export const side = (minor: number): string => (minor < 0 ? 'DR' : 'CR');
const inCase = (is: boolean, text: SupplierCell, otherwise: SupplierCell = ''): SupplierCell =>
  is ? text : otherwise;
export const debitOf = (
  { direction, amountMinor }: Movement,
  write: (minor: number) => SupplierCell,
  none: SupplierCell = '',
): SupplierCell => inCase(direction === 'out', write(amountMinor), none);
export const creditOf = (
  { direction, amountMinor }: Movement,
  write: (minor: number) => SupplierCell,
  none: SupplierCell = '',
): SupplierCell => inCase(direction === 'in', write(amountMinor), none);
export const marked = ({ direction }: Movement): string => (direction === 'in' ? 'CR' : 'DR');
export const sumOf = (booked: readonly Booked[], direction: string): number =>
  booked
    .filter((one) => one.direction === direction)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
export const closingOf = (openingMinor: number, booked: readonly Booked[]): number =>
  booked.at(-1)?.balanceMinor ?? openingMinor;

export const comma = (rows: SupplierCell[][]): Buffer => Buffer.from(csvText(rows, ','));
export const tabs = (rows: SupplierCell[][]): Buffer => Buffer.from(csvText(rows, '\t'));

export const slash = dayAs('dd/mm/yyyy');
export const dash = dayAs('dd-mm-yyyy');
export const named = dayAs('dd-Mon-yyyy');

/** Makes movements with the balance after each. */
export function booked(movements: readonly Movement[], openingMinor: number): Booked[] {
  let balanceMinor = openingMinor;
  return movements.map((movement) => {
    const { direction, amountMinor } = movement;
    balanceMinor += direction === 'in' ? amountMinor : -amountMinor;
    return { ...movement, balanceMinor };
  });
}

export interface WriteOptions {
  openingMinor?: number;
  /** Lines of a page. Between pages, the page number and the names of the columns are repeated. */
  pageLines?: number;
  reorder?: (lines: SupplierCell[][]) => SupplierCell[][];
}

export function writeStatement(
  bank: BankWriter,
  movements: readonly Movement[],
  { openingMinor = 0, pageLines = Infinity, reorder = (lines) => lines }: WriteOptions = {},
): Buffer {
  const inTime = booked(movements, openingMinor);
  const ordered = bank.isLatestFirst === true ? inTime.toReversed() : inTime;
  const lines = reorder(ordered.map((one, index) => bank.cellsOf(one, index)));
  const body = lines.flatMap((cells, index): Row[] => {
    const isBreak = index > 0 && index % pageLines === 0;
    const page = `Page ${Math.floor(index / pageLines)} of many`;
    return isBreak ? [page, [], bank.header, cells] : [cells];
  });
  const rows: Row[] = [
    ...(bank.above?.(openingMinor) ?? []),
    bank.header,
    ...body,
    ...(bank.below?.(openingMinor, inTime) ?? []),
  ];
  return bank.encode(rows.map((row) => (typeof row === 'string' ? row.split(' | ') : row)));
}
