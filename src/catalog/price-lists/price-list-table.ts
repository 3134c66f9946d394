import { amount, text, type Table } from '../../platform/table-export/table.js';
import type { ListedPrice } from './price-lists.repository.js';

/** Returns the prices of a list as a table, which can be sent as another list. */
export function priceListTable(pages: AsyncIterable<readonly ListedPrice[]>): Table<ListedPrice> {
  return {
    pages,
    isImported: true,
    columns: [
      text('sku', (price) => price.sku),
      text('name', (price) => price.name),
      amount('price_before', (price) => price.beforeMinor),
      amount('price', (price) => price.priceMinor),
    ],
  };
}
