import { crc32, deflateSync } from 'node:zlib';

/** Facts of a PNG; by default one of 60 × 40 pixels with colors and transparency. */
export interface PngFacts {
  width?: number;
  height?: number;
  depth?: number;
  colorType?: number;
  interlacing?: number;
  /** Bytes of the pixels. By default, as many as the size needs. */
  pixels?: Buffer;
}

export function givenPng(facts: PngFacts = {}): Buffer {
  const { width = 60, height = 40, depth = 8, colorType = 6, interlacing = 0 } = facts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlacing], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, 0x7f)]);
  const pixels = facts.pixels ?? Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
