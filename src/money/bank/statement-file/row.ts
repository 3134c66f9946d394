import {
  formulaProblem,
  isNumber,
  textOf,
  valueOf,
  type Cell,
} from '../../../platform/table-file/cell.js';
import {
  exactText,
  isLostCode,
  LOST_DIGITS_TEXT,
} from '../../../platform/table-file/lost-digits.js';
import type { SourceColumn } from '../../../platform/table-file/header.js';
import { readAmount, readDirection, shown } from './amounts.js';
import type { StatementColumn } from './presets.js';

export type Columns = ReadonlyMap<StatementColumn, SourceColumn>;

const AMOUNTS = ['debit', 'credit', 'amount'] as const;
/** The signs of currencies, and the words for rupees that amounts are read with. */
const CURRENCY = /\p{Sc}|rs|inr/giu;
/** How else rupees are written, by their sign. The sign from before 2010 is that of all rupees. */
const RUPEES: Record<string, string> = { '₹': '₹ ₨ rs inr', Rs: '₨ rs' };
const QUOTATION = 'an amount with commas needs quotation marks';
/** Pattern of an amount that commas divide into cells, in a row that is wider than the others. */
const DIVIDED = /^\d{1,3}(?:\|\d{2,3})*\|\d{3}(?:\.\d{1,2})?(?=\||$)/;
/** The same in a row that is wider than the header: only the last cell of the amount has paise. */
const DIVIDED_AT_PAISE = /^\d{1,3}(?:\|\d{2,3})*\|\d{3}\.\d{1,2}(?=\||$)/;
/** The same in any row: a cell of the amount begins with a zero, unlike a number. */
const DIVIDED_AT_ZERO = /^\d{1,3}(?:\|\d{2,3})*\|0\d{1,2}(?:\.\d{1,2})?(?=\||$)/;

/** A row below the names of the columns. */
export class Row {
  constructor(
    readonly columns: Columns,
    readonly cells: readonly Cell[],
  ) {}

  cell(column: StatementColumn): Cell | undefined {
    const source = this.columns.get(column);
    return source && this.cells[source.position];
  }

  /** Returns the text of a column without what cannot be stored: control characters and halves of characters. */
  text(column: StatementColumn): string {
    const cell = this.cell(column);
    // Spreadsheets keep fifteen digits of a number and replace the others by zeros.
    if (isNumber(cell) && !Number.isSafeInteger(valueOf(cell!))) return '';
    return textOf(
      textOf(exactText(cell ?? ''))
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' '),
    );
  }

  /** Names the problem with the date of a row whose date could not be read. */
  dateProblem(isMonthFirst: boolean): string {
    const filled = [this.cell('date'), this.cell('value_date')].find((cell) => textOf(cell) !== '');
    if (filled === undefined) return 'has an amount and no date';
    const expected = isMonthFirst
      ? 'the month first, as 01/31/2026'
      : 'the day first, as 31/01/2026';
    return `has a date that cannot be read: ${shown(filled)}, expected ${expected}`;
  }

  /** Reads the balance of a row, negative if the account is overdrawn; null: the row has no balance. */
  balance(): number | null {
    const reading = readAmount(this.cell('balance'));
    if (reading === null || 'problem' in reading) return null;
    const side = reading.mark ?? readDirection(this.cell('balance_direction'));
    return side === 'out' ? -Math.abs(reading.minor) : reading.minor;
  }

  /** Returns true if some cell has a letter or a digit. Banks separate sections by rows of asterisks. */
  isFilled(): boolean {
    return this.cells.some((cell) => /[\p{L}\p{N}]/u.test(textOf(cell)));
  }

  /** Returns true if a column of amounts contains a digit. */
  hasFigures(): boolean {
    return AMOUNTS.some((column) => /\d/.test(textOf(this.cell(column))));
  }

  /** Returns true if the row has no date, description or reference. */
  isBare(): boolean {
    const columns = ['date', 'value_date', 'description', 'reference'] as const;
    return columns.every((column) => this.text(column) === '');
  }

  /** Names the problem with a row that has the error of a formula, or null if it has none. */
  formulaProblem(): string | null {
    const failed = [...this.columns.values()].find(
      ({ position }) => formulaProblem(this.cells[position]) !== null,
    );
    if (failed === undefined) return null;
    return `has the error ${shown(this.cells[failed.position])} in the column ${failed.name}: correct the formula`;
  }

  /** Names the problem with a row whose reference a spreadsheet has shortened, or null. */
  digitsProblem(): string | null {
    const reference = this.columns.get('reference');
    const cell = reference && this.cells[reference.position];
    return reference !== undefined && isLostCode(isNumber(cell) ? textOf(cell) : (cell ?? ''))
      ? `has ${shown(cell)} in the column ${reference.name}, which ${LOST_DIGITS_TEXT}, or upload the file as the bank made it`
      : null;
  }

  /** Names the problem with a row whose amount or balance is in another currency, or null. */
  currencyProblem(sign: string): string | null {
    const cells = [...AMOUNTS, 'balance' as const].map((column) => this.cell(column));
    const own = RUPEES[sign] ?? sign;
    const other = cells.find((cell) =>
      (textOf(cell).match(CURRENCY) ?? []).some((one) => !own.includes(one.toLowerCase())),
    );
    return other === undefined ? null : `has ${shown(other)}: amounts are in ${sign}`;
  }

  /**
   * Returns the problem if commas divided an amount such as `5,000.00` into two cells, so that later cells are below the wrong
   * names. Returns null without a sign of that.
   *
   * @param width the number of cells that the rows of the file have
   */
  widthProblem(header: readonly Cell[], width: number): string | null {
    const named = header.findLastIndex((cell) => textOf(cell) !== '');
    const last = Math.max(named, ...[...this.columns.values()].map(({ position }) => position));
    const beyond = this.cells.slice(last + 1).find((cell) => textOf(cell) !== '');
    if (beyond !== undefined) {
      return `has ${shown(beyond)} after the last column, expected ${last + 1} cells: ${QUOTATION}`;
    }
    const { length } = this.cells;
    const divided = this.dividedAmount(
      length > width ? DIVIDED : length > header.length ? DIVIDED_AT_PAISE : DIVIDED_AT_ZERO,
    );
    return divided === null ? null : `has ${divided} in separate cells: ${QUOTATION}`;
  }

  /** Finds an amount that commas have divided into several cells, or null without such cells. */
  private dividedAmount(divided: RegExp): string | null {
    for (const column of AMOUNTS) {
      const position = this.columns.get(column)?.position;
      if (position === undefined) continue;
      const text = this.cells.slice(position).map(textOf).join('|');
      const [found] = divided.exec(text) ?? [];
      if (found !== undefined) return found.replaceAll('|', ',');
    }
    return null;
  }

  /** Returns true if the row has the same texts as the one that names the columns. */
  repeats(header: readonly Cell[]): boolean {
    return [...this.columns.values()].every(
      ({ position }) => textOf(this.cells[position]) === textOf(header[position]),
    );
  }
}
