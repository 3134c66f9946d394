import fc from 'fast-check';
import { fitConsignee, foldBlanks, splitAddress } from './lines.js';

const withoutBlanks = (text: string) => text.replace(/[\s\p{Cc}]/gu, '');

describe('splitAddress', () => {
  it.each([
    ['12, MG Road', 1, 50, ['12, MG Road']],
    ['  12,\tMG\u0000Road \n ', 1, 50, ['12, MG Road']],
    ['12, MG Road, Indiranagar', 2, 16, ['12, MG Road,', 'Indiranagar']],
    ['12, MG Road Indiranagar', 2, 16, ['12, MG Road', 'Indiranagar']],
    ['12,MG Road,Indiranagar', 2, 14, ['12,MG Road,', 'Indiranagar']],
    ['aaaa,bbbb cccc dddd', 2, 14, ['aaaa,', 'bbbb cccc dddd']],
    ['aaaa, bbbb cccc dddd', 2, 10, ['aaaa, bbbb', 'cccc dddd']],
    ['aaaa bbbb', 1, 8, null],
    ['aaaaaaaaa', 3, 8, null],
    ['aaaa bbbbbbbbb', 3, 8, null],
    ['', 2, 8, []],
  ])('of %j into %i lines of %i is %j', (text, lines, lineMax, expected) => {
    expect(splitAddress(text, { lines, lineMax })).toEqual(expected);
  });

  it('loses no character, and keeps to the lines', () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
    const address = fc
      .array(fc.tuple(word, fc.constantFrom(' ', ', ', ',', ',,', '\n')), { maxLength: 30 })
      .map((words) => words.flat().join(''));
    fc.assert(
      fc.property(address, fc.nat(6), fc.integer({ min: 1, max: 60 }), (text, lines, lineMax) => {
        const split = splitAddress(text, { lines, lineMax });
        if (split === null) {
          expect(foldBlanks(text).length).toBeGreaterThan(lines === 0 ? 0 : lineMax);
          return;
        }
        expect(withoutBlanks(split.join(''))).toBe(withoutBlanks(text));
        expect(split.length).toBeLessThanOrEqual(lines);
        for (const line of split) {
          expect(line).toBe(line.trim());
          expect(line.length).toBeLessThanOrEqual(lineMax);
          expect(line).not.toBe('');
        }
      }),
    );
  });

  it('refuses only what no split at blanks would fit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 4 }),
        (lengths, lines) => {
          const words = lengths.map((length) => 'a'.repeat(length));
          let needed = 1;
          let used = -1;
          for (const { length } of words) {
            if (used + 1 + length > 12) [needed, used] = [needed + 1, -1];
            used += 1 + length;
          }
          const split = splitAddress(words.join(' '), { lines, lineMax: 12 });
          expect(split !== null).toBe(needed <= lines);
        },
      ),
    );
  });
});

describe('fitConsignee', () => {
  const rules = { nameMax: 12, address: { lines: 2, lineMax: 30 } };

  it.each([
    [' Asha  Rao ', 'Asha Rao', ['12, MG Road']],
    ['Asha Venkataraman', 'Asha', ['Asha Venkataraman, 12, MG Road']],
    ['Venkatanarasimha', 'Venkatanaras', ['Venkatanarasimha, 12, MG Road']],
  ])('gives the name %j as %j', (name, short, lines) => {
    expect(fitConsignee({ name, address: '12, MG Road' }, rules)).toEqual({ name: short, lines });
  });

  it('refuses an address that does not fit', () => {
    const address = 'a'.repeat(29);
    expect(fitConsignee({ name: 'Asha', address: `${address} ${address}` }, rules)).not.toBeNull();
    const name = 'Asha Venkataraman';
    expect(fitConsignee({ name, address: `${address} ${address}` }, rules)).toBeNull();
  });
});
