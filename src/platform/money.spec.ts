import fc from 'fast-check';
import { toMajorUnits, toMinorUnits } from './money.js';

/** Up to a million in major units. */
const usualMinor = fc.integer({ min: 0, max: 100_000_000 });

describe('toMajorUnits', () => {
  it.each([
    [0, '0'],
    [1, '0.01'],
    [29, '0.29'],
    [100, '1'],
    [110, '1.1'],
    [435, '4.35'],
    [24_000, '240'],
    [1_999, '19.99'],
    [100_000_000_001, '1000000000.01'],
    [6_999_999_999_999_999, '69999999999999.99'],
  ])('writes %i paise as the JSON number %s', (minor, json) => {
    expect(JSON.stringify(toMajorUnits(minor))).toBe(json);
  });

  it('writes every amount up to seventy trillion exactly, with at most two decimals', () => {
    const written = fc.oneof(fc.integer({ min: 0, max: 7_000_000_000_000_000 }), usualMinor);
    fc.assert(
      fc.property(written, (minor) => {
        const [whole, decimals = ''] = JSON.stringify(toMajorUnits(minor)).split('.');
        expect(BigInt(`${whole}${decimals.padEnd(2, '0')}`)).toBe(BigInt(minor));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('toMinorUnits', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.07, 7],
    [0.29, 29],
    [0.57, 57],
    [1.1, 110],
    [1.15, 115],
    [4.35, 435],
    [8.2, 820],
    [19.99, 1_999],
    [64.1, 6_410],
    [240, 24_000],
    [1_000_000_000.01, 100_000_000_001],
  ])('reads %d as %i paise', (major, minor) => {
    expect(toMinorUnits(major)).toBe(minor);
  });

  it('reads back every amount that was written, up to thirty-five trillion', () => {
    const written = fc.oneof(fc.integer({ min: 0, max: 3_500_000_000_000_000 }), usualMinor);
    fc.assert(
      fc.property(written, (minor) => {
        expect(toMinorUnits(toMajorUnits(minor))).toBe(minor);
      }),
      { numRuns: 1_000 },
    );
  });
});
