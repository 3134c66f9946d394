/** Parts of an amount that contains tax, in minor units. They add up to the amount. */
export interface TaxSplit {
  taxableMinor: number;
  cgstMinor: number;
  /** Also UTGST. */
  sgstMinor: number;
  igstMinor: number;
}

/** Taxes that apply to a supply. `none`: no tax is charged at any rate. */
export type TaxKind = 'intra_state' | 'inter_state' | 'none';

/**
 * Splits an amount that contains tax. Within a state both halves are equal, so the taxable value takes the remainder.
 *
 * @param grossMinor minor units
 * @param rateBp basis points: 1800 is 18 percent
 */
export function splitTax(grossMinor: number, rateBp: number, kind: TaxKind): TaxSplit {
  if (kind === 'inter_state') {
    const igstMinor = roundedShare(grossMinor, rateBp, 10_000 + rateBp);
    return { taxableMinor: grossMinor - igstMinor, cgstMinor: 0, sgstMinor: 0, igstMinor };
  }
  const half = kind === 'none' ? 0 : roundedShare(grossMinor, rateBp, 2 * (10_000 + rateBp));
  return { taxableMinor: grossMinor - 2 * half, cgstMinor: half, sgstMinor: half, igstMinor: 0 };
}

/**
 * Spreads an amount over weights. Shares are rounded down; the rest goes out one by one to the largest remainders, first ones
 * first.
 *
 * @param amount not negative; if all weights are 0, it must be 0
 * @returns one part for each weight; their sum is the amount
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = exact.map((value) => Number(value / BigInt(sum)));
  const rest = amount - parts.reduce((total, part) => total + part, 0);
  const remainders = exact.map((value, index) => ({ index, remainder: value % BigInt(sum) }));
  remainders.sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const { index } of remainders.slice(0, rest)) parts[index] = parts[index]! + 1;
  return parts;
}

/** Computes amount × factor ÷ divisor, rounded half up, without losing digits. */
function roundedShare(amount: number, factor: number, divisor: number): number {
  return Number((2n * BigInt(amount) * BigInt(factor) + BigInt(divisor)) / (2n * BigInt(divisor)));
}
