import { LIMITS } from '../../platform/config/limits.js';

/** The change that makes a price list's new prices from the prices before it. */
export interface PriceChange {
  /** Basis points that are added: 500 is 5 %, -250 takes 2.5 % off. */
  percentBp: number;
  /** Step in minor units that new prices are rounded to. */
  stepMinor: number;
}

/** A price of a list; amounts in minor units. */
export interface NewPrice {
  productId: number;
  /** null: the plan had no price of the product. */
  beforeMinor: number | null;
  priceMinor: number;
}

/** Number of prices that rise and number of prices that fall. A new price does neither. */
export interface ChangeCounts {
  prices: number;
  rises: number;
  falls: number;
}

/** Computes a price changed by a percentage, rounded half up to a multiple of the step. It is at least one step. */
export function changedPriceMinor(
  priceMinor: number,
  { percentBp, stepMinor }: PriceChange,
): number {
  const tenThousandths = priceMinor * (10_000 + percentBp);
  // Numerator and denominator are doubled, so that half a step is a whole number.
  const steps = Math.floor((2 * tenThousandths + 10_000 * stepMinor) / (20_000 * stepMinor));
  return Math.max(steps, 1) * stepMinor;
}

/** Returns true if a price can be stored. */
export function isPriceMinor(priceMinor: number): boolean {
  return priceMinor >= 1 && priceMinor <= LIMITS.amountMinor;
}

export function countChanges(prices: readonly NewPrice[]): ChangeCounts {
  const known = prices.filter(({ beforeMinor }) => beforeMinor !== null);
  return {
    prices: prices.length,
    rises: known.filter(({ beforeMinor, priceMinor }) => priceMinor > beforeMinor!).length,
    falls: known.filter(({ beforeMinor, priceMinor }) => priceMinor < beforeMinor!).length,
  };
}
