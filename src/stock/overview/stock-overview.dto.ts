import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { LIMITS } from '../../platform/config/limits.js';
import { OneOf, Text, WholeNumber } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import type { ListedLevel, StockFilter } from './stock-overview.repository.js';

const STATES = ['out', 'low', 'reserved'] as const;
const LOW_DEFAULT = 10;

/** Which levels a list, file or count sheet has. */
export class StockFilterQuery {
  @OneOf(STATES, {
    optional: true,
    api: {
      description:
        '`out`: nothing can be sold; `low`: less than `below` can be sold; `reserved`: open orders hold some',
    },
  })
  state?: (typeof STATES)[number];

  @Type(() => Number)
  @WholeNumber({
    min: 1,
    max: LIMITS.stockQuantity,
    optional: true,
    api: { default: LOW_DEFAULT, description: 'What `state=low` compares with' },
  })
  below: number = LOW_DEFAULT;

  @OneOf(['true', 'false'], {
    optional: true,
    api: { description: 'true: only what was shipped within the last seven days' },
  })
  sold?: 'true' | 'false';

  @Text({
    max: 100,
    optional: true,
    api: { description: 'Only products with this text in their SKU or name' },
  })
  q?: string;
}

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

  @ApiProperty({ type: String, nullable: true, description: 'Place in the warehouse' })
  shelf: string | null;

  @ApiProperty({ type: 'integer' })
  on_hand: number;

  @ApiProperty({ type: 'integer', description: 'Units reserved by open orders' })
  reserved: number;

  @ApiProperty({ type: 'integer', description: 'What stores may sell now' })
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
