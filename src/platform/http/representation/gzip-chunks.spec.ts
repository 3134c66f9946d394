import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { compressedChunk, gzipOf, storedChunk } from './gzip-chunks.js';

describe('gzipOf', () => {
  it('is one gzip file of all chunks, stored or compressed', async () => {
    const chunk = fc.record({
      text: fc.string({ unit: 'binary', maxLength: 2_000 }),
      isCompressed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), fc.string(), async (texts, last) => {
        const chunks = await Promise.all(
          texts.map(({ text, isCompressed }) =>
            isCompressed ? compressedChunk(Buffer.from(text)) : Promise.resolve(storedChunk(text)),
          ),
        );
        const { parts, length } = gzipOf([...chunks, storedChunk(last, { isLast: true })]);
        const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
        expect(bytes).toHaveLength(length);
        const expected = Buffer.from(texts.map(({ text }) => text).join('') + last);
        expect(gunzipSync(bytes).equals(expected)).toBe(true);
      }),
    );
  });

  it('is the same however often it is sent', async () => {
    const chunk = await compressedChunk(Buffer.from('Tawa'));
    const content = gzipOf([chunk, storedChunk(' and lid', { isLast: true })]);
    const partCounts = Array.from({ length: 5 }, () => {
      const { parts } = content;
      expect(gunzipSync(Buffer.concat(parts as Buffer[])).toString()).toBe('Tawa and lid');
      return parts.length;
    });
    // Joined once it is clear that it is sent again and again.
    expect(partCounts).toEqual([4, 4, 4, 1, 1]);
  });
});
