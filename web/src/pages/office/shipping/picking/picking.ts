import { variationText } from '../../../../../../src/catalog/variations/variation-keys.ts';
import type { OrderToPickDto } from '../../../../api/generated/admin-types';

/** Units of one article that several orders want. */
export interface ArticleToPick {
  key: string;
  shelf: string | null;
  sku: string;
  name: string;
  variation: string | null;
  quantity: number;
  orders: number;
}

const byShelf = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts the articles of some orders, in the order of one walk along the shelves; those without a shelf last. */
export function articlesOf(orders: readonly OrderToPickDto[]): ArticleToPick[] {
  const articles = new Map<string, ArticleToPick>();
  for (const order of orders) {
    for (const { sku, name, variation_key: variation, shelf, quantity } of order.lines) {
      const key = `${sku} ${variation ?? ''}`;
      const article = articles.get(key) ?? {
        key,
        shelf,
        sku,
        name,
        quantity: 0,
        orders: 0,
        variation: variation === null ? null : variationText(variation),
      };
      article.quantity += quantity;
      article.orders += 1;
      articles.set(key, article);
    }
  }
  return [...articles.values()].toSorted(
    (a, b) =>
      Number(a.shelf === null) - Number(b.shelf === null) ||
      byShelf.compare(a.shelf ?? '', b.shelf ?? '') ||
      byShelf.compare(a.key, b.key),
  );
}

/** Sorts the lines of an order along the shelves. */
export function linesByShelf({ lines }: OrderToPickDto): OrderToPickDto['lines'] {
  return lines.toSorted(
    (a, b) =>
      Number(a.shelf === null) - Number(b.shelf === null) ||
      byShelf.compare(a.shelf ?? '', b.shelf ?? '') ||
      a.line - b.line,
  );
}

/** Counts the units to pick of some orders. */
export function unitsOf(orders: readonly OrderToPickDto[]): number {
  return orders.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
}
