import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { checksumOf, joinedChecksum } from './checksum.js';

describe('joinedChecksum', () => {
  it('is the CRC-32 of all texts one after the other', () => {
    const text = fc.uint8Array({ maxLength: 5_000 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        // zlib's crc32 is asked once for the whole: it restarts where it is continued with an empty text.
        expect(joinedChecksum(texts.map(checksumOf))).toBe(crc32(Buffer.concat(texts)));
      }),
    );
  });

  it('takes texts of any length', () => {
    const [long, short] = [Buffer.alloc(40_000_000, 'long'), Buffer.from('short')];
    expect(joinedChecksum([long, short, long].map(checksumOf))).toBe(
      crc32(Buffer.concat([long, short, long])),
    );
  });
});
