import { IntersectionType } from '@nestjs/swagger';
import { SEARCHED_FIELDS } from '../../catalog/details/product-details.js';
import { LIMITS } from '../../platform/config/limits.js';
import { OneOf, QueryFlag, Text } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import type { ProductFilter } from './product-search.repository.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';

const SEARCHED = new Intl.ListFormat('en-GB').format(SEARCHED_FIELDS);

export class ProductFilterQuery {
  @Text({
    max: 200,
    optional: true,
    api: {
      example: 'tumbler',
      description: `Beginnings of words in the ${SEARCHED}; all must match`,
    },
  })
  q?: string;

  @QueryFlag()
  active?: 'true' | 'false';

  @QueryFlag('false: no unit is left, including those of combinations that are no longer offered')
  has_stock?: 'true' | 'false';

  @QueryFlag()
  has_image?: 'true' | 'false';

  @Text({
    max: LIMITS.planCodeLength,
    optional: true,
    api: {
      example: 'silver',
      description:
        'Code of a plan without a price of its own for the product: it costs the discounted base price there',
    },
  })
  without_price_of?: string;

  @OneOf(['missing'], {
    optional: true,
    api: {
      description:
        'missing: it cannot be invoiced, because its HSN code is missing or too short, or its GST rate is missing or not allowed',
    },
  })
  tax?: 'missing';
}

export class CatalogExportQuery extends IntersectionType(ProductFilterQuery, TableFileQuery) {
  @OneOf(['true'], {
    optional: true,
    api: {
      description:
        'true: with the column `cost`, what the wholesaler pays. Needs the permission `costs:read`',
    },
  })
  costs?: 'true';
}

export class ProductsQuery extends IntersectionType(PageQuery, ProductFilterQuery) {}

export function toProductFilter(query: ProductFilterQuery): ProductFilter {
  return {
    words: query.q,
    active: toFlag(query.active),
    hasStock: toFlag(query.has_stock),
    hasImage: toFlag(query.has_image),
    withoutPriceOf: query.without_price_of,
    lacksTax: query.tax === 'missing',
  };
}

function toFlag(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}
