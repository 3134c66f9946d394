import { eachInSlices } from '../slices.js';
import { surplusProblem } from './cells.js';
import { CsvFault, type CsvRow } from './csv-reader.js';

/** A row of a file whose first row names the columns. */
export interface NamedRow {
  /** Number of the row; 1 is the file's first. */
  line: number;
  /** Cells by column; a missing cell is empty. */
  cells: Readonly<Record<string, string>>;
  /** Columns whose cells are no codes any more, see {@link CsvRow}. */
  lost?: readonly string[];
}

/**
 * Yields the rows of a file by column names, which the first row lists in any order and case. Works in slices, so that other
 * requests are answered meanwhile.
 * - other columns are ignored
 *
 * @throws CsvFault for a file without rows, and a column that is missing or there twice; after the rows before it for a row
 *   with more values than the header has columns, and for too many rows
 */
export async function* readNamedRows(
  source: readonly CsvRow[],
  required: readonly string[],
  rowsMax: number,
  optional: readonly string[] = [],
): AsyncGenerator<NamedRow, void> {
  let positions: ReadonlyMap<string, number> | null = null;
  let width = 0;
  let rows = 0;
  for await (const { line, cells, lost } of eachInSlices(source)) {
    if (positions === null) {
      positions = positionsOf({ line, cells }, required, optional);
      width = cells.length;
      continue;
    }
    const surplus = surplusProblem(cells, width);
    if (surplus !== null) throw new CsvFault(line, surplus);
    if (rows === rowsMax) {
      throw new CsvFault(line, `exceeds the maximum of ${rowsMax} rows`);
    }
    rows += 1;
    const named = [...positions].map(([column, position]) => [column, cells[position] ?? '']);
    const lostNames = [...positions].flatMap(([column, position]) =>
      lost?.includes(position) === true ? [column] : [],
    );
    yield { line, cells: Object.fromEntries(named) as Record<string, string>, lost: lostNames };
  }
  if (positions === null) throw new CsvFault(1, 'is missing: the file is empty');
  if (rows === 0) throw new CsvFault(1, 'has no rows below it');
}

function positionsOf(
  { line, cells }: CsvRow,
  required: readonly string[],
  optional: readonly string[],
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
