import { Transform } from 'class-transformer';
import { Field } from '../platform/http/input/fields.js';
import { LIMIT_MAX, StorePageQuery } from '../platform/http/paging/page.js';

/** Which products' stock is wanted: that of some SKUs, else a page of all. */
export class StockListQuery extends StorePageQuery {
  @Transform(({ value }: { value: unknown }) => distinctParts(value))
  @Field({
    optional: true,
    api: {
      type: String,
      description:
        `1 to ${LIMIT_MAX} SKUs with commas between them; \`limit\` and \`cursor\` have no meaning then. ` +
        'Spaces around a SKU and repetitions make no difference. A SKU that holds a comma can not be named ' +
        'here: ask for it alone, or for all products. The request line and its headers may have 16 kB.',
      example: 'TW-GLS-06,BB-TWL-75',
    },
    rules: [
      {
        code: 'out_of_range',
        message: `must name 1 to ${LIMIT_MAX} SKUs, with commas between them`,
        passes: (skus) => Array.isArray(skus) && skus.length > 0 && skus.length <= LIMIT_MAX,
      },
    ],
  })
  skus?: string[];
}

/** Returns the texts between the commas, trimmed as SKUs are; of a repeated parameter all of them. */
function distinctParts(value: unknown): string[] {
  const parts = String(value)
    .split(',')
    .map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '');
}
