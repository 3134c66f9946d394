import { toCsvRows } from '../../platform/csv/csv-response.js';
import type { ListedPrice } from './price-lists.repository.js';

/** A file of the prices of a list with a row of names, page by page. */
export async function* priceListCsv(
  pages: AsyncIterable<readonly ListedPrice[]>,
): AsyncGenerator<string, void> {
  // The first page before the first row: without a list there is no file.
  let hasHeader = false;
  for await (const page of pages) {
    if (!hasHeader) yield toCsvRows([['sku', 'name', 'price_before', 'price']]);
    hasHeader = true;
    if (page.length > 0) yield toCsvRows(page.map(cellsOf));
  }
}

function cellsOf({ sku, name, beforeMinor, priceMinor }: ListedPrice): string[] {
  return [sku, name, beforeMinor === null ? '' : amount(beforeMinor), amount(priceMinor)];
}

function amount(minor: number): string {
  return (minor / 100).toFixed(2);
}
