import { articleCodes } from '../article-codes.js';
import { inSlices } from '../../platform/slices.js';
import { toPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { blockNumberOf, blocksAfter, firstAfter } from '../cache/product-blocks.js';
import type { PlanView, ProductList } from '../cache/plan-view.js';
import type { CatalogProduct, Offer, ProductBlock } from '../priced-product.js';
import { foldVariationText } from '../variations/variation-keys.js';

/** Conditions on products; a field that is null does not restrict the search. */
export interface ProductFilter {
  /** Compared without regard to case. */
  category: string | null;
  inStock: boolean | null;
}

/** Conditions on products and their changes; a field that is null does not restrict the search. */
export interface ProductSearch extends ProductFilter {
  /** Only products that changed at this time or later. Some that changed shortly before may be included. */
  updatedSince: Date | null;
}

/** Page of the products that match a filter, and their total number. */
export interface ProductPage extends Page<Offer> {
  total: number;
}

type Matcher = (product: CatalogProduct) => boolean;

/** Makes a condition: the SKU, name, category and codes of a product have all words of a text, in any letter case. */
export function matcherOfWords(text: string): Matcher {
  const words = text.toLowerCase().split(/\s+/).map(articleCodes);
  return ({ facts: { sku, name, category, details } }) => {
    const codes = [details?.gtin ?? '', ...Object.values(details?.variationCodes ?? {})];
    const searched = [sku, name, category, ...codes].join(' ').toLowerCase();
    return words.every((forms) => forms.some((form) => searched.includes(form)));
  };
}

type Counts = WeakMap<ProductBlock, number>;

/** Number of filters per plan whose result counts are cached. */
const KEPT_FILTERS = 8;

/** Finds a page of a plan's products, by id. Looks only at what the page needs. */
export function pageOfProducts(
  { view, blocks }: ProductList,
  { afterId, limit }: PageRequest,
  isWanted: Matcher = () => true,
): Page<Offer> {
  const found: Offer[] = [];
  for (const block of blocksAfter(blocks, afterId)) {
    for (const product of block.slice(firstAfter(block, afterId))) {
      const offer = isWanted(product) ? view.offer(product) : null;
      if (offer !== null) found.push(offer);
    }
    if (found.length > limit) break;
  }
  const facts = found.map(({ product }) => product.facts);
  return { ...toPage(facts, limit), rows: found.slice(0, limit) };
}

/**
 * Finds pages of products, and the count of all pages. It keeps the counts of each block, so that only changed blocks are
 * counted again.
 */
export class ProductFinder {
  private readonly kept = new WeakMap<PlanView, Map<string, Counts>>();

  /**
   * Finds a page as of the moment of the call. The first count of a filter is computed in slices.
   *
   * @param ids the only products to find; null: any
   */
  async find(
    list: ProductList,
    filter: ProductFilter,
    ids: ReadonlySet<number> | null,
    page: PageRequest,
  ): Promise<ProductPage> {
    const matches = matcherOf(filter);
    if (ids === null) {
      return findCounted(list, matches, this.countsOf(list.view, filter), page);
    }
    const numbers = new Set(Array.from(ids, blockNumberOf));
    const blocks = list.blocks.filter(([first]) => numbers.has(blockNumberOf(first!.facts.id)));
    const isWanted: Matcher = (product) => ids.has(product.facts.id) && matches(product);
    return findCounted({ ...list, blocks }, isWanted, new WeakMap(), page);
  }

  private countsOf(view: PlanView, { category, inStock }: ProductFilter): Counts {
    let filters = this.kept.get(view);
    if (filters === undefined) this.kept.set(view, (filters = new Map<string, Counts>()));
    const key = JSON.stringify([category, inStock]);
    const counts = filters.get(key) ?? new WeakMap<ProductBlock, number>();
    // Moved to the end, so that the first entry is the least recently used one.
    filters.delete(key);
    filters.set(key, counts);
    const [oldest = ''] = filters.keys();
    if (filters.size > KEPT_FILTERS) filters.delete(oldest);
    return counts;
  }
}

async function findCounted(
  { view, blocks }: ProductList,
  isWanted: Matcher,
  counts: Counts,
  page: PageRequest,
): Promise<ProductPage> {
  const uncounted = blocks.filter((block) => !counts.has(block));
  if (uncounted.length > 0) await inSlices(countEach(uncounted, view, isWanted, counts));
  let total = 0;
  const others = blocks.filter((block) => {
    const count = counts.get(block) ?? 0;
    total += count;
    return count > 0;
  });
  return { ...pageOfProducts({ view, blocks: others }, page, isWanted), total };
}

function* countEach(
  blocks: readonly ProductBlock[],
  view: PlanView,
  isWanted: Matcher,
  counts: Counts,
): Generator<void, void> {
  for (const block of blocks) {
    const isCounted = (product: CatalogProduct): boolean =>
      isWanted(product) && view.offer(product) !== null;
    counts.set(block, block.filter(isCounted).length);
    yield;
  }
}

function matcherOf({ category, inStock }: ProductFilter): Matcher {
  const folded = category === null ? null : foldVariationText(category);
  return ({ facts, stockQty }) =>
    (inStock === null || stockQty > 0 === inStock) &&
    (folded === null || foldVariationText(facts.category) === folded);
}
