import { csvParts } from '../../platform/csv/csv-response.js';
import { toDecimalText } from '../../platform/money.js';
import type { ListedPrice } from './price-lists.repository.js';

/** Returns a file of the prices of a list. */
export function priceListCsv(pages: AsyncIterable<readonly ListedPrice[]>): AsyncIterable<string> {
  return csvParts(['sku', 'name', 'price_before', 'price'], pages, cellsOf);
}

function cellsOf({ sku, name, beforeMinor, priceMinor }: ListedPrice): string[] {
  return [
    sku,
    name,
    beforeMinor === null ? '' : toDecimalText(beforeMinor),
    toDecimalText(priceMinor),
  ];
}
