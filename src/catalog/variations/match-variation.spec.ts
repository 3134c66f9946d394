import fc from 'fast-check';
import {
  color,
  shirt,
  shirtKeys,
  size,
  unambiguous,
} from '../../../test/support/shop/catalog-records.js';
import { variationKeys } from './variation-keys.js';
import { matchVariation, NAMED_KEYS_MAX, type Variation } from './variations.js';

const withChoice = unambiguous.chain((variations) =>
  fc.tuple(
    fc.constant(variations),
    fc.tuple(...variations.map(({ values }) => fc.constantFrom(...values))),
  ),
);

function keyOf(variations: readonly Variation[], values: readonly string[]): string {
  return variations.map(({ name }, index) => `${name}:${values[index]}`).join('|');
}

describe('matchVariation with a choice to make', () => {
  it('prefers the order of the variations where the values fit in another one too', () => {
    const bolt = [
      { name: 'Length', values: ['10', '20'] },
      { name: 'Width', values: ['10', '20'] },
    ];
    expect(matchVariation(bolt, '10 / 20')).toEqual({ key: 'Length:10|Width:20' });
    expect(matchVariation(bolt, 'Width:10 / Length:20')).toEqual({ key: 'Length:20|Width:10' });
  });

  it('does not choose between combinations that fit in another order, and names those', () => {
    const box = [
      { name: 'Height', values: ['1', '2', '9'] },
      { name: 'Width', values: ['1', '2', '9'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ];
    expect(matchVariation(box, 'Red / 1 / 2')).toEqual({
      problem: 'variation_ambiguous',
      keys: expect.arrayContaining([
        'Height:1|Width:2|Colour:Red',
        'Height:2|Width:1|Colour:Red',
      ]) as string[],
    });
  });

  it('does not choose between values that differ by case alone', () => {
    const duplicates = [{ name: 'Code', values: ['ab', 'AB', 'c'] }];
    expect(matchVariation(duplicates, 'Ab')).toEqual({
      problem: 'variation_ambiguous',
      keys: ['Code:ab', 'Code:AB'],
    });
  });

  it('reads no more values from a text than it has fragments', () => {
    const blank = [size, { name: 'Note', values: ['', 'Gift'] }];
    expect(matchVariation(blank, 'M')).toMatchObject({ problem: 'variation_unknown' });
    expect(matchVariation(blank, 'M /')).toEqual({ key: 'Size:M|Note:' });
  });

  it('names some of the keys only where they are many', () => {
    const many = [{ name: 'No', values: Array.from({ length: 51 }, (_, index) => `${index}`) }];
    const keys = variationKeys(many).slice(0, NAMED_KEYS_MAX);
    expect(keys).toHaveLength(50);
    expect(matchVariation(many, null)).toEqual({ problem: 'variation_required', keys });
    expect(matchVariation(many, 'x')).toEqual({ problem: 'variation_unknown', keys });
  });

  it('finds nothing of a variation without values', () => {
    const none = [{ name: 'Size', values: [] }];
    expect(matchVariation(none, null)).toEqual({ problem: 'variation_required', keys: [] });
  });

  it('needs a choice of a product with several combinations', () => {
    expect(matchVariation(shirt, null)).toEqual({ problem: 'variation_required', keys: shirtKeys });
  });

  it('needs no choice where there is a single combination, but no wrong one either', () => {
    const single = [
      { name: 'Size', values: ['Free'] },
      { name: 'Colour', values: ['Red'] },
    ];
    expect(matchVariation(single, null)).toEqual({ key: 'Size:Free|Colour:Red' });
    expect(matchVariation(single, 'Free / Blue')).toEqual({
      problem: 'variation_unknown',
      keys: ['Size:Free|Colour:Red'],
    });
  });

  it('gives the text no effect on a product without variations', () => {
    fc.assert(
      fc.property(fc.option(fc.string({ unit: 'binary' })), (text) => {
        expect(matchVariation([], text)).toEqual({ key: null });
      }),
    );
  });
});

describe('matchVariation', () => {
  it.each([
    ['the exact key', 'Size:M|Colour:Red', 'Size:M|Colour:Red'],
    ['the key in another case', 'size:m|COLOUR:NAVY BLUE', 'Size:M|Colour:Navy Blue'],
    ['the key with spaces around it', '  Size:M|Colour:Red ', 'Size:M|Colour:Red'],
    ['the values as documented', 'M / Navy Blue', 'Size:M|Colour:Navy Blue'],
    ['the values in another case', 'm / navy BLUE', 'Size:M|Colour:Navy Blue'],
    ['the values at a slash', 'M/Red', 'Size:M|Colour:Red'],
    ['the values at a bar', 'M|Red', 'Size:M|Colour:Red'],
    ['the values at a comma', 'M, Red', 'Size:M|Colour:Red'],
    ['the values among many spaces', ' M   /  Red ', 'Size:M|Colour:Red'],
    ['names and values', 'Size: M / Colour: Red', 'Size:M|Colour:Red'],
    ['one name of two', 'M, colour:Red', 'Size:M|Colour:Red'],
    ['the values in any order when only one combination fits', 'Red / M', 'Size:M|Colour:Red'],
    ['names and values in any order', 'Colour:Red|Size:M', 'Size:M|Colour:Red'],
  ])('finds %s', (_, text, key) => {
    expect(matchVariation(shirt, text)).toEqual({ key });
  });

  it.each<[string, Variation[], string, string]>([
    ['its value', [size], 'M', 'Size:M'],
    ['its name and value', [size], 'size : m', 'Size:M'],
    [
      'a value with a slash',
      [{ name: 'Pipe', values: ['1/2 in', '3/4 in'] }],
      '3/4 IN',
      'Pipe:3/4 in',
    ],
    ['a value with a comma', [{ name: 'Width', values: ['1,5', '2,5'] }], '2,5', 'Width:2,5'],
  ])('finds the only variation by %s', (_, variations, text, key) => {
    expect(matchVariation(variations, text)).toEqual({ key });
  });

  it('takes a slash between spaces before the slashes of the values', () => {
    const pipe = [{ name: 'Bore', values: ['1/2', '3/4'] }, color];
    expect(matchVariation(pipe, '3/4 / Red')).toEqual({ key: 'Bore:3/4|Colour:Red' });
  });

  it.each([
    ['composed', 'Caf\u00e9'],
    ['decomposed', 'Cafe\u0301'],
    ['decomposed and in capitals', 'CAFE\u0301'],
  ])('reads an accent alike when it is sent %s', (_, text) => {
    expect(matchVariation([{ name: 'Colour', values: ['Café', 'Cafe'] }], text)).toEqual({
      key: 'Colour:Café',
    });
    expect(matchVariation([{ name: 'Colour', values: ['Cafe\u0301', 'Cafe'] }], text)).toEqual({
      key: 'Colour:Cafe\u0301',
    });
  });

  it('folds case as the languages do: STRASSE is Straße', () => {
    expect(matchVariation([{ name: 'Muster', values: ['Straße', 'Gasse'] }], 'STRASSE')).toEqual({
      key: 'Muster:Straße',
    });
  });

  it.each(['XL / Red', 'M', 'M / Red / Cotton', 'M Red', 'Colour:M / Size:Red', 'Size:M', '/', ''])(
    'knows no combination %j and names all that would do',
    (text) => {
      expect(matchVariation(shirt, text)).toEqual({
        problem: 'variation_unknown',
        keys: shirtKeys,
      });
    },
  );

  it.each([
    [11, { key: 'Note:1,2,3,4,5,6,7,8,9,10,11|Size:S' }],
    [12, { problem: 'variation_unknown', keys: expect.any(Array) }],
  ])(
    'reads a value with separators of its own from up to 12 fragments: %i and another',
    (count, match) => {
      const note = Array.from({ length: count }, (_, index) => index + 1).join();
      expect(matchVariation([{ name: 'Note', values: [note] }, size], `${note},S`)).toEqual(match);
      // Split at another separator it is one fragment.
      const key = `Note:${note}|Size:S`;
      expect(matchVariation([{ name: 'Note', values: [note] }, size], `${note} / S`)).toEqual({
        key,
      });
    },
  );

  it('finds every combination by its own key', () => {
    fc.assert(
      fc.property(unambiguous, (variations) => {
        for (const key of variationKeys(variations)) {
          expect(matchVariation(variations, key)).toEqual({ key });
        }
      }),
    );
  });

  it("finds every key by its values joined by ' / '", () => {
    fc.assert(
      fc.property(withChoice, ([variations, values]) => {
        const key = keyOf(variations, values);
        expect(matchVariation(variations, values.join(' / '))).toEqual({ key });
      }),
    );
  });

  it('finds every key by its values in any order, case and separator', () => {
    const separator = fc.constantFrom(' / ', '/', '|', ' | ', ',', ', ');
    const shuffled = withChoice.chain(([variations, values]) =>
      fc.tuple(
        fc.constant(keyOf(variations, values)),
        fc.constant(variations),
        fc.shuffledSubarray(values, { minLength: values.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, separator, fc.boolean(), ([key, variations, values], sign, isLoud) => {
        const text = values.join(sign);
        expect(matchVariation(variations, isLoud ? text.toUpperCase() : text)).toEqual({ key });
      }),
    );
  });

  it('answers any text at all with a key of the product or a problem', () => {
    const fragments = fc
      .array(
        fc.constantFrom('S', 'M', 'Red', 'Size', ':', '|', '/', ' / ', ',', ' ', '\ud800', 'ß'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fragments), (text) => {
        const match = matchVariation(shirt, text);
        if ('problem' in match) {
          expect(['variation_unknown', 'variation_ambiguous']).toContain(match.problem);
          expect(match.keys.length).toBeGreaterThan(0);
          expect(shirtKeys).toEqual(expect.arrayContaining([...match.keys]));
        } else {
          expect(shirtKeys).toContain(match.key);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
