import { CsvFault, readCsv } from './csv-reader.js';

/** A row of a file whose first row names the columns. */
export interface NamedRow {
  /** Line on which the row begins; 1 is the file's first. */
  line: number;
  /** Cells by column; a missing cell is empty. */
  cells: Readonly<Record<string, string>>;
}

/**
 * Yields the rows of a CSV file by column names, which the first row lists in any order and case. Other columns are
 * ignored.
 *
 * @throws CsvFault after the rows before it; also for a missing column, a file without rows, and too many rows
 */
export async function* readNamedRows(
  source: AsyncIterable<Buffer>,
  columns: readonly string[],
  rowsMax: number,
): AsyncGenerator<NamedRow, void> {
  let positions: ReadonlyMap<string, number> | null = null;
  let rows = 0;
  for await (const { line, cells } of readCsv(source)) {
    if (positions === null) {
      positions = positionsOf(cells, columns, line);
      continue;
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

function positionsOf(
  cells: readonly string[],
  columns: readonly string[],
  line: number,
): ReadonlyMap<string, number> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new CsvFault(
      line,
      `must name the columns ${columns.join(', ')}; missing: ${missing.join(', ')}`,
    );
  }
  return new Map(columns.map((column) => [column, names.indexOf(column)]));
}
