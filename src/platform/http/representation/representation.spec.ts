import { contentOf, type Content } from './representation.js';

const kB = 1024;
const partsOf = (...sizes: number[]): Buffer[] =>
  sizes.map((size, index) => Buffer.alloc(size * kB, index + 1));
const chunksOf = ({ rest = [] }: Content): Iterator<Uint8Array> => rest[Symbol.iterator]();

describe('contentOf', () => {
  const parts = partsOf(...Array<number>(100).fill(5), 200, 1, 0, 60);

  it('joins the parts of a large body to chunks, and leaves a part that is longer than a chunk', () => {
    const content = contentOf(parts);
    expect(content).toMatchObject({ parts: [], length: Buffer.concat(parts).length });
    const chunks = Array.from(content.rest ?? [], (chunk) => Buffer.from(chunk));
    expect(Buffer.concat(chunks)).toEqual(Buffer.concat(parts));
    expect(chunks.map(({ length }) => length / kB)).toEqual([125, 125, 125, 125, 200, 61]);
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

  it('keeps the parts of a small body apart', () => {
    const small = partsOf(200, 56);
    expect(contentOf(small)).toMatchObject({ parts: small, length: 256 * kB });
    expect(contentOf(small).rest).toBeUndefined();
  });
});
