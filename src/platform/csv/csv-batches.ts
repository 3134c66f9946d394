import { createReadStream } from 'node:fs';
import { batchesOf, weightOfCells } from '../file-reading/batches.js';
import { FILE_WORKERS } from '../file-reading/file-workers.js';
import { asUtf8 } from './as-utf8.js';
import { CsvFault, readCsv, type CsvRow } from './csv-reader.js';

/** Cells of a row: more than the columns of any file that is read. */
const CELLS_MAX = 1_000;

/** Yields the rows of a CSV file as {@link readCsv} does, in batches. Its encoding is recognized. */
export async function* csvBatches(path: string): AsyncGenerator<CsvRow[], void> {
  const open = await asUtf8(() => createReadStream(path));
  yield* batchesOf(withFewCells(readCsv(open())), weightOfCells);
}

/** Reads a CSV file in a worker. @throws AppError file_unreadable, rate_limited; CsvFault after the rows before it */
export function readCsvFile(path: string): AsyncGenerator<CsvRow[], void> {
  return FILE_WORKERS.readInTurns<typeof csvBatches>('catalog', path);
}

async function* withFewCells(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow, void> {
  for await (const row of rows) {
    if (row.cells.length > CELLS_MAX) {
      throw new CsvFault(row.line, `has more than ${CELLS_MAX} cells`);
    }
    yield row;
  }
}
