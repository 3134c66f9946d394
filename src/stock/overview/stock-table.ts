import { columns, integer, text } from '../../platform/http/response-dto/response-dto.js';
import type { ListedLevel } from './stock-overview.repository.js';

const LEVEL = {
  sku: text(),
  variation: [text(), 'variationKey'],
  name: text(),
  shelf: text().orNull(),
} as const;

export const STOCK_COLUMNS = columns<ListedLevel>()({
  ...LEVEL,
  on_hand: integer(),
  reserved: integer(),
  available: [integer(), ({ onHand, reserved }) => onHand - reserved],
  shipped_last_week: [integer(), 'shipped'],
});

/** The columns of a count sheet: `counted` is to be filled in, `last_movement` later shows whether stock has moved since. */
export const COUNT_SHEET_COLUMNS = columns<ListedLevel>()({
  ...LEVEL,
  expected: [integer(), 'onHand'],
  counted: [integer().orNull(), () => null],
  last_movement: integer(),
});
