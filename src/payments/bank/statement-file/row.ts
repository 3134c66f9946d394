import { textOf, type Cell } from '../../../platform/table-file/cell.js';
import type { SourceColumn } from '../../../platform/table-file/header.js';
import { readAmount, readDirection, shown } from './amounts.js';
import { readDate } from './dates.js';
import type { StatementColumn } from './presets.js';

/** The columns of a file by their meaning. */
export type Columns = ReadonlyMap<StatementColumn, SourceColumn>;

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

  /** Returns a text that can be stored: without control characters and halves of characters. */
  text(column: StatementColumn): string {
    const cell = this.cell(column);
    // Spreadsheets keep fifteen digits of a number and replace the others by zeros.
    if (typeof cell === 'number' && !Number.isSafeInteger(cell)) return '';
    return textOf(
      textOf(cell)
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' '),
    );
  }

  date(): string | null {
    return readDate(this.cell('value_date')) ?? readDate(this.cell('date'));
  }

  /** Returns the problem with the date of a row whose date could not be read. */
  dateProblem(): string {
    const filled = [this.cell('date'), this.cell('value_date')].find((cell) => textOf(cell) !== '');
    if (filled === undefined) return 'has an amount and no date';
    return `has a date that cannot be read: ${shown(filled)}, expected the day first, as 31/01/2026`;
  }

  /** Returns the balance of a row, negative if the account is overdrawn; null: the row has no balance. */
  balance(): number | null {
    const reading = readAmount(this.cell('balance'));
    if (reading === null || 'problem' in reading) return null;
    const side = reading.mark ?? readDirection(this.cell('balance_direction'));
    return side === 'out' ? -Math.abs(reading.minor) : reading.minor;
  }

  /** Returns true if some character is a letter or a digit. Banks separate sections by rows of asterisks. */
  isFilled(): boolean {
    return this.cells.some((cell) => /[\p{L}\p{N}]/u.test(textOf(cell)));
  }

  /** Returns true if a column of amounts contains a digit. */
  hasFigures(): boolean {
    const columns = ['debit', 'credit', 'amount'] as const;
    return columns.some((column) => /\d/.test(textOf(this.cell(column))));
  }

  /** Returns true if the row has no date, description or reference. */
  isBare(): boolean {
    const columns = ['date', 'value_date', 'description', 'reference'] as const;
    return columns.every((column) => this.text(column) === '');
  }

  /** Returns the problem with a row that is wider than the table. Its cells are not below their names; null: it is not wider. */
  widthProblem(header: readonly Cell[]): string | null {
    const named = header.findLastIndex((cell) => textOf(cell) !== '');
    const last = Math.max(named, ...[...this.columns.values()].map(({ position }) => position));
    const beyond = this.cells.slice(last + 1).find((cell) => textOf(cell) !== '');
    if (beyond === undefined) return null;
    return `has ${shown(beyond)} after the last column, expected ${last + 1} cells: an amount with commas needs quotation marks`;
  }

  /** Returns true if the row has the same texts as the one that names the columns. */
  repeats(header: readonly Cell[]): boolean {
    return [...this.columns.values()].every(
      ({ position }) => textOf(this.cells[position]) === textOf(header[position]),
    );
  }
}
