import { Transform } from 'class-transformer';
import { LIMITS } from '../config/limits.js';
import { Flag, Text } from '../http/fields.js';
import { StorePageQuery } from '../http/page.js';

/** Which part of the product list is wanted; nothing of it: the whole list. */
export class ProductListQuery extends StorePageQuery {
  @Text({
    max: LIMITS.categoryLength,
    optional: true,
    api: { description: 'The whole name, in any letter case', example: 'Kitchen' },
  })
  category?: string;

  @Transform(({ value }: { value: unknown }) => FLAGS.get(value) ?? value)
  @Flag({ optional: true, api: { description: 'Whether stock_qty is more than 0', example: true } })
  in_stock?: boolean;
}

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** The same query for another page, as the address of the list has it. */
export function queryOf(query: ProductListQuery, cursor: string): string {
  const { limit, category, in_stock: inStock } = query;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit, category, in_stock: inStock, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString();
}
