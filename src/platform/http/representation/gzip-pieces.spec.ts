import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { compressedPiece, gzipOf, storedPiece } from './gzip-pieces.js';

describe('gzipOf', () => {
  it('is one gzip file of all pieces, however they were made', async () => {
    const piece = fc.record({
      text: fc.string({ unit: 'binary', maxLength: 2_000 }),
      isCompressed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.string(), async (texts, last) => {
        const pieces = await Promise.all(
          texts.map(({ text, isCompressed }) =>
            isCompressed ? compressedPiece(Buffer.from(text)) : Promise.resolve(storedPiece(text)),
          ),
        );
        const { parts, length } = gzipOf([...pieces, storedPiece(last, { isLast: true })]);
        const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
        expect(bytes).toHaveLength(length);
        const expected = Buffer.from(texts.map(({ text }) => text).join('') + last);
        expect(gunzipSync(bytes).equals(expected)).toBe(true);
      }),
    );
  });
});
