/** Inputs of the price of a product on a plan; amounts in minor units. */
interface PriceSources {
  basePriceMinor: number | null;
  /** The plan's own price of the product. */
  ownPriceMinor: number | null;
  /** Basis points off the base price: 1250 is 12.5 %. */
  discountBp: number;
}

/**
 * Computes the wholesale price on a plan in minor units. It is the plan's own price, or the base price less the plan's
 * discount, rounded half up once.
 *
 * @returns null if there is no price; never 0
 */
export function wholesalePriceMinor({
  basePriceMinor,
  ownPriceMinor,
  discountBp,
}: PriceSources): number | null {
  if (ownPriceMinor !== null) return ownPriceMinor;
  if (basePriceMinor === null) return null;
  const tenThousandths = basePriceMinor * (10_000 - discountBp);
  const rounded = Math.floor((tenThousandths + 5_000) / 10_000);
  return rounded > 0 ? rounded : null;
}
