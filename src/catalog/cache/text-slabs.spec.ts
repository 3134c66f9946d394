import fc from 'fast-check';
import { TextSlabs } from './text-slabs.js';

describe('TextSlabs', () => {
  it.each([0, 64, 4_096])(
    'keeps all texts, also those larger than a slab of %d bytes',
    (slabBytes) => {
      const text = fc.string({ unit: 'grapheme' });
      fc.assert(
        fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
          const slabs = new TextSlabs(slabBytes);
          const kept = pairs.map(([first, second]) => slabs.keep(first, second));
          const read = kept.map(({ bytes, start, cut, end }) => [
            bytes.toString('utf8', start, cut),
            bytes.toString('utf8', cut, end),
          ]);
          expect(read).toEqual(pairs);
        }),
      );
    },
  );
});
