import { toCsvRows } from '../../platform/csv/csv-response.js';
import type { ListedLevel } from './stock-overview.repository.js';

type Levels = AsyncIterable<readonly ListedLevel[]>;

/** A file of stock with a row of names, page by page. */
export async function* stockCsv(pages: Levels): AsyncGenerator<string, void> {
  yield toCsvRows([
    ['sku', 'variation', 'name', 'shelf', 'on_hand', 'reserved', 'available', 'shipped_last_week'],
  ]);
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield toCsvRows(
      page.map(({ sku, variationKey, name, shelf, onHand, reserved, shipped }) => [
        ...[sku, variationKey, name, shelf ?? ''],
        ...[onHand, reserved, onHand - reserved, shipped].map(String),
      ]),
    );
  }
}

/** A count sheet: `counted` is to be filled in, `last_movement` tells later whether stock has moved since. */
export async function* countSheetCsv(pages: Levels): AsyncGenerator<string, void> {
  yield toCsvRows([['sku', 'variation', 'name', 'shelf', 'expected', 'counted', 'last_movement']]);
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield toCsvRows(
      page.map(({ sku, variationKey, name, shelf, onHand, lastMovement }) => [
        ...[sku, variationKey, name, shelf ?? '', String(onHand), '', String(lastMovement)],
      ]),
    );
  }
}
