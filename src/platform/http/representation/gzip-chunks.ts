import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { contentOf, type Content } from './representation.js';

const deflate = promisify(deflateRaw);

/** Magic, deflate, no flags, no time, unknown system (RFC 1952, section 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A chunk of a text, and the same as deflate blocks that depend on no other chunk. */
export interface GzipChunk {
  bytes: Uint8Array;
  deflated: Uint8Array;
}

/** Compresses a chunk that is large enough to benefit. */
export async function compressedChunk(bytes: Uint8Array): Promise<GzipChunk> {
  // The flush ends on a byte boundary, so that another chunk can follow.
  return { bytes, deflated: await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH }) };
}

/** A chunk of at most 65,535 bytes, stored uncompressed (RFC 1951, section 3.2.4). */
export function storedChunk(text: string, { isLast = false } = {}): GzipChunk {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return { bytes, deflated: Buffer.concat([head, bytes]) };
}

/**
 * One gzip member made of chunks that were compressed separately: when one of them changes, only that one has to be
 * compressed again. The last chunk must be a stored one with `isLast`.
 */
export function gzipOf(chunks: readonly GzipChunk[]): Content {
  let checksum = 0;
  let size = 0;
  for (const { bytes } of chunks) {
    // zlib's crc32 restarts from 0 when it is called with an empty buffer.
    if (bytes.length > 0) checksum = crc32(bytes, checksum);
    size += bytes.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return contentOf([HEADER, ...chunks.map(({ deflated }) => deflated), trailer]);
}
