import { isDeductedTax } from './deducted-tax.js';

describe('deducted tax', () => {
  it.each([
    ['0.1 percent', 1_000_000, 999_000, 10],
    ['rounded to the minor unit', 123_456, 123_333, 10],
    ['rounded to the major unit', 1_234_567, 1_233_367, 10],
    ['another rate', 1_000_000, 980_000, 200],
  ])('is recognized: %s', (_, owed, paid, rate) => {
    expect(isDeductedTax(owed, paid, rate)).toBe(true);
  });

  it.each([
    ['the client deducts none', 1_000_000, 999_000, null],
    ['a minor unit more', 1_000_000, 998_999, 10],
    ['a minor unit less', 1_000_000, 999_001, 10],
    ['nothing is missing', 1_000_000, 1_000_000, 10],
    ['the tax rounds to zero', 400, 400, 10],
    ['more than what is owed was paid', 1_000_000, 1_001_000, 10],
  ])('is not: %s', (_, owed, paid, rate) => {
    expect(isDeductedTax(owed, paid, rate)).toBe(false);
  });
});
