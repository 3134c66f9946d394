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

/** Another key for the combination of a level. */
export interface RenamedKey {
  from: string;
  to: string;
}

/** Lists the variation keys of a product's levels: one per combination, '' without variations. */
export function levelKeys(variations: readonly Variation[]): string[] {
  return variations.length === 0 ? [''] : variationKeys(variations);
}

/** A level with its units. */
interface Units {
  variationKey: string;
  onHand: number;
  reserved: number;
}

/** Lists the keys of levels, those with most units first. */
export function keysByUnits(levels: readonly Units[]): string[] {
  return levels
    .toSorted((one, other) => other.onHand - one.onHand)
    .map(({ variationKey }) => variationKey);
}

/** Makes the units for sale of the combinations that are offered, by key; '' without variations. */
export function availableUnits(
  levels: readonly Units[],
  variations: readonly Variation[],
): Record<string, number> {
  const offered = new Set(levelKeys(variations));
  return Object.fromEntries(
    levels
      .filter(({ variationKey }) => offered.has(variationKey))
      .map(({ variationKey, onHand, reserved }) => [variationKey, onHand - reserved]),
  );
}
