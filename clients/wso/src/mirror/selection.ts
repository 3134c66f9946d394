import type { FeedProductDto } from '../../../typescript/src/index.js';

/** Products to mirror: those that meet every list that is not empty. */
export interface Selection {
  categories: string[];
  brands: string[];
  skus: string[];
}

type Selected = Pick<FeedProductDto, 'category' | 'brand' | 'sku'>;

/** Makes a test of products. */
export function selecting({ categories, brands, skus }: Selection): (product: Selected) => boolean {
  const wanted = { categories: new Set(categories), brands: new Set(brands), skus: new Set(skus) };
  const meets = (set: Set<string>, value: string | null | undefined): boolean =>
    set.size === 0 || set.has(value ?? '');
  return ({ category, brand, sku }) =>
    meets(wanted.categories, category) && meets(wanted.brands, brand) && meets(wanted.skus, sku);
}
