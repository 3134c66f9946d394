import type { HsnRate } from './hsn-rate.entity.js';

/** A tax rate by the digits of an HSN code. */
export type RateRule = Omit<HsnRate, 'id'>;

/** Numbers of digits that a rule can have. */
export const RULE_DIGITS = [8, 6, 4, 2] as const;

/** Returns the beginnings of an HSN code by which there can be a rule, the longest first. */
export function rulePrefixes(hsn: string): string[] {
  return RULE_DIGITS.filter((digits) => digits <= hsn.length).map((digits) => hsn.slice(0, digits));
}

/**
 * Returns the rate of a product by the rules that have begun, in basis points, or null if none is about it. Of those about
 * it, the one with the most digits counts, of those the latest.
 *
 * @param unitPriceMinor with tax
 */
export function rateByRules(
  rules: readonly RateRule[],
  hsn: string,
  unitPriceMinor: number,
): number | null {
  const begun = rulePrefixes(hsn).map((prefix) => rules.filter((rule) => rule.hsn === prefix));
  const [first, ...others] = begun.find((found) => found.length > 0) ?? [];
  if (first === undefined) return null;
  const rule = others.reduce((a, b) => (a.effectiveFrom < b.effectiveFrom ? b : a), first);
  const { rateBp, thresholdMinor, rateAboveBp } = rule;
  if (thresholdMinor === null) return rateBp;
  // The threshold is a value without tax: at the lower rate, the price may exceed it by that tax.
  return unitPriceMinor * 10_000 <= thresholdMinor * (10_000 + rateBp) ? rateBp : rateAboveBp;
}
