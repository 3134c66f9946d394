import { toPage, type Page, type PageRequest } from '../platform/http/page.js';
import type { PricedProduct, ProductBlock } from './priced-product.js';
import { foldVariationText } from './variations.js';

/** Which products to find; a field that is null does not restrict the search. */
export interface ProductFilter {
  /** In any letter case. */
  category: string | null;
  inStock: boolean | null;
  ids: ReadonlySet<number> | null;
}

/** Which products to find; a field that is null does not restrict the search. */
export interface ProductSearch extends Omit<ProductFilter, 'ids'> {
  /** Only products that changed at this time or later, and perhaps some that changed a little earlier. */
  updatedSince: Date | null;
}

/** Lets every product through. */
export const EVERYTHING: ProductFilter = { category: null, inStock: null, ids: null };

/** One page of the products that a filter lets through, and how many it lets through in all. */
export interface ProductPage extends Page<PricedProduct> {
  total: number;
}

/** Finds a page in the products of a plan, by id. */
export function pageOfProducts(
  blocks: readonly ProductBlock[],
  filter: ProductFilter,
  { afterId, limit }: PageRequest,
): ProductPage {
  const isWanted = matcherOf(filter);
  const found: PricedProduct[] = [];
  let total = 0;
  for (const product of blocks.flat()) {
    if (!isWanted(product)) continue;
    total += 1;
    if (product.id > afterId && found.length <= limit) found.push(product);
  }
  return { ...toPage(found, limit), total };
}

function matcherOf({ category, inStock, ids }: ProductFilter): (product: PricedProduct) => boolean {
  const folded = category === null ? null : foldVariationText(category);
  return (product) =>
    (ids === null || ids.has(product.id)) &&
    (inStock === null || product.stockQty > 0 === inStock) &&
    (folded === null || foldVariationText(product.category) === folded);
}
