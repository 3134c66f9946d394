import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ChunkCompressor, gzipOf, storedChunk, type GzipChunk } from './gzip-chunks.js';

describe('gzipOf', () => {
  const compressor = new ChunkCompressor();
  afterAll(() => compressor.close());

  it('is one gzip file of all chunks, stored or compressed', async () => {
    const chunk = fc.record({
      text: fc.string({ unit: 'binary', maxLength: 2_000 }),
      isCompressed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), fc.string(), async (texts, last) => {
        const chunks: GzipChunk[] = [];
        for (const { text, isCompressed } of texts) {
          const bytes = Buffer.from(text);
          chunks.push(isCompressed ? await compressor.compress(bytes) : storedChunk(text));
        }
        // In any order: a list takes chunks that were compressed at different times.
        const shuffled = texts.map((text, index) => ({ text, chunk: chunks[index]! })).reverse();
        const { parts, length } = gzipOf([
          ...shuffled.map(({ chunk }) => chunk),
          storedChunk(last, { isLast: true }),
        ]);
        const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
        expect(bytes).toHaveLength(length);
        const expected = shuffled.map(({ text: { text } }) => text).join('') + last;
        expect(gunzipSync(bytes).equals(Buffer.from(expected))).toBe(true);
      }),
    );
  });

  it('takes a chunk that stays large', async () => {
    const random = randomBytes(100_000);
    const chunk = await compressor.compress(random);
    const { parts } = gzipOf([chunk, storedChunk('', { isLast: true })]);
    expect(gunzipSync(Buffer.concat(parts as Buffer[])).equals(random)).toBe(true);
  });

  it('is the same however often it is sent', async () => {
    const chunk = await compressor.compress(Buffer.from('Tawa'));
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
