/** Column of a table: its name, the kind of its cells, and the cell of a row; null leaves the cell empty. */
export type Column<Row> = ColumnBase &
  (
    | {
        /** Anything that is not calculated with, such as names, phone numbers, PIN codes, SKUs and references. */
        kind: 'text';
        cell: (row: Row) => string | null;
      }
    | {
        /** - amount: in minor units - count: a whole number - id: a number that is never added up */
        kind: 'amount' | 'count' | 'id';
        cell: (row: Row) => number | null;
      }
    | { kind: 'time'; cell: (row: Row) => Date | null }
    | {
        /** A date in the shop, such as `2026-11-20`. */
        kind: 'day';
        cell: (row: Row) => string | null;
      }
  );

interface ColumnBase {
  /** Name in CSV files. */
  name: string;
  /** True if a workbook ends with the sum of the column. */
  isSummed?: boolean;
  /** True if CSV files lack the column: scripts read them by position. */
  isForPeople?: boolean;
}

/** A table that is exported in one of the formats of {@link TABLE_FORMATS}. */
export interface Table<Row> {
  columns: readonly Column<Row>[];
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** True if an import reads the file again: the workbook has the names of the columns, and no sums. */
  isImported?: boolean;
  /** Escapes texts that spreadsheets would run as formulas; by default, by a leading `'`. */
  escape?: (text: string) => string;
}

/** Returns a column of texts. */
export function text<Row>(name: string, cell: (row: Row) => string | null): Column<Row> {
  return { kind: 'text', name, cell };
}

/** Returns a column of amounts in minor units. */
export function amount<Row>(name: string, cell: (row: Row) => number | null): Column<Row> {
  return { kind: 'amount', name, cell };
}

/** Returns a column of amounts in minor units whose sum a workbook shows. */
export function summed<Row>(name: string, cell: (row: Row) => number | null): Column<Row> {
  return { kind: 'amount', name, cell, isSummed: true };
}

/** Returns a column of whole numbers. */
export function count<Row>(name: string, cell: (row: Row) => number | null): Column<Row> {
  return { kind: 'count', name, cell };
}

/** Returns a column of ids. */
export function id<Row>(name: string, cell: (row: Row) => number | null): Column<Row> {
  return { kind: 'id', name, cell };
}

/** Returns a column of times. */
export function time<Row>(name: string, cell: (row: Row) => Date | null): Column<Row> {
  return { kind: 'time', name, cell };
}

/** Returns a column of dates in the shop. */
export function day<Row>(name: string, cell: (row: Row) => string | null): Column<Row> {
  return { kind: 'day', name, cell };
}

/** Returns a column of texts that CSV files lack, such as the name of an id. */
export function forPeople<Row>(name: string, cell: (row: Row) => string | null): Column<Row> {
  return { ...text(name, cell), isForPeople: true };
}
