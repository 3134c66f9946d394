import fc from 'fast-check';
import { shirt, shirtKeys, size, unambiguous } from '../../../test/support/shop/catalog-records.js';
import { foldVariationText, variationKeys, variationText } from './variation-keys.js';
import { sellableStock, type Variation } from './variations.js';

describe('variationKeys', () => {
  it.each<[string, Variation[], string[]]>([
    ['none for a product without variations', [], []],
    ['one for each value', [size], ['Size:S', 'Size:M', 'Size:L']],
    ['one for each combination, the last variation changing fastest', shirt, shirtKeys],
    ['one for a single combination', [{ name: 'Size', values: ['Free'] }], ['Size:Free']],
  ])('are %s', (_, variations, keys) => {
    expect(variationKeys(variations)).toEqual(keys);
  });

  it('are as many as the combinations, all different', () => {
    fc.assert(
      fc.property(unambiguous, (variations) => {
        const keys = variationKeys(variations);
        const combinations = variations.reduce((product, { values }) => product * values.length, 1);
        expect(keys).toHaveLength(combinations);
        expect(new Set(keys).size).toBe(combinations);
      }),
    );
  });
});

describe('variationText', () => {
  it.each([
    ['Size:43 x 69 cm|Colour:Beige', 'Size 43 × 69 cm, Colour Beige'],
    ['Ratio:16:9|Colour:Beige', 'Ratio 16:9, Colour Beige'],
    ['Ratio:16:9', '16:9'],
    ['Colour:Teal', 'Teal'],
    ['M / Red', 'M / Red'],
    ['Size: M', 'Size: M'],
    ['', ''],
  ])('writes "%s" for people as "%s"', (variation, text) => {
    expect(variationText(variation)).toBe(text);
  });
});

describe('sellableStock', () => {
  it('is that of each combination, 0 where nothing is known of it, and their sum', () => {
    const available = new Map([
      ['Size:S|Colour:Red', 3],
      ['Size:L|Colour:Navy Blue', 4],
      ['Size:XL|Colour:Red', 9],
      ['', 100],
    ]);
    expect(sellableStock(shirt, (key) => available.get(key))).toEqual({
      stockQty: 7,
      variationStocks: {
        ...Object.fromEntries(shirtKeys.map((key) => [key, 0])),
        'Size:S|Colour:Red': 3,
        'Size:L|Colour:Navy Blue': 4,
      },
    });
  });

  it('is the only number of a product without variations, and 0 without a stock level', () => {
    const available = new Map([
      ['', 5],
      ['Size:S', 3],
    ]);
    expect(sellableStock([], (key) => available.get(key))).toEqual({
      stockQty: 5,
      variationStocks: {},
    });
    expect(sellableStock([], () => undefined)).toEqual({ stockQty: 0, variationStocks: {} });
  });
});

describe('foldVariationText', () => {
  it.each([
    ['spaces around it', '  Navy Blue\t', 'navy blue'],
    ['case', 'ÉTÉ', 'été'],
    ['the capital ß', 'STRAẞE', 'strasse'],
    ['how an accent is written', 'Cafe\u0301', 'CAF\u00c9'],
  ])('makes nothing of %s', (_, text, same) => {
    expect(foldVariationText(text)).toBe(foldVariationText(same));
  });

  it('tells letters and inner spaces apart', () => {
    expect(foldVariationText('Cafe')).not.toBe(foldVariationText('Café'));
    expect(foldVariationText('NavyBlue')).not.toBe(foldVariationText('Navy Blue'));
  });
});
