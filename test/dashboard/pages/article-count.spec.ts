import type { LineToPickDto } from '../../../web/src/api/generated/admin-types.js';
import {
  isOfAnyVariation,
  linesOfCode,
} from '../../../web/src/pages/office/shipping/scan/articles/article-count.js';

const GTIN = '8901234567890';
const lineOf = (key: string | null, codes: string[]) =>
  ({ sku: 'APRON', variation_key: key, codes }) as LineToPickDto;

describe('a code that was scanned while an order is packed', () => {
  it.each([
    ['the SKU, where the combination has a code', 'apron', 'L', [GTIN, 'APRON-L'], true],
    [
      'the GTIN of the product, where the combination has a code',
      GTIN,
      'L',
      [GTIN, 'APRON-L'],
      true,
    ],
    ['the code of the combination', 'apron-l', 'L', [GTIN, 'APRON-L'], false],
    ['the SKU, where only the product has a code', 'APRON', 'L', [GTIN], true],
    ['the GTIN, where the combination has none', GTIN, 'L', [GTIN], false],
    ['the SKU, where nothing has a code', 'APRON', 'L', [], true],
    ['the SKU of a product without variations', 'APRON', null, [GTIN], false],
  ])('may be of any variation: %s', (_, text, key, codes, isOfAny) => {
    const line = lineOf(key, codes);
    expect(linesOfCode([line], text)).toEqual([line]);
    expect(isOfAnyVariation(line, text)).toBe(isOfAny);
  });
});
