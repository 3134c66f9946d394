import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WaitSeconds } from '../../auth/waiting/wait-seconds.js';
import { Text, QueryWholeNumber } from '../../platform/http/input/fields.js';
import { ProductListItemDto, toListItem } from '../catalog.dto.js';
import { FeedInclude, type FeedInclusion } from '../listing/include.js';
import { writeCursor } from './change-cursor.js';
import type { CatalogChanges } from './change-feed.js';

const LIMIT_DEFAULT = 500;
const LIMIT_MAX = 1_000;
const CURSOR_LENGTH = 200;

export class ChangesQuery {
  @Text({
    max: CURSOR_LENGTH,
    optional: true,
    api: { description: '`next_cursor` of the answer before; none: everything' },
  })
  since?: string;

  @QueryWholeNumber({
    min: 1,
    max: LIMIT_MAX,
    optional: true,
    api: { default: LIMIT_DEFAULT, description: 'How many products an answer tells of' },
  })
  limit: number = LIMIT_DEFAULT;

  @WaitSeconds()
  wait?: number;

  @FeedInclude()
  include?: FeedInclusion[];
}

/** `stock`: only the stock changed. */
const CHANGED = ['stock', 'content'] as const;

class FeedProductDto extends ProductListItemDto {
  @ApiPropertyOptional({
    enum: CHANGED,
    description:
      'Only with `include=changed`. `stock`: at most `stock_qty` and `variation_stocks` have changed since your cursor; ' +
      'your copy has the rest. `content`: anything may have changed',
  })
  changed?: (typeof CHANGED)[number];
}

export class ChangesDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({
    description:
      'true: delete your copy, because everything follows. This is so without `since`, and if the service cannot ' +
      'continue from it',
  })
  reset: boolean;

  @ApiProperty({
    type: [FeedProductDto],
    description: 'The changed products as they are now, by id, in the form of the list of products',
  })
  data: FeedProductDto[];

  @ApiProperty({
    type: [String],
    description:
      'SKUs that cannot be ordered any more. Ignore those that you do not have: some may never have been on your plan',
  })
  removed: string[];

  @ApiProperty({ description: 'For `since` of the next request', maxLength: CURSOR_LENGTH })
  next_cursor: string;

  @ApiProperty({ description: 'true: more follows, continue immediately with next_cursor' })
  has_more: boolean;
}

/** Makes the answer, in a currency (ISO 4217). */
export function toChanges(
  { isReset, products, stockOnly, removedSkus, next, hasMore }: CatalogChanges,
  currency: string,
  included: readonly FeedInclusion[] = [],
): ChangesDto {
  const fields = included.filter((inclusion) => inclusion !== 'changed');
  return {
    success: true,
    reset: isReset,
    data: products.map((offer) => ({
      ...toListItem(offer, currency, fields),
      ...(stockOnly !== null && {
        changed: stockOnly.has(offer.product.facts.id) ? ('stock' as const) : ('content' as const),
      }),
    })),
    removed: removedSkus,
    next_cursor: writeCursor(next),
    has_more: hasMore,
  };
}
