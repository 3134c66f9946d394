import fc from 'fast-check';
import { newOrderNumber, ORDER_NUMBER_PATTERN } from './order-number.js';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('newOrderNumber', () => {
  const numbers = Array.from({ length: 1_000 }, newOrderNumber);

  it('is WO- and ten characters of Crockford base32', () => {
    for (const number of numbers) {
      expect(number).toHaveLength(13);
      expect(number.slice(0, 3)).toBe('WO-');
      expect([...number.slice(3)].filter((character) => !CROCKFORD.includes(character))).toEqual(
        [],
      );
    }
  });

  it('has the form that distinguishes order numbers from store order ids', () => {
    for (const number of numbers) expect(number).toMatch(ORDER_NUMBER_PATTERN);
  });

  it('is never the same twice', () => {
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('draws position %i from the whole alphabet', (at) => {
    const drawn = new Set(numbers.map((number) => number.charAt(at)));
    expect([...drawn].sort().join('')).toBe(CROCKFORD);
  });
});

describe('ORDER_NUMBER_PATTERN', () => {
  it('takes WO- and any ten characters of Crockford base32', () => {
    const characters = fc.array(fc.constantFrom(...CROCKFORD), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(characters, (ten) => {
        expect(`WO-${ten.join('')}`).toMatch(ORDER_NUMBER_PATTERN);
      }),
    );
  });

  it.each(['I', 'L', 'O', 'U'])('refuses %s, which Crockford leaves out', (letter) => {
    expect(`WO-${letter}123456789`).not.toMatch(ORDER_NUMBER_PATTERN);
    expect(`WO-012345678${letter}`).not.toMatch(ORDER_NUMBER_PATTERN);
  });

  it.each([
    ['nine characters', 'WO-012345678'],
    ['eleven characters', 'WO-0123456789A'],
    ['small letters', 'WO-abcdefghjk'],
    ['a small prefix', 'wo-0123456789'],
    ['no prefix', '0123456789'],
    ['another prefix', 'PO-0123456789'],
    ['something before it', ' WO-0123456789'],
    ['something after it', 'WO-0123456789 '],
    ['a line break after it', 'WO-0123456789\n'],
    ['a dash inside', 'WO-01234-6789'],
    ["a store's own id", 'SHOP-1001'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(text).not.toMatch(ORDER_NUMBER_PATTERN);
  });
});
