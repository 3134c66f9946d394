// The web application uses this file too.
import { variationText } from '../../catalog/variations/variation-keys.js';

/** Units of one article that several orders want. */
export interface ArticleToPick {
  key: string;
  shelf: string | null;
  sku: string;
  name: string;
  /** In words. */
  variation: string | null;
  quantity: number;
  orders: number;
}

type Shelved = Pick<ArticleToPick, 'shelf'>;
type PickableLine = Pick<ArticleToPick, 'shelf' | 'sku' | 'name' | 'quantity'>;

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts the articles of some lines, in the order of one walk along the shelves. @param keyOf the key of a line's variation */
export function articlesOf<Line extends PickableLine>(
  lines: readonly Line[],
  keyOf: (line: Line) => string | null,
): ArticleToPick[] {
  const articles = new Map<string, ArticleToPick>();
  for (const line of lines) {
    const { sku, name, shelf, quantity } = line;
    const variation = keyOf(line);
    const key = `${sku} ${variation ?? ''}`;
    const article = articles.get(key) ?? {
      key,
      shelf,
      sku,
      name,
      variation: variation === null ? null : variationText(variation),
      quantity: 0,
      orders: 0,
    };
    article.quantity += quantity;
    article.orders += 1;
    articles.set(key, article);
  }
  return [...articles.values()].toSorted(
    (one, other) => byShelf(one, other) || byText.compare(one.key, other.key),
  );
}

/** Sorts the lines of an order along the shelves. */
export function linesByShelf<Line extends Shelved & { line: number }>(
  lines: readonly Line[],
): Line[] {
  return lines.toSorted((one, other) => byShelf(one, other) || one.line - other.line);
}

/** Counts the units of some lines. */
export function unitsOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Compares places on shelves; what has none is last. */
function byShelf({ shelf: one }: Shelved, { shelf: other }: Shelved): number {
  return Number(one === null) - Number(other === null) || byText.compare(one ?? '', other ?? '');
}
