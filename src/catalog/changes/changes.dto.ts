import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Text, WholeNumber } from '../../platform/http/input/fields.js';
import { ProductListItemDto } from '../catalog.dto.js';
import { FeedInclude, type FeedInclusion } from '../listing/include.js';
import type { JsonWriter } from '../../platform/http/representation/json-writer.js';
import type { CatalogProduct } from '../priced-product.js';
import { listItemWriter } from '../listing/product-json.js';
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

  @Type(() => Number)
  @WholeNumber({
    min: 1,
    max: LIMIT_MAX,
    optional: true,
    api: { default: LIMIT_DEFAULT, description: 'How many products an answer tells of' },
  })
  limit: number = LIMIT_DEFAULT;

  @FeedInclude()
  include?: FeedInclusion[];
}

/** `stock`: only the stock changed. */
const CHANGED = ['stock', 'content'] as const;

class FeedProductDto extends ProductListItemDto {
  @ApiPropertyOptional({
    enum: CHANGED,
    description:
      'Only with `include=changed`. `stock`: since the cursor that you sent nothing changed but `stock_qty` and ' +
      '`variation_stocks`, or nothing at all, and your copy has the rest. `content`: anything may have changed',
  })
  changed?: (typeof CHANGED)[number];
}

export class ChangesDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({
    description:
      'Drop what you have: what follows is everything. Without `since`, and when it cannot be continued from',
  })
  reset: boolean;

  @ApiProperty({
    type: [FeedProductDto],
    description: 'What the changed products are now, by id, as in the list of products',
  })
  data: FeedProductDto[];

  @ApiProperty({
    type: [String],
    description:
      'SKUs that cannot be ordered any more. Pass over those that you do not have: some may never have been on your plan',
  })
  removed: string[];

  @ApiProperty({ description: 'For `since` of the next request', maxLength: CURSOR_LENGTH })
  next_cursor: string;

  @ApiProperty({ description: 'true: more follows, continue immediately with next_cursor' })
  has_more: boolean;
}

/** Writes the answer as JSON, in a currency (ISO 4217). */
export function writeChanges(
  writer: JsonWriter,
  { isReset, products, stockOnly, removedSkus, next, hasMore }: CatalogChanges,
  currency: string,
  included: readonly FeedInclusion[] = [],
): void {
  const fields = included.filter((inclusion) => inclusion !== 'changed');
  const write = listItemWriter(currency, fields);
  writer.ascii(`{"success":true,"reset":${isReset},"data":[`);
  const moreOf = ({ facts }: CatalogProduct): string | undefined => {
    if (stockOnly === null) return undefined;
    return stockOnly.has(facts.id) ? STOCK_CHANGED : CONTENT_CHANGED;
  };
  writer.list(products, ({ product, priceMinor }) =>
    write(writer, product, priceMinor, moreOf(product)),
  );
  const rest = { removed: removedSkus, next_cursor: writeCursor(next), has_more: hasMore };
  writer.text(`],${JSON.stringify(rest).slice(1)}`);
}

const [STOCK_CHANGED, CONTENT_CHANGED] = CHANGED.map((value) => `,"changed":"${value}"`);
