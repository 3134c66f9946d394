import { LIMITS } from '../../platform/config/limits.js';
import { readPrice, withoutEscape } from '../../platform/csv/cells.js';
import { CsvFault } from '../../platform/csv/csv-reader.js';
import { readNamedRows, type NamedRow } from '../../platform/csv/named-rows.js';
import { readTableRows } from '../../platform/csv/table-batches.js';
import { LOST_DIGITS_TEXT } from '../../platform/table-file/lost-digits.js';
import { toMajorUnits, toMinorUnits } from '../../platform/money.js';
import { PRICE_FILE_FIELDS } from './price-file-fields.js';
import type { PriceListProblem } from './price-list.entity.js';

/** A valid row of a file. */
interface FilePrice {
  line: number;
  sku: string;
  priceMinor: number;
}

export interface PriceFile {
  /** By SKU. If a SKU is repeated, its first row counts. */
  prices: ReadonlyMap<string, FilePrice>;
  problems: PriceListProblem[];
}

/** Reads a file with columns of {@link PRICE_FILE_FIELDS}; others are ignored. @throws AppError file_unreadable, rate_limited */
export async function readPriceFile(path: string): Promise<PriceFile> {
  const rows = await readTableRows(path, LIMITS.priceListPrices);
  const prices = new Map<string, FilePrice>();
  const problems: PriceListProblem[] = [];
  try {
    for await (const row of readNamedRows(rows, PRICE_FILE_FIELDS, LIMITS.priceListPrices)) {
      const { line } = row;
      const sku = withoutEscape(row.cells.sku ?? '').trim();
      const read = readRow(row, sku, prices);
      if (typeof read === 'number') prices.set(sku, { line, sku, priceMinor: read });
      else problems.push({ line, sku: sku.slice(0, LIMITS.skuLength) || null, problem: read });
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    problems.push({ line: error.line, sku: null, problem: error.message });
  }
  return { prices, problems };
}

/** Reads the price of a row in minor units, or the problem with it. */
function readRow(
  { cells, lost }: NamedRow,
  sku: string,
  before: ReadonlyMap<string, FilePrice>,
): number | string {
  if (sku === '') return 'has no SKU';
  if (lost?.includes('sku') === true) return `sku ${LOST_DIGITS_TEXT}`;
  const first = before.get(sku);
  if (first !== undefined) return `is already on line ${first.line}`;
  const reading = readPrice(cells.price ?? '');
  if ('problem' in reading) return `price ${reading.problem}`;
  const { value } = reading;
  const isPrice =
    typeof value === 'number' && value >= 0.01 && value <= toMajorUnits(LIMITS.amountMinor);
  return isPrice
    ? toMinorUnits(value)
    : `price must be from 0.01 to ${toMajorUnits(LIMITS.amountMinor)}`;
}
