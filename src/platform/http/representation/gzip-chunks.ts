import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { checksumOf, joinedChecksum, type Checksum } from './checksum.js';
import { contentOf, type Content } from './representation.js';

const deflate = promisify(deflateRaw);

/** Magic, deflate, no flags, no time, unknown system (RFC 1952, section 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A chunk of a text, as deflate blocks that depend on no other chunk. */
export interface GzipChunk {
  /** Length of the text in bytes. */
  length: number;
  checksum: Checksum;
  deflated: Uint8Array;
}

/** Compresses a chunk that is large enough to benefit. */
export async function compressedChunk(bytes: Uint8Array): Promise<GzipChunk> {
  // The flush ends on a byte boundary, so that another chunk can follow.
  const deflated = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  // A copy: zlib's own buffer has 16 kB, however little it holds.
  return { length: bytes.length, checksum: checksumOf(bytes), deflated: Uint8Array.from(deflated) };
}

/** Returns a chunk of at most 65,535 bytes, stored uncompressed (RFC 1951, section 3.2.4). */
export function storedChunk(text: string, { isLast = false } = {}): GzipChunk {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return {
    length: bytes.length,
    checksum: checksumOf(bytes),
    deflated: Buffer.concat([head, bytes]),
  };
}

/**
 * Builds one gzip member from chunks that were compressed separately: when one of them changes, only that one has to be
 * compressed or read again. The last chunk must be a stored one with `isLast`.
 */
export function gzipOf(chunks: readonly GzipChunk[]): Content {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(joinedChecksum(chunks.map(({ checksum }) => checksum)), 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return contentOf([HEADER, ...chunks.map(({ deflated }) => deflated), trailer]);
}
