import { priceFromCost, ROUNDINGS, type Markup } from './markup.js';

const price = (costMinor: number, percent: number, rounding: Markup['rounding']): number =>
  priceFromCost(costMinor, { basisPoints: percent * 100, rounding });

describe('a price from a cost', () => {
  it.each([
    ['exact', 12_036],
    ['whole', 12_100],
    ['five', 12_500],
    ['ten', 13_000],
    ['nine', 12_900],
  ] as const)('is rounded up: %s', (rounding, expected) => {
    expect(price(10_200, 18, rounding)).toBe(expected);
  });

  it('stays where it has the ending already', () => {
    expect(price(10_000, 19, 'nine')).toBe(11_900);
    expect(price(10_000, 20, 'ten')).toBe(12_000);
    expect(price(10_000, 25, 'five')).toBe(12_500);
    expect(price(10_000, 0, 'exact')).toBe(10_000);
  });

  it('is never zero, and never below the cost', () => {
    expect(ROUNDINGS.map((rounding) => price(1, 0, rounding))).toEqual([1, 100, 500, 1_000, 900]);
    expect(price(901, 0, 'nine')).toBe(1_900);
  });

  it('is the smallest amount with its ending, as whole numbers of any size compute it', () => {
    const endings = { exact: [1, 0], whole: [100, 0], five: [500, 0], ten: [1_000, 0] } as const;
    for (const rounding of ['exact', 'whole', 'five', 'ten'] as const) {
      const step = BigInt(endings[rounding][0]) * 10_000n;
      for (const cost of [1, 99, 1_001, 33_333, 123_456_789, 999_999_999, 1_000_000_000]) {
        for (const basisPoints of [0, 1, 333, 1_800, 99_999, 100_000]) {
          const exact = BigInt(cost) * BigInt(10_000 + basisPoints);
          const expected = ((exact + step - 1n) / step) * BigInt(endings[rounding][0]);
          expect(BigInt(priceFromCost(cost, { basisPoints, rounding }))).toBe(expected);
        }
      }
    }
  });
});
