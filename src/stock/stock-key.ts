import { variationKeys } from '../catalog/variations/variation-keys.js';
import { type Variation } from '../catalog/variations/variations.js';

/** Key of a stock level: a product, or one combination of its variations ('' without variations). */
export interface StockKey {
  productId: number;
  variationKey: string;
}

/** Units of one stock level. */
export interface StockQuantity extends StockKey {
  quantity: number;
}

/** Lists the variation keys of a product's levels: one per combination, '' without variations. */
export function levelKeys(variations: readonly Variation[]): string[] {
  return variations.length === 0 ? [''] : variationKeys(variations);
}
