import { contentOf, type Content } from './representation.js';

const kB = 1024;
const partsOf = (...sizes: number[]): Buffer[] =>
  sizes.map((size, index) => Buffer.alloc(size * kB, index + 1));
const chunksOf = ({ rest = [] }: Content): Iterator<Uint8Array> => rest[Symbol.iterator]();

describe('contentOf', () => {
  const parts = partsOf(...Array<number>(1100).fill(1), 200, 1, 0, 60);

  it('joins the parts of a body of many to chunks, and leaves a part that is longer than a chunk', () => {
    const content = contentOf(parts);
    expect(content).toMatchObject({ parts: [], length: Buffer.concat(parts).length });
    const chunks = Array.from(content.rest ?? [], (chunk) => Buffer.from(chunk));
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat(parts));
    expect(chunks.map(({ length }) => length / kB)).toEqual([
      ...Array<number>(8).fill(128),
      76,
      200,
      61,
    ]);
  });

  it('is the same for two callers that read it at once', () => {
    const content = contentOf(parts);
    const [one, other] = [chunksOf(content), chunksOf(content)];
    for (let first = one.next(); first.done !== true; first = one.next()) {
      const second = other.next();
      expect(second).toEqual(first);
    }
    expect(other.next().done).toBe(true);
  });

  it('keeps the parts of other bodies apart, however large', () => {
    const few = partsOf(200, 56, 1);
    expect(contentOf(few)).toMatchObject({ parts: few, length: 257 * kB });
    expect(contentOf(few).rest).toBeUndefined();
  });
});
