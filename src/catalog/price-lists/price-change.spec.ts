import { changedPriceMinor, countChanges } from './price-change.js';

describe('changedPriceMinor', () => {
  it.each<[priceMinor: number, percentBp: number, stepMinor: number, changedMinor: number]>([
    [10_000, 500, 1, 10_500],
    [9_999, 500, 1, 10_499],
    [10_010, 500, 50, 10_500],
    [9_976, 500, 50, 10_450],
    [9_977, 500, 50, 10_500],
    [333, 1_000, 5, 365],
    [50, 5_000, 10, 80],
    [10_000, -250, 1, 9_750],
    [101, -5_000, 1, 51],
    [100, -9_900, 50, 50],
    [1_000_000_000, 100_000, 1, 11_000_000_000],
  ])('of %i by %i basis points in steps of %i is %i', (price, percentBp, stepMinor, changed) => {
    expect(changedPriceMinor(price, { percentBp, stepMinor })).toBe(changed);
  });
});

describe('countChanges', () => {
  it('counts a price that is new as neither a rise nor a fall', () => {
    const prices = [
      { productId: 1, beforeMinor: 100, priceMinor: 101 },
      { productId: 2, beforeMinor: 100, priceMinor: 99 },
      { productId: 3, beforeMinor: 100, priceMinor: 100 },
      { productId: 4, beforeMinor: null, priceMinor: 100 },
    ];
    expect(countChanges(prices)).toEqual({ prices: 4, rises: 1, falls: 1 });
  });
});
