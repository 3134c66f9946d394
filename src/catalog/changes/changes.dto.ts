import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { Text, WholeNumber } from '../../platform/http/fields.js';
import { ProductListItemDto, toProductListItem } from '../catalog.dto.js';
import { Include, type Inclusion } from '../include.js';
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

  @Include()
  include?: Inclusion[];
}

export class ChangesDto {
  @ApiProperty({ enum: [true] })
  success: true;

  @ApiProperty({
    description:
      'Drop what you have: what follows is everything. Without `since`, and when it can not be continued from',
  })
  reset: boolean;

  @ApiProperty({
    type: [ProductListItemDto],
    description: 'What the changed products are now, by id, as in the list of products',
  })
  data: ProductListItemDto[];

  @ApiProperty({
    type: [String],
    description:
      'SKUs that can not be ordered any more. Pass over those that you do not have: some may never have been on your plan',
  })
  removed: string[];

  @ApiProperty({ description: 'For `since` of the next request', maxLength: CURSOR_LENGTH })
  next_cursor: string;

  @ApiProperty({ description: 'true: more follows, continue immediately with next_cursor' })
  has_more: boolean;
}

export function toChanges(
  changes: CatalogChanges,
  currency: string,
  included?: readonly Inclusion[],
): ChangesDto {
  return {
    success: true,
    reset: changes.isReset,
    data: changes.products.map((product) => toProductListItem(product, currency, included)),
    removed: changes.removedSkus,
    next_cursor: writeCursor(changes.next),
    has_more: changes.hasMore,
  };
}
