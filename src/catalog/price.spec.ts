import fc from 'fast-check';
import { LIMITS } from '../platform/config/limits.js';
import { wholesalePriceMinor } from './price.js';

const amountMinor = fc.integer({ min: 1, max: LIMITS.amountMinor });
const discountBp = fc.integer({ min: 0, max: 10_000 });

/** Rounds half up once, without floating point. */
function discounted(baseMinor: number, bp: number): number {
  const tenThousandths = BigInt(baseMinor) * BigInt(10_000 - bp);
  const isRoundedUp = tenThousandths % 10_000n >= 5_000n;
  return Number(tenThousandths / 10_000n + (isRoundedUp ? 1n : 0n));
}

describe('wholesalePriceMinor', () => {
  it.each([
    ['no discount leaves the base price', 19_999, 0, 19_999],
    ['a tenth comes off', 25_000, 1_000, 22_500],
    ['hundredths of a percent count', 10_000, 1_234, 8_766],
    ['exactly half a paisa is rounded up', 1, 5_000, 1],
    ['half a paisa is rounded up on an odd price too', 999, 5_000, 500],
    ['a little less than half is rounded down', 333, 1_000, 300],
    ['a little more than half is rounded up', 334, 1_000, 301],
    ['it is rounded once, not first to tenths of a paisa', 10_000, 9_551, 449],
    ['it is not rounded twice up to the next paisa', 4_499, 9_001, 449],
    ['the dearest product stays exact', 1_000_000_000, 1, 999_900_000],
  ])('%s', (_, basePriceMinor, bp, price) => {
    expect(wholesalePriceMinor({ basePriceMinor, ownPriceMinor: null, discountBp: bp })).toBe(
      price,
    );
  });

  it.each([
    ['neither price is set', null, 1_000],
    ['the discount takes all', 25_000, 10_000],
    ['less than half a paisa is left', 1, 5_001],
  ])('has no price rather than 0 where %s', (_, basePriceMinor, bp) => {
    expect(wholesalePriceMinor({ basePriceMinor, ownPriceMinor: null, discountBp: bp })).toBeNull();
  });

  it("lets the plan's own price win over any base price and discount", () => {
    fc.assert(
      fc.property(
        amountMinor,
        fc.option(amountMinor),
        discountBp,
        (ownPriceMinor, basePriceMinor, bp) => {
          expect(wholesalePriceMinor({ basePriceMinor, ownPriceMinor, discountBp: bp })).toBe(
            ownPriceMinor,
          );
        },
      ),
    );
  });

  it('takes the discount off the base price, rounded half up once, for every amount', () => {
    const cheap = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(fc.oneof(amountMinor, cheap), discountBp, (basePriceMinor, bp) => {
        const price = wholesalePriceMinor({ basePriceMinor, ownPriceMinor: null, discountBp: bp });
        const exact = discounted(basePriceMinor, bp);
        expect(price).toBe(exact === 0 ? null : exact);
      }),
      { numRuns: 1_000 },
    );
  });
});
