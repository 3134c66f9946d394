// No imports: the web application shows prices made from costs too.

/** Amounts that a price can end with, in minor units: the multiples of `step`, each plus `offset`. */
const ENDINGS = {
  exact: { step: 1, offset: 0 },
  whole: { step: 100, offset: 0 },
  five: { step: 500, offset: 0 },
  ten: { step: 1_000, offset: 0 },
  nine: { step: 1_000, offset: 900 },
} as const;

/** Names of the amounts that a price is rounded up to. */
export type Rounding = keyof typeof ENDINGS;
export const ROUNDINGS = Object.keys(ENDINGS) as readonly Rounding[];

/** A rule that makes a price from a cost. */
export interface Markup {
  /** In basis points of the cost: 1800 makes 118 of 100. */
  basisPoints: number;
  rounding: Rounding;
}

/** In percent. */
export const MARKUP_MAX = 1_000;

/**
 * Computes the smallest amount with the wanted ending that is at least the cost plus its markup, in minor units. All steps are
 * whole numbers below 2^53, for costs of at most 10^9 minor units.
 */
export function priceFromCost(costMinor: number, { basisPoints, rounding }: Markup): number {
  const { step, offset } = ENDINGS[rounding];
  // In ten-thousandths of a minor unit.
  const exact = costMinor * (10_000 + basisPoints);
  const steps = ceilDivide(Math.max(exact - offset * 10_000, 0), step * 10_000);
  return steps * step + offset;
}

/** Divides whole numbers and rounds up, without the rounding error of a division of floats. */
function ceilDivide(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (rest === 0 ? 0 : 1);
}
