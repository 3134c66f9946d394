import { csvParts } from '../../platform/csv/csv-response.js';
import type { ListedLevel } from './stock-overview.repository.js';

type Levels = AsyncIterable<readonly ListedLevel[]>;

/** Returns stock as a CSV file. */
export function stockCsv(pages: Levels): AsyncIterable<string> {
  return csvParts(
    ['sku', 'variation', 'name', 'shelf', 'on_hand', 'reserved', 'available', 'shipped_last_week'],
    pages,
    ({ sku, variationKey, name, shelf, onHand, reserved, shipped }) => [
      ...[sku, variationKey, name, shelf ?? ''],
      ...[onHand, reserved, onHand - reserved, shipped].map(String),
    ],
  );
}

/** Returns a count sheet: `counted` is to be filled in, `last_movement` later shows whether stock has moved since. */
export function countSheetCsv(pages: Levels): AsyncIterable<string> {
  return csvParts(
    ['sku', 'variation', 'name', 'shelf', 'expected', 'counted', 'last_movement'],
    pages,
    ({ sku, variationKey, name, shelf, onHand, lastMovement }) => [
      ...[sku, variationKey, name, shelf ?? '', String(onHand), '', String(lastMovement)],
    ],
  );
}
