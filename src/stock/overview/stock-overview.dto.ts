import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { OneOf, QueryFlag, Text, QueryWholeNumber } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import type { ListedLevel, StockFilter } from './stock-overview.repository.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

const STATES = ['out', 'low', 'reserved'] as const;
const LOW_DEFAULT = 10;

/** Filters of stock lists, files and count sheets. */
export class StockFilterQuery {
  @OneOf(STATES, {
    optional: true,
    api: {
      description:
        '`out`: none available; `low`: fewer than `below` available; `reserved`: open orders have reserved some',
    },
  })
  state?: (typeof STATES)[number];

  @QueryWholeNumber({
    min: 1,
    max: LIMITS.stockQuantity,
    optional: true,
    api: { default: LOW_DEFAULT, description: 'Limit of `state=low`' },
  })
  below: number = LOW_DEFAULT;

  @QueryFlag('true: only levels that were shipped from within the last seven days')
  sold?: 'true' | 'false';

  @Text({
    max: 100,
    optional: true,
    api: { description: 'Part of the SKU or name, or a whole GTIN or code of a combination' },
  })
  q?: string;
}

export class StockFileQuery extends IntersectionType(StockFilterQuery, TableFileQuery) {}

export class StockOverviewQuery extends IntersectionType(
  OmitType(PageQuery, ['cursor']),
  StockFilterQuery,
) {
  /** Long, because a variation may have a thousand characters. */
  @Text({ max: 16_000, optional: true, api: { description: '`next_cursor` of the previous page' } })
  cursor?: string;
}

export class ListedLevelDto {
  @ApiProperty()
  sku: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: "'' for a product without variations" })
  variation_key: string;

  @OrNull(String, 'Place in the warehouse')
  shelf: string | null;

  @ApiProperty({ type: 'integer' })
  on_hand: number;

  @ApiProperty({ type: 'integer', description: 'Units reserved by open orders' })
  reserved: number;

  @ApiProperty({ type: 'integer', description: 'Units that stores can sell now' })
  available: number;

  @ApiProperty({ type: 'integer', description: 'Units shipped within the last seven days' })
  shipped_last_week: number;
}

export function toStockFilter({ state, below, sold, q }: StockFilterQuery): StockFilter {
  return { state, below, isSold: sold === 'true', q };
}

export function toListedLevel(level: ListedLevel): ListedLevelDto {
  return {
    sku: level.sku,
    name: level.name,
    variation_key: level.variationKey,
    shelf: level.shelf,
    on_hand: level.onHand,
    reserved: level.reserved,
    available: level.onHand - level.reserved,
    shipped_last_week: level.shipped,
  };
}
