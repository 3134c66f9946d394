import { eachInSlices } from '../slices.js';
import { CsvFault, type CsvRow } from './csv-reader.js';

/** A row of a file whose first row names the columns. */
export interface NamedRow {
  /** Number of the row; 1 is the file's first. */
  line: number;
  /** Cells by column; a missing cell is empty. */
  cells: Readonly<Record<string, string>>;
}

/** Columns that a file has to have, and those that it may have. */
interface NamedColumns {
  required: readonly string[];
  optional: readonly string[];
}

/**
 * Yields the rows of a file by column names, which the first row lists in any order and case. Other columns are ignored. Other
 * requests are answered between slices of the rows.
 *
 * @throws CsvFault for a file without rows, and a column that is missing or there twice; after the rows before it for a row with
 *   more values than the header has columns, and for too many rows
 */
export async function* readNamedRows(
  source: readonly CsvRow[],
  columns: readonly string[] | NamedColumns,
  rowsMax: number,
): AsyncGenerator<NamedRow, void> {
  let positions: ReadonlyMap<string, number> | null = null;
  let width = 0;
  let rows = 0;
  for await (const { line, cells } of eachInSlices(source)) {
    if (positions === null) {
      positions = positionsOf(cells, toNamed(columns), line);
      width = cells.length;
      continue;
    }
    // A number such as 1,000 without quotation marks would be read as 1. Separators at the end of a row mean nothing.
    if (cells.slice(width).some((cell) => cell.trim() !== '')) {
      throw new CsvFault(
        line,
        `has ${cells.length} cells, but the header has ${width}: put texts and numbers that contain a separator in quotation marks`,
      );
    }
    if (rows === rowsMax) {
      throw new CsvFault(line, `exceeds the maximum of ${rowsMax} rows`);
    }
    rows += 1;
    const named = [...positions].map(([column, position]) => [column, cells[position] ?? '']);
    yield { line, cells: Object.fromEntries(named) as Record<string, string> };
  }
  if (positions === null) throw new CsvFault(1, 'is missing: the file is empty');
  if (rows === 0) throw new CsvFault(1, 'has no rows below it');
}

function toNamed(columns: readonly string[] | NamedColumns): NamedColumns {
  return 'required' in columns ? columns : { required: columns, optional: [] };
}

function positionsOf(
  cells: readonly string[],
  { required, optional }: NamedColumns,
  line: number,
): ReadonlyMap<string, number> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const missing = required.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new CsvFault(
      line,
      `must name the columns ${required.join(', ')}; missing: ${missing.join(', ')}`,
    );
  }
  const found = [...required, ...optional].filter((column) => names.includes(column));
  const twice = found.filter((column) => names.indexOf(column) < names.lastIndexOf(column));
  if (twice.length > 0) {
    throw new CsvFault(line, `must name each column once; more than once: ${twice.join(', ')}`);
  }
  return new Map(found.map((column) => [column, names.indexOf(column)]));
}
