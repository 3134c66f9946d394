import { constants, createDeflateRaw } from 'node:zlib';
import { checksumOf, joinedChecksum, type Checksum } from './checksum.js';
import { contentOf, type Content } from './representation.js';

/** Magic, deflate, no flags, no time, unknown system (RFC 1952, section 2.3). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A chunk of a text, as deflate blocks that depend on no other chunk. */
export interface GzipChunk {
  /** Length of the text in bytes. */
  length: number;
  checksum: Checksum;
  deflated: Uint8Array;
}

/**
 * Compressor of chunks, one after the other. All share one deflate stream: a stream of its own for each takes 270 kB outside of V8's heap,
 * and thousands of these make V8 mark the whole heap several times a second.
 */
export class ChunkCompressor {
  // The flush after each write ends on a byte boundary and forgets the text, so that any other chunk can follow.
  private readonly stream = createDeflateRaw({ flush: constants.Z_FULL_FLUSH });
  private written: Uint8Array[] = [];

  constructor() {
    this.stream.on('data', (bytes: Uint8Array) => this.written.push(bytes));
    // The write fails with it, too.
    this.stream.on('error', () => undefined);
  }

  /** Compresses a chunk that is large enough to benefit. The call before must have ended; the bytes may be overwritten afterwards. */
  async compress(bytes: Uint8Array): Promise<GzipChunk> {
    await new Promise<void>((done, fail) => {
      this.stream.write(bytes, (error) => (error ? fail(error) : done()));
    });
    const deflated = this.takeWritten();
    return { length: bytes.length, checksum: checksumOf(bytes), deflated };
  }

  /** Takes a copy: the stream's own buffers have 16 kB, however little they hold. */
  private takeWritten(): Uint8Array {
    const deflated = new Uint8Array(this.written.reduce((sum, { length }) => sum + length, 0));
    let filled = 0;
    for (const part of this.written) {
      deflated.set(part, filled);
      filled += part.length;
    }
    this.written = [];
    return deflated;
  }

  /** Frees its memory. */
  close(): void {
    this.stream.close();
  }
}

/** Makes a chunk of at most 65,535 bytes, stored uncompressed (RFC 1951, section 3.2.4). */
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
