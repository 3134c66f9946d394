import { spread, splitTax } from './tax-split.js';

describe('the tax in an amount', () => {
  it.each([
    ['A in the first shipment', 154_810, 500, 3_686, 147_438, 7_372, 147_438],
    ['B in the first shipment', 123_993, 1_800, 9_457, 105_079, 18_914, 105_079],
    ['C in the first shipment', 24_128, 1_800, 1_840, 20_448, 3_681, 20_447],
    ['A in the second shipment', 99_800, 500, 2_376, 95_048, 4_752, 95_048],
    ['B in the second shipment', 239_800, 1_800, 18_290, 203_220, 36_580, 203_220],
    ['a rate of 0', 100, 0, 0, 100, 0, 100],
    ['exactly half a paisa is rounded up', 21, 500, 1, 19, 1, 20],
  ])('%s', (_name, gross, rate, half, taxableWithin, igst, taxableBetween) => {
    expect(splitTax(gross, rate, 'intra_state')).toEqual({
      taxableMinor: taxableWithin,
      cgstMinor: half,
      sgstMinor: half,
      igstMinor: 0,
    });
    expect(splitTax(gross, rate, 'inter_state')).toEqual({
      taxableMinor: taxableBetween,
      cgstMinor: 0,
      sgstMinor: 0,
      igstMinor: igst,
    });
  });

  it('stays exact for amounts whose product with the rate has no exact number', () => {
    const { taxableMinor, igstMinor } = splitTax(9_000_000_000_000_001, 1_800, 'inter_state');
    expect([taxableMinor, igstMinor]).toEqual([7_627_118_644_067_797, 1_372_881_355_932_204]);
  });

  it('is at most half a paisa off in each half, and the parts add up', () => {
    for (let gross = 0; gross <= 3_000; gross++) {
      for (const rate of [0, 25, 150, 300, 500, 1_800, 4_000]) {
        const { taxableMinor, cgstMinor, sgstMinor } = splitTax(gross, rate, 'intra_state');
        expect(taxableMinor + cgstMinor + sgstMinor).toBe(gross);
        const exact = (gross * rate) / (2 * (10_000 + rate));
        expect(Math.abs(cgstMinor - exact)).toBeLessThanOrEqual(0.5 + 1e-9);
      }
    }
  });
});

describe('spreading an amount', () => {
  it.each([
    [
      'a delivery charge over the lines of a shipment',
      10_000,
      [149_700, 119_900, 23_331],
      [5_110, 4_093, 797],
    ],
    [
      'a refund over the lines of two invoices',
      100_000,
      [154_810, 123_993, 24_128, 99_800, 239_800],
      [24_094, 19_298, 3_755, 15_532, 37_321],
    ],
    ['equal remainders go to the first', 1, [5, 5], [1, 0]],
    ['nothing over nothing', 0, [0, 0], [0, 0]],
  ])('%s', (_name, amount, weights, parts) => {
    expect(spread(amount, weights)).toEqual(parts);
  });
});
