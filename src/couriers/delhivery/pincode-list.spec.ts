import fc from 'fast-check';
import { parseExactly } from '../../platform/http/exchange/exact-json.js';
import { objectsIn } from './pincode-list.js';

it('a list is read the same, wherever its text is cut', async () => {
  const entry = fc.record({ postal_code: fc.dictionary(fc.string(), fc.jsonValue()) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      async (list, lengths) => {
        const text = JSON.stringify({ delivery_codes: list });
        const chunks = async function* () {
          let rest = text;
          for (const length of lengths) {
            if (rest === '') return;
            yield await Promise.resolve(rest.slice(0, length));
            rest = rest.slice(length);
          }
        };
        const read: unknown[] = [];
        for await (const one of objectsIn(chunks())) read.push(one);
        expect(read).toEqual(parseExactly(JSON.stringify(list)));
      },
    ),
  );
});
