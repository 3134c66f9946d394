import fc from 'fast-check';
import { shirt, shirtKeys, unambiguous } from '../../../test/support/shop/catalog-records.js';
import { asStored, changesKeys, combinationFinder, unitsOutOfSale } from './combinations.js';
import { variationKeys } from './variation-keys.js';

const [size, color] = shirt as [(typeof shirt)[number], (typeof shirt)[number]];

describe('combinationFinder', () => {
  const find = combinationFinder(shirtKeys);

  it.each([
    'Colour:Navy Blue|Size:M',
    'size:m|COLOUR:navy blue',
    ' Size : M | Colour : Navy  Blue ',
    'Size:M|Colour:Navy\u00a0Blue',
    'Size:M\u200b|Colour:Navy\tBlue',
  ])('finds the key of %j', (key) => {
    expect(find(key)).toBe('Size:M|Colour:Navy Blue');
  });

  it.each(['Size:M', 'Size:M|Colour:NavyBlue', 'Size:M|Size:M', '', 'Size:M|Colour:Red|Fit:Slim'])(
    'knows no combination %j',
    (key) => {
      expect(find(key)).toBeUndefined();
    },
  );

  it('chooses by the exact key alone where several differ in blanks', () => {
    const twice = combinationFinder(['Colour:Navy Blue', 'Colour:Navy  Blue']);
    expect(twice('Colour:Navy  Blue')).toBe('Colour:Navy  Blue');
    expect(twice('Colour:navy blue')).toBeUndefined();
  });
});

describe('asStored', () => {
  it('keeps order and spelling of what the product has, and leaves new values at their places', () => {
    const given = [
      { name: 'COLOUR', values: ['navy  blue', 'Green', 'red'] },
      { name: ' size', values: ['XS', 'l', 'M', 'XL'] },
    ];
    expect(asStored(shirt, given, [])).toEqual([
      { name: 'Size', values: ['XS', 'M', 'L', 'XL'] },
      { name: 'Colour', values: ['Red', 'Green', 'Navy Blue'] },
    ]);
  });

  it('leaves out what is not given, and keeps the place of a new variation', () => {
    const fit = { name: 'Fit', values: ['Slim'] };
    expect(asStored(shirt, [fit, { name: 'size', values: ['L'] }], [])).toEqual([
      fit,
      { name: 'Size', values: ['L'] },
    ]);
    expect(asStored(shirt, [], shirtKeys)).toEqual([]);
  });

  it('gives combinations that were offered earlier the keys that they had', () => {
    const again = [
      { name: 'COLOUR', values: ['RED'] },
      { name: 'size', values: ['m'] },
    ];
    const known = [
      { name: 'Size', values: ['M'] },
      { name: 'Colour', values: ['Red'] },
    ];
    expect(asStored([], again, ['', 'Size:M|Colour:Red'])).toEqual(known);
    expect(asStored([{ ...size, values: ['S'] }, color], again, ['Size:M|Colour:Red'])).toEqual(
      known,
    );
  });

  it('takes each stored value once where several differ in blanks', () => {
    const stored = [{ name: 'Colour', values: ['Navy Blue', 'Navy  Blue'] }];
    expect(asStored(stored, stored, [])).toEqual(stored);
    const one = [{ name: 'Colour', values: ['Navy  Blue'] }];
    expect(asStored(stored, one, [])).toEqual(one);
    expect(asStored(stored, [{ name: 'COLOUR', values: ['navy blue'] }], [])).toEqual([
      { name: 'Colour', values: ['Navy Blue'] },
    ]);
  });

  it('changes no key of the same names and values, in any order, case and blanks', () => {
    const written = unambiguous.chain((variations) =>
      fc
        .tuple(
          ...variations.map(({ name, values }) =>
            fc
              .shuffledSubarray(values, { minLength: values.length })
              .map((shuffled) => ({
                name: ` ${name.toUpperCase()}`,
                values: shuffled.map((value) => `${value.toLowerCase()} `),
              })),
          ),
        )
        .chain((given) => fc.shuffledSubarray(given, { minLength: given.length }))
        .map((given) => [variations, given] as const),
    );
    fc.assert(
      fc.property(written, ([variations, given]) => {
        expect(asStored(variations, given, [])).toEqual(variations);
        const find = combinationFinder(variationKeys(variations));
        expect(variationKeys(given).map(find).sort()).toEqual(variationKeys(variations).sort());
      }),
    );
  });
});

describe('what a change does to the combinations', () => {
  const available = { 'Size:S|Colour:Red': 5, 'Size:M|Colour:Red': 7 };

  it.each([
    [0, [color, size]],
    [7, [{ name: 'size', values: ['s'] }, color]],
    [12, [size]],
    [12, []],
  ])('takes %i units out of sale', (units, given) => {
    expect(unitsOutOfSale(available, given)).toBe(units);
  });

  it('takes the units of a product out of sale that gets variations', () => {
    expect(unitsOutOfSale({ '': 4 }, [size])).toBe(4);
    expect(unitsOutOfSale({ '': 4 }, [])).toBe(0);
  });

  it.each([
    [true, [color, size]],
    [true, [{ name: 'size', values: ['S'] }, color]],
    [false, [{ ...size, values: ['M', 'S'] }, color]],
    [false, [size]],
    [false, shirt],
  ])('changes keys of combinations that stay: %s', (hasOtherKeys, given) => {
    expect(changesKeys(shirt, given)).toBe(hasOtherKeys);
  });
});
