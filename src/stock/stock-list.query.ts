import { Transform } from 'class-transformer';
import { Field } from '../platform/http/input/fields.js';
import { LIMIT_MAX, StorePageQuery } from '../platform/http/paging/page.js';

/** Query: the stock of some SKUs, or a page of all products. */
export class StockListQuery extends StorePageQuery {
  @Transform(({ value }: { value: unknown }) => distinctParts(value))
  @Field({
    optional: true,
    api: {
      type: String,
      description:
        `1 to ${LIMIT_MAX} SKUs separated by commas; \`limit\` and \`cursor\` are then ignored. ` +
        'Spaces around a SKU and repetitions make no difference. A SKU that contains a comma cannot be listed ' +
        'here: request its stock alone, or all products. The request line and its headers may have 16 kB.',
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

/** Reads the trimmed SKUs between the commas of a parameter, also if it is repeated. */
function distinctParts(value: unknown): string[] {
  const parts = String(value)
    .split(',')
    .map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '');
}
