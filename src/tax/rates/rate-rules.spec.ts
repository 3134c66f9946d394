import { rateByRules, type RateRule } from './rate-rules.js';

function rule(
  hsn: string,
  effectiveFrom: string,
  rateBp: number,
  above?: [number, number],
): RateRule {
  const [thresholdMinor = null, rateAboveBp = null] = above ?? [];
  return { hsn, effectiveFrom, rateBp, thresholdMinor, rateAboveBp };
}

const RULES = [
  rule('61', '2025-09-22', 500, [250_000, 1_800]),
  rule('6109', '2025-09-22', 500),
  rule('6109', '2026-04-01', 1_800),
  rule('6109', '2026-01-01', 300),
  rule('61091000', '2025-09-22', 0),
];

describe('the rate of a product by HSN rules', () => {
  it.each([
    ['8471', 100, null],
    ['61', 100, 500],
    ['6109', 100, 1_800],
    ['610990', 100, 1_800],
    ['61091000', 100, 0],
    ['6205', 100, null],
  ])('of %s is that of the most digits and the latest day', (hsn, price, rate) => {
    expect(rateByRules(RULES, hsn, price)).toBe(rate);
  });

  it.each([
    ['at a value of 2,500 without tax', 262_500, 500],
    ['a paisa above it', 262_501, 1_800],
  ])('changes at its threshold: %s', (_name, price, rate) => {
    expect(rateByRules(RULES, '6110', price)).toBe(rate);
  });
});
