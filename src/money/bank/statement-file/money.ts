import { UnreadableFile } from '../../../platform/table-file/limits.js';
import { readAmount, readDirection, shown, type Direction } from './amounts.js';
import type { Row } from './row.js';

/** Money of a row, null if it has none, or the reason why it cannot be read. */
export type MoneyReading =
  | { direction: Direction; amountMinor: number }
  | null
  | { problem: string };

/** Function that reads the amount and direction of a row. */
export type MoneyReader = (row: Row) => MoneyReading;

/**
 * Picks the reader for the rows of a file. Directions come from two columns of amounts, else from a column that names the
 * direction, else from marks or signs of the amounts.
 *
 * @throws UnreadableFile (the file does not state the direction)
 */
export function moneyReader(rows: readonly Row[]): MoneyReader {
  const columns = rows[0]?.columns;
  if (columns === undefined) return () => null;
  if (columns.has('debit') || columns.has('credit')) return byColumns(rows);
  if (columns.has('direction')) return byDirection;
  const readings = rows.map((row) => readAmount(row.cell('amount')));
  const amounts = readings.flatMap((one) => (one === null || 'problem' in one ? [] : [one]));
  if (amounts.some(({ mark }) => mark !== null)) return byMark;
  if (amounts.some(({ minor }) => minor < 0)) return bySign;
  throw new UnreadableFile(
    `The column “${columns.get('amount')?.name}” does not say whether money came in or went out. Expected: two columns, a column such as “Dr/Cr”, or amounts with a sign.`,
  );
}

function byColumns(rows: readonly Row[]): MoneyReader {
  const [ofDebit, ofCredit] = [columnReader(rows, 'debit'), columnReader(rows, 'credit')];
  return (row) => {
    const [debit, credit] = [ofDebit(row), ofCredit(row)];
    if (debit === null || credit === null) return debit ?? credit;
    return { problem: 'has amounts in both directions' };
  };
}

type AmountColumn = 'debit' | 'credit';
const DIRECTIONS = { debit: 'out', credit: 'in' } as const;

/** Makes the reader of a column with its own direction. Amounts below zero are read as the balances prove. */
function columnReader(rows: readonly Row[], column: AmountColumn): MoneyReader {
  const direction = DIRECTIONS[column];
  const ofNegative = provenDirection(rows, column);
  return (row) => {
    const cell = row.cell(column);
    const reading = readAmount(cell);
    if (reading === null || 'problem' in reading) return reading;
    const { minor, mark } = reading;
    if (minor === 0) return null;
    const proven = minor > 0 ? direction : ofNegative;
    if (proven !== null && (mark ?? proven) === proven) {
      return { direction: proven, amountMinor: Math.abs(minor) };
    }
    const name = row.columns.get(column)?.name;
    return { problem: `has ${shown(cell)} in the column ${name}, expected an amount above zero` };
  };
}

/** Finds the direction of a column's amounts below zero, from the balance of the row before or after each; null: not proven. */
function provenDirection(rows: readonly Row[], column: AmountColumn): Direction | null {
  const isNegative = (row: Row): boolean => {
    const reading = readAmount(row.cell(column));
    return reading !== null && !('problem' in reading) && reading.minor < 0;
  };
  // Most files have none, and reading their balances would be for nothing.
  if (!rows.some(isNegative)) return null;
  const booked = rows.filter((row) => row.hasFigures() && row.balance() !== null);
  for (const ordered of [booked, booked.toReversed()]) {
    const steps = ordered.slice(1).flatMap((row, index) => {
      const reading = readAmount(row.cell(column));
      if (reading === null || 'problem' in reading || reading.minor >= 0) return [];
      return [(row.balance()! - ordered[index]!.balance()!) / reading.minor];
    });
    const isAll = (sign: number): boolean => steps.length > 0 && steps.every((one) => one === sign);
    // A step equal to the negative amount takes money out, regardless of the column.
    if (isAll(1)) return 'out';
    if (isAll(-1)) return 'in';
  }
  return null;
}

function byDirection(row: Row): MoneyReading {
  const cell = row.cell('direction');
  return ofAmount(row, readDirection(cell), `instead of Dr or Cr there is ${shown(cell)}`);
}

function byMark(row: Row): MoneyReading {
  return ofAmount(row, null, 'neither Dr nor Cr is next to it');
}

function bySign(row: Row): MoneyReading {
  const reading = readAmount(row.cell('amount'));
  const isDebit = reading !== null && !('problem' in reading) && reading.minor < 0;
  return ofAmount(row, isDebit ? 'out' : 'in', '');
}

/** Reads the amount in the direction that the row names, else in that of its mark. */
function ofAmount(row: Row, named: Direction | null, otherwise: string): MoneyReading {
  const cell = row.cell('amount');
  const reading = readAmount(cell);
  if (reading === null || 'problem' in reading) return reading;
  const { minor, mark } = reading;
  if (minor === 0) return null;
  const direction = named ?? mark;
  if (direction === null) {
    return { problem: `has the amount ${shown(cell)} without a direction: ${otherwise}` };
  }
  const isContrary = (minor < 0 && direction === 'in') || (mark ?? direction) !== direction;
  if (isContrary) return { problem: `has the amount ${shown(cell)} in two directions` };
  return { direction, amountMinor: Math.abs(minor) };
}
