import type { CsvRow } from '../csv/csv-reader.js';

/** Maximum rows that a worker hands back at once. */
const BATCH_ROWS = 1_000;
/** Maximum characters and cells of these rows, counted together, unless one row alone has more. */
const BATCH_WEIGHT = 500_000;
/** Number of characters that cost as much as a cell to receive. */
const CELL_WEIGHT = 10;

/** Yields rows of a file in batches that take a few milliseconds to receive. Yields the rows before a fault first. */
export async function* batchesOf<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  weightOf: (row: Row) => number = () => 0,
): AsyncGenerator<Row[], void> {
  let batch: Row[] = [];
  let weight = 0;
  let fault: { error: unknown } | null = null;
  try {
    for await (const row of rows) {
      batch.push(row);
      weight += weightOf(row);
      if (batch.length < BATCH_ROWS && weight < BATCH_WEIGHT) continue;
      yield batch;
      batch = [];
      weight = 0;
    }
  } catch (error) {
    fault = { error };
  }
  if (batch.length > 0) yield batch;
  if (fault !== null) throw fault.error;
}

/** Computes the weight of a row with texts. */
export function weightOfCells({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length + CELL_WEIGHT, 0);
}
