import { Transform } from 'class-transformer';
import { LIMITS } from '../../platform/config/limits.js';
import { Flag, Timestamp, Text } from '../../platform/http/input/fields.js';
import { StorePageQuery } from '../../platform/http/paging/page.js';
import { Include, type Inclusion } from './include.js';
import type { ProductSearch } from './product-pages.js';

export class ProductQuery {
  @Include()
  include?: Inclusion[];
}

/** Filters of the product list; without filters, the whole list is returned. */
export class ProductListQuery extends StorePageQuery {
  @Text({
    max: LIMITS.categoryLength,
    optional: true,
    api: { description: 'The full category name; case is ignored', example: 'Kitchen' },
  })
  category?: string;

  @Transform(({ value }: { value: unknown }) => FLAGS.get(value) ?? value)
  @Flag({ optional: true, api: { description: 'Whether stock_qty is more than 0', example: true } })
  in_stock?: boolean;

  @Timestamp({
    optional: true,
    api: {
      description:
        'Only products whose texts, price or stock changed at this time or later, and perhaps some from a few minutes ' +
        'earlier. For the next call, keep the `Date` header of this response, or of its first page. Send it in ISO 8601 ' +
        'with its time zone. Products that are no longer sold are listed in `/api/changes` only',
      example: '2026-01-15T10:00:00Z',
    },
  })
  updated_since?: Date;

  @Include()
  include?: Inclusion[];
}

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** Reads the search that a query asks for. */
export function toProductSearch({
  category,
  in_stock,
  updated_since,
}: ProductListQuery): ProductSearch {
  return {
    category: category ?? null,
    inStock: in_stock ?? null,
    updatedSince: updated_since ?? null,
  };
}

/** Writes the same query for another page, as in the address of the list. */
export function queryOf(query: ProductListQuery, cursor: string): string {
  const { updated_since, include, ...others } = query;
  const wanted = {
    ...others,
    updated_since: updated_since?.toISOString(),
    include: include?.join(),
    cursor,
  };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString();
}
