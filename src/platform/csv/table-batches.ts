import { readFile } from 'node:fs/promises';
import { LIMITS } from '../config/limits.js';
import { batchesOf, weightOfCells } from '../file-reading/batches.js';
import { FILE_WORKERS } from '../file-reading/file-workers.js';
import { exactText, isLostCode } from '../table-file/lost-digits.js';
import { readTable } from '../table-file/read-table.js';
import type { CsvRow } from './csv-reader.js';

const COLUMNS_MAX = 200;
const CELL_LENGTH = 10_000;
/** Blank rows that a file may have in addition to its rows. */
const BLANK_ROWS = 1_000;

/** A CSV file or an Excel workbook. */
interface TableFile {
  path: string;
  rowsMax: number;
}

/** Yields the rows of a file in batches. @throws UnreadableFile */
export async function* tableBatches({ path, rowsMax }: TableFile): AsyncGenerator<CsvRow[], void> {
  yield* batchesOf(await tableRowsOf(await readFile(path), rowsMax), weightOfCells);
}

/** Reads the rows of a file, see {@link readTableRows}. @throws UnreadableFile */
export async function tableRowsOf(file: Buffer, rowsMax: number): Promise<CsvRow[]> {
  if (file.length === 0) return [];
  const limits = {
    rows: rowsMax + BLANK_ROWS,
    columns: COLUMNS_MAX,
    cellLength: CELL_LENGTH,
    unzippedBytes: LIMITS.statementUnzippedBytes,
  };
  const { rows } = await readTable(new Uint8Array(file), {}, limits);
  return rows
    .map((cells, index) => ({
      line: index + 1,
      cells: cells.map(exactText),
      lost: cells.flatMap((cell, position) => (isLostCode(cell) ? [position] : [])),
    }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/**
 * Reads the rows of a CSV file or an Excel workbook in a worker, without blank ones. The number of a row is the one that a
 * spreadsheet shows.
 * - encoding and separator are recognized, because Excel saves `;`, tabs and UTF-16
 *
 * @throws AppError file_unreadable, rate_limited
 */
export async function readTableRows(path: string, rowsMax: number): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  await FILE_WORKERS.readAtOnce<typeof tableBatches>('table', { path, rowsMax }, (batch) => {
    rows.push(...batch);
  });
  return rows;
}
