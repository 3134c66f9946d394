import { columnsByField, fieldNamed, type UploadField } from '../table-file/columns.js';
import { columnsOf, findHeader, isTotal } from '../table-file/header.js';
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
 * Yields the rows of a file by its columns, which have one of the names of their fields, in any order. Works in slices, so that
 * other requests are answered meanwhile.
 * - rows above the header, totals and other columns are ignored
 *
 * @throws CsvFault for a file without rows, and a column that is missing or there twice; after the rows before it for a row
 *   with more values than the header has columns, and for too many rows
 */
export async function* readNamedRows(
  source: readonly CsvRow[],
  fields: readonly UploadField[],
  rowsMax: number,
): AsyncGenerator<NamedRow, void> {
  const table = source.map(({ cells }) => cells);
  const at = findHeader(table, (name) => fieldNamed(name, fields) !== undefined);
  const header = source[at];
  if (header === undefined) throw new CsvFault(1, 'is missing: the file is empty');
  const positions = positionsOf(header, table, at, fields);
  const key = positions.get(fields.find(({ isNeeded }) => isNeeded)?.column ?? '') ?? -1;
  const width = header.cells.length;
  let rows = 0;
  for await (const { line, cells, lost } of eachInSlices(source.slice(at + 1))) {
    const surplus = surplusProblem(cells, width);
    if (surplus !== null) throw new CsvFault(line, surplus);
    if (isTotal(cells, (cells[key] ?? '').trim())) continue;
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
  if (rows === 0) throw new CsvFault(header.line, 'has no rows below it');
}

function positionsOf(
  { line }: CsvRow,
  table: readonly (readonly string[])[],
  at: number,
  fields: readonly UploadField[],
): ReadonlyMap<string, number> {
  const found = [...columnsByField(columnsOf(table, at), fields)];
  const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ column }) => column);
  const missing = found
    .filter(([{ isNeeded }, columns]) => isNeeded && columns.length === 0)
    .map(([{ column }]) => column);
  if (missing.length > 0) {
    throw new CsvFault(
      line,
      `must name the columns ${needed.join(', ')}; missing: ${missing.join(', ')}`,
    );
  }
  const twice = found.filter(([, { length }]) => length > 1).map(([{ column }]) => column);
  if (twice.length > 0) {
    throw new CsvFault(line, `must name each column once; more than once: ${twice.join(', ')}`);
  }
  return new Map(
    found.flatMap(([{ column }, [first]]) => (first ? [[column, first.position]] : [])),
  );
}
