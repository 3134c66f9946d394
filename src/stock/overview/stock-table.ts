import { count, id, text, type Column, type Table } from '../../platform/table-export/table.js';
import type { ListedLevel } from './stock-overview.repository.js';

type Levels = AsyncIterable<readonly ListedLevel[]>;

const LEVEL: readonly Column<ListedLevel>[] = [
  text('sku', (level) => level.sku),
  text('variation', (level) => level.variationKey),
  text('name', (level) => level.name),
  text('shelf', (level) => level.shelf),
];

/** Returns stock as a table. */
export function stockTable(pages: Levels): Table<ListedLevel> {
  return {
    pages,
    columns: [
      ...LEVEL,
      count('on_hand', (level) => level.onHand),
      count('reserved', (level) => level.reserved),
      count('available', ({ onHand, reserved }) => onHand - reserved),
      count('shipped_last_week', (level) => level.shipped),
    ],
  };
}

/** Returns a count sheet: `counted` is to be filled in, `last_movement` later shows whether stock has moved since. */
export function countSheetTable(pages: Levels): Table<ListedLevel> {
  return {
    pages,
    isImported: true,
    columns: [
      ...LEVEL,
      count('expected', (level) => level.onHand),
      count('counted', () => null),
      id('last_movement', (level) => level.lastMovement),
    ],
  };
}
