import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { contentOf, type Content } from './representation.js';

const deflate = promisify(deflateRaw);

/** Magic, deflate, no flags, no time, unknown system (RFC 1952, section 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A piece of a text, and the same as deflate blocks that lean on no other piece. */
export interface GzipPiece {
  bytes: Uint8Array;
  deflated: Uint8Array;
}

/** Compresses a piece that is worth it. */
export async function compressedPiece(bytes: Uint8Array): Promise<GzipPiece> {
  // The flush ends on a byte, so that another piece can follow.
  return { bytes, deflated: await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH }) };
}

/** A few bytes, at most 65,535, as they are (RFC 1951, section 3.2.4). */
export function storedPiece(text: string, { isLast = false } = {}): GzipPiece {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return { bytes, deflated: Buffer.concat([head, bytes]) };
}

/**
 * One gzip member made of pieces that were compressed apart: when one of them changes, only that one has to
 * be compressed again. The last piece has to be a stored one that says so.
 */
export function gzipOf(pieces: readonly GzipPiece[]): Content {
  let checksum = 0;
  let size = 0;
  for (const { bytes } of pieces) {
    // zlib takes no bytes at all for a wish to begin anew.
    if (bytes.length > 0) checksum = crc32(bytes, checksum);
    size += bytes.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  return contentOf([HEADER, ...pieces.map(({ deflated }) => deflated), trailer]);
}
