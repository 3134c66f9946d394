import { lacksTax, rateByRules, type RateRule } from './rate-rules.js';

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
  ])(
    'the rate of the HSN code %s is that of the rule with the most digits and the latest day',
    (hsn, price, rate) => {
      expect(rateByRules(RULES, hsn, price)).toBe(rate);
    },
  );

  it.each([
    ['at a value of 2,500 without tax', 262_500, 500],
    ['a paisa above it', 262_501, 1_800],
  ])('changes at its threshold: %s', (_name, price, rate) => {
    expect(rateByRules(RULES, '6110', price)).toBe(rate);
  });
});

describe('a product that cannot be invoiced', () => {
  const known = { rules: RULES, allowed: [0, 300, 500, 1_800], hsnDigits: 6 };
  it.each([
    ['its HSN code is missing', null, 500, true],
    ['its HSN code is too short', '8471', 500, true],
    ['it has no rate', '847130', null, true],
    ['its rate is not allowed', '847130', 1_200, true],
    ['a rule replaces its rate', '610910', 1_200, false],
    ['nothing is missing', '847130', 1_800, false],
  ])('is found: %s', (_why, hsn, gstRateBp, lacks) => {
    expect(lacksTax({ hsn, gstRateBp }, known)).toBe(lacks);
  });

  it('is one whose rule has a rate that is not allowed above its threshold', () => {
    const product = { hsn: '611020', gstRateBp: 500 };
    expect(lacksTax(product, { ...known, allowed: [500] })).toBe(true);
  });
});
