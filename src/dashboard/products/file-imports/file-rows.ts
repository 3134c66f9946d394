import { columnNames, withEscape, withoutEscape } from '../../../platform/csv/cells.js';
import { CsvFault } from '../../../platform/csv/csv-reader.js';
import { invalidField } from '../../../platform/http/errors.js';
import { groupBy } from '../../../platform/group-by.js';
import { toCsv } from '../../../platform/table-export/table-csv.js';
import type { Table } from '../../../platform/table-export/table.js';
import { COST_COLUMN, PROBLEM_COLUMN, ROW_COLUMN } from '../import-export/catalog-csv.js';
import { rowsOf, type CatalogRows } from '../import-export/import-reader.js';
import type { ImportProblem } from '../import-export/import-report.js';

/** A cell that a person has corrected. */
export interface Correction {
  /** Number of the row, as in the report. */
  line: number;
  column: string;
  value: string;
}

/** A row of an uploaded catalog file, with the number that reports give it. */
interface FileRow {
  line: number;
  /** Cells of the columns of {@link rowsBelow}, followed by others. */
  cells: readonly string[];
}

const BATCH_ROWS = 500;

/** Yields a file with corrected cells. Its column `row` keeps the numbers of the rows. */
export async function* correctedFile(
  source: CatalogRows,
  corrections: readonly Correction[],
): AsyncGenerator<Buffer, void> {
  let columns: readonly string[] = [];
  let batch: string[][] = [];
  const rows = rowsBelow(source, (names) => {
    columns = names;
    refuseUnknown(corrections, ({ column }) => columns.includes(column), 'column');
    refuseUnknown(corrections, (one, at) => at === lastOf(one, corrections), 'line');
    batch.push([ROW_COLUMN, ...columns]);
  });
  const byLine = groupBy(corrections, ({ line }) => line);
  const lines = new Set<number>();
  for await (const { line, cells } of rows) {
    lines.add(line);
    const changed = new Map(byLine.get(line)?.map(({ column, value }) => [column, value]));
    const kept = columns.map((column, at) => withEscapeOf(changed.get(column)) ?? cells[at] ?? '');
    batch.push([String(line), ...kept, ...cells.slice(columns.length)]);
    if (batch.length < BATCH_ROWS) continue;
    yield Buffer.from(toCsv(batch));
    batch = [];
  }
  refuseUnknown(corrections, ({ line }) => lines.has(line), 'line');
  yield Buffer.from(toCsv(batch));
}

const PROBLEMS = {
  column: 'must be a column of the file',
  line: 'must be a row of the file, each cell once',
};

/** @throws AppError validation_failed for a correction that does not fit the file */
function refuseUnknown(
  corrections: readonly Correction[],
  fits: (correction: Correction, at: number) => boolean,
  field: keyof typeof PROBLEMS,
): void {
  const at = corrections.findIndex((correction, index) => !fits(correction, index));
  if (at < 0) return;
  const name = `corrections.${at}.${field}`;
  throw invalidField(name, 'not_in_file', `${name} ${PROBLEMS[field]}`);
}

/** Finds the place of the last correction of the same cell. */
function lastOf({ line, column }: Correction, corrections: readonly Correction[]): number {
  return corrections.findLastIndex((other) => other.line === line && other.column === column);
}

/** Writes the rows with problems as a table that can be corrected and imported, with the problems in its last column. */
export async function problemsTable(
  source: CatalogRows,
  problems: readonly ImportProblem[],
): Promise<Table<FileRow>> {
  let columns: readonly string[] = [];
  const rows = rowsBelow(source, (names) => (columns = names));
  const byLine = groupBy(problems, ({ line }) => line);
  const atFault: FileRow[] = [];
  for await (const row of rows) if (byLine.has(row.line)) atFault.push(row);
  const problemText = ({ column, problem }: ImportProblem): string =>
    column === null ? problem : `${column} ${problem}`;
  return {
    columns: [
      { name: ROW_COLUMN, kind: 'count', cell: ({ line }) => line },
      ...columns.map((name, at) => ({
        name,
        kind: 'text' as const,
        cell: ({ cells }: FileRow) => withoutEscape(cells[at] ?? ''),
      })),
      {
        name: PROBLEM_COLUMN,
        kind: 'text',
        cell: ({ line }) => byLine.get(line)!.map(problemText).join('; '),
      },
    ],
    pages: [atFault],
    isImported: true,
  };
}

/** Returns true if a file has the column of costs. A file that is not a table has none. */
export async function hasCostColumn(source: CatalogRows): Promise<boolean> {
  try {
    for await (const { cells } of rowsOf(source)) {
      return cells.some((name) => name.trim() === COST_COLUMN);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
  }
  return false;
}

/** Yields the rows below the header. @param onColumns receives the columns, without those that the service adds to files */
async function* rowsBelow(
  source: CatalogRows,
  onColumns: (names: readonly string[]) => void,
): AsyncGenerator<FileRow, void> {
  let names: readonly string[] | null = null;
  let own: readonly number[] = [];
  for await (const { line, cells } of rowsOf(source)) {
    if (names === null) {
      const found = columnNames(cells);
      own = [...found.keys()].filter((at) => ![ROW_COLUMN, PROBLEM_COLUMN].includes(found[at]!));
      onColumns(own.map((at) => found[at]!));
      names = found;
      continue;
    }
    const rowAt = names.indexOf(ROW_COLUMN);
    // A row of another width stays one, so that its problem is found again.
    const width = Math.max(cells.length - names.length, 0);
    const beyond = cells.length < names.length ? [] : cells.slice(cells.length - width);
    const kept = own.filter((at) => at < cells.length).map((at) => cells[at]!);
    yield { line: rowAt < 0 ? line : Number(cells[rowAt]), cells: [...kept, ...beyond] };
  }
}

function withEscapeOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : withEscape(value);
}
