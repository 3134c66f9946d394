/** Column of a table: its name, the kind of its cells, and the cell of a row; null leaves the cell empty. */
export interface Column<Row> {
  /** Name in CSV files. */
  name: string;
  /**
   * - text: everything that is not calculated with, such as names, phone numbers, PIN codes, SKUs and references; other values
   *   are written as JSON
   * - amount: in minor units
   * - count: a whole number; a text for counts of several things
   * - flag: true or false
   * - time: a date, or milliseconds since 1970
   * - day: a date in the shop, such as `2026-11-20`
   */
  kind: 'text' | 'amount' | 'count' | 'flag' | 'time' | 'day';
  cell: (row: Row) => unknown;
  /** True if staff who may not see amounts get files without this column. */
  isGuarded?: boolean;
  /** True if CSV files lack the column, because scripts read them by position. */
  isForPeople?: boolean;
}

/** A table that is exported in one of the formats of {@link TABLE_FORMATS}. */
export interface Table<Row> {
  columns: readonly Column<Row>[];
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** False if a workbook does not end with the sums of its amounts, because they are prices or balances. */
  hasSums?: boolean;
  /** True if an import reads the file again: the workbook has the names of the columns, and no sums. */
  isImported?: boolean;
}

/** Writes the value of a cell as a text. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
