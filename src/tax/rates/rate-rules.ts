import { invalidField, type AppError } from '../../platform/http/errors.js';
import { toMajorUnits } from '../../platform/money.js';
import type { HsnRate } from './hsn-rate.entity.js';

/** A tax rate by the digits of an HSN code. */
export type RateRule = Omit<HsnRate, 'id'>;

/** Numbers of digits that a rule can have. */
export const RULE_DIGITS = [8, 6, 4, 2] as const;

/** Lists the beginnings of an HSN code that may have a rule, the longest first. */
export function rulePrefixes(hsn: string): string[] {
  return RULE_DIGITS.filter((digits) => digits <= hsn.length).map((digits) => hsn.slice(0, digits));
}

type OwnRate = Partial<Pick<OwnTax, 'gstRateBp'>>;

/** Tax of products, as the catalog has it. */
export interface OwnTax {
  hsn: string | null;
  gstRateBp: number | null;
}

/** Rates that the law allows on a day. */
export interface RatesOfDay {
  /** Day in India, YYYY-MM-DD. */
  day: string;
  /** Basis points, ascending. */
  allowed: readonly number[];
}

/** @throws AppError validation_failed (a rate that a product does not have yet, and that is not allowed) */
export function assertRateAllowed(given: OwnRate, stored: OwnRate | null, rates: RatesOfDay): void {
  const rate = given.gstRateBp ?? null;
  if (rate === null || rate === stored?.gstRateBp || rates.allowed.includes(rate)) return;
  throw rateNotAllowed('gst_rate', rate, rates);
}

export function rateNotAllowed(
  field: string,
  rateBp: number,
  { day, allowed }: RatesOfDay,
): AppError {
  const rates = allowed.map(toMajorUnits).join(', ');
  const message = `${field} is ${toMajorUnits(rateBp)} and must be a rate of ${day}: ${rates}`;
  return invalidField(field, 'gst_rate_not_allowed', message);
}

/**
 * Finds the rate of a product by the rules that have begun, in basis points, or null if no rule applies.
 *
 * @param unitPriceMinor with tax
 */
export function rateByRules(
  rules: readonly RateRule[],
  hsn: string,
  unitPriceMinor: number,
): number | null {
  const rule = findRule(rules, hsn);
  if (rule === null) return null;
  const { rateBp, thresholdMinor, rateAboveBp } = rule;
  if (thresholdMinor === null) return rateBp;
  // The threshold is a value without tax: at the lower rate, the price may exceed it by that tax.
  return unitPriceMinor * 10_000 <= thresholdMinor * (10_000 + rateBp) ? rateBp : rateAboveBp;
}

/** Returns true if a product cannot be invoiced at some price. Its HSN code is missing or too short, or its rate is not allowed. */
export function lacksTax(
  { hsn, gstRateBp }: OwnTax,
  known: { rules: readonly RateRule[]; allowed: readonly number[]; hsnDigits: number },
): boolean {
  if (hsn === null || hsn.length < known.hsnDigits) return true;
  const rule = findRule(known.rules, hsn);
  const rates = rule === null ? [gstRateBp] : [rule.rateBp, rule.rateAboveBp ?? rule.rateBp];
  return !rates.every((rate) => rate !== null && known.allowed.includes(rate));
}

/** Finds the rule with the most digits for an HSN code; of several, the latest. */
function findRule(rules: readonly RateRule[], hsn: string): RateRule | null {
  const begun = rulePrefixes(hsn).map((prefix) => rules.filter((rule) => rule.hsn === prefix));
  const [first, ...others] = begun.find((found) => found.length > 0) ?? [];
  if (first === undefined) return null;
  return others.reduce((a, b) => (a.effectiveFrom < b.effectiveFrom ? b : a), first);
}
