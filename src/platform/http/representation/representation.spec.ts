import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { hashOf, PolledAnswer, representationOf, type Content } from './representation.js';

const bytesOf = ({ parts }: Content): Buffer =>
  Buffer.concat(Array.from<Uint8Array | string, Buffer>(parts, (part) => Buffer.from(part)));

describe('representationOf', () => {
  it('is the text of JSON.stringify, however long its lists are', async () => {
    const item = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant(null));
    const list = fc
      .integer({ min: 0, max: 200 })
      .chain((length) => fc.array(item, { minLength: length, maxLength: length }));
    const answer = fc.record({
      success: fc.constantFrom(true, undefined),
      data: list,
      unknown: list,
      'next "cursor"': fc.option(fc.string()),
    });
    await fc.assert(
      fc.asyncProperty(answer, async (value) => {
        const text = JSON.stringify(value);
        const { hash, content, gzip } = representationOf(value, { isCompressed: true });
        expect(bytesOf(content).toString()).toBe(text);
        expect(content).toHaveLength(Buffer.byteLength(text));
        expect(hash).toBe(hashOf(text));
        if (gzip === null) return;
        expect(gunzipSync(bytesOf((await gzip()).content)).toString()).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('writes a long list in parts of 64 items', () => {
    const data = Array.from({ length: 500 }, (_, id) => ({ id, name: 'Tawa '.repeat(80) }));
    const lengths = Array.from(representationOf({ data }).content.parts, ({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(64 * 500);
  });

  it('compresses nothing that fits into one packet, and nothing unless it is asked to', () => {
    const data = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Tawa' }));
    expect(representationOf({ data: [] }, { isCompressed: true }).gzip).toBeNull();
    expect(representationOf({ data }).gzip).toBeNull();
    expect(representationOf({ data }, { isCompressed: true }).gzip).not.toBeNull();
  });
});

describe('PolledAnswer', () => {
  it('is represented once', () => {
    const answer = new PolledAnswer({ success: true }, 60);
    expect(answer.represent()).toBe(answer.represent());
  });
});
