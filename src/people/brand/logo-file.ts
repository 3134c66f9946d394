import { crc32, inflateSync } from 'node:zlib';

/** Media types of logos. SVG is not among them: it can contain scripts, and PDFs cannot show it. */
export type LogoType = 'image/png' | 'image/jpeg';

/** A picture whose content was checked. */
export interface LogoFile {
  type: LogoType;
  width: number;
  height: number;
}

export const LOGO_LIMITS = {
  bytes: 150 * 1024,
  /** Bytes of a PNG besides its pixels, unpacked: color profiles, texts and previews. */
  extras: 64 * 1024,
  shortest: 16,
  longest: 1200,
} as const;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** Samples of a pixel by color type of PNG. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const FILTERS = 5;
const DAMAGED_PNG = 'is a PNG that is damaged';
/** Marker of a JPEG before its pixels. */
const START_OF_SCAN = 0xda;

interface Chunk {
  kind: string;
  data: Buffer;
}

/** Returns what a file is by its content; a text: why it cannot be a logo. */
export function readLogo(file: Buffer): LogoFile | string {
  if (file.length > LOGO_LIMITS.bytes) return 'is larger than 150 kB';
  const found = file.subarray(0, 8).equals(PNG) ? readPng(file) : readJpeg(file);
  if (typeof found === 'string') return found;
  const { width, height } = found;
  const { shortest, longest } = LOGO_LIMITS;
  if (Math.min(width, height) < shortest || Math.max(width, height) > longest) {
    return wrongSize(width, height);
  }
  return found;
}

/**
 * Checks a PNG as a whole, because what shows it later unpacks it without limits: chunks with their sums, and as many bytes of
 * pixels as its header says. Color profiles and texts can be packed, too.
 */
function readPng(file: Buffer): LogoFile | string {
  const chunks = chunksOf(file);
  const header = chunks?.[0];
  if (chunks === null || header?.kind !== 'IHDR' || header.data.length !== 13) {
    return DAMAGED_PNG;
  }
  if (chunks.filter(({ kind }) => kind === 'IHDR').length > 1) return DAMAGED_PNG;
  if (chunks.some(({ kind }) => kind === 'acTL')) {
    return 'is a PNG that moves: save one picture of it';
  }
  const { data } = header;
  const [width, height, depth] = [data.readUInt32BE(0), data.readUInt32BE(4), data[8]!];
  const samples = SAMPLES[data[9]!];
  if (samples === undefined || depth !== 8 || data[12] !== 0) {
    return 'is an unusual PNG: save it with 8 bits per color and without interlacing';
  }
  if (width > LOGO_LIMITS.longest || height > LOGO_LIMITS.longest) {
    return wrongSize(width, height);
  }
  const palette = chunks.find(({ kind }) => kind === 'PLTE')?.data.length ?? 0;
  const isLacking = data[9] === 3 && (palette === 0 || palette % 3 !== 0);
  if (!hasFewExtras(chunks)) {
    return 'is a PNG with more than 64 kB besides its pixels: save it without color profile and metadata';
  }
  const row = 1 + width * samples;
  const pixels = inflated(
    Buffer.concat(chunks.flatMap(({ kind, data: part }) => (kind === 'IDAT' ? [part] : []))),
    row * height,
  );
  if (isLacking || pixels === null) return DAMAGED_PNG;
  for (let at = 0; at < pixels.length; at += row) {
    if (pixels[at]! >= FILTERS) return DAMAGED_PNG;
  }
  return { type: 'image/png', width, height };
}

/** Returns the chunks up to the last one; null for a sum or a length that is wrong, and for a file that goes on after them. */
function chunksOf(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = PNG.length; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) return null;
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return null;
    const kind = file.toString('latin1', at + 4, at + 8);
    if (kind === 'IEND') return end + 4 === file.length ? chunks : null;
    chunks.push({ kind, data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  return null;
}

/** Returns false for more, or unreadable, bytes of chunks that pictures do not need. Their names begin with a small letter. */
function hasFewExtras(chunks: readonly Chunk[]): boolean {
  let left: number = LOGO_LIMITS.extras;
  for (const { kind, data } of chunks.filter(({ kind }) => /^[a-z]/.test(kind))) {
    left -= data.length;
    const packed = packedPart(kind, data);
    if (left < 0) return false;
    if (packed === null) continue;
    try {
      left -= inflateSync(packed, { maxOutputLength: left + 1 }).length;
    } catch {
      return false;
    }
  }
  return left >= 0;
}

/** Returns the packed part of a chunk, which stands after texts that end with zero; null: nothing in it is packed. */
function packedPart(kind: string, data: Buffer): Buffer | null {
  const nameEnd = data.indexOf(0);
  if (kind === 'iCCP' || kind === 'zTXt') return data.subarray(nameEnd + 2);
  if (kind !== 'iTXt' || data[nameEnd + 1] !== 1) return null;
  const languageEnd = data.indexOf(0, nameEnd + 3);
  return data.subarray(data.indexOf(0, languageEnd + 1) + 1);
}

function inflated(packed: Buffer, length: number): Buffer | null {
  try {
    const bytes = inflateSync(packed, { maxOutputLength: length });
    return bytes.length === length ? bytes : null;
  } catch {
    return null;
  }
}

/** Reads the size from the frame of a JPEG, which has one, and pixels after it. */
function readJpeg(file: Buffer): LogoFile | string {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) {
    return 'is neither a PNG nor a JPEG; save an SVG or another picture as PNG first';
  }
  const damaged = 'is a JPEG that is damaged';
  if (file.readUInt16BE(file.length - 2) !== 0xffd9) return damaged;
  let found: LogoFile | null = null;
  for (let at = 2; at + 9 < file.length;) {
    if (file[at] !== 0xff) return damaged;
    const marker = file[at + 1]!;
    if (marker === START_OF_SCAN) return found ?? damaged;
    // Start of a frame: all of C0 to CF but tables and extensions.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [depth, height, width, samples] = [
        ...[file[at + 4]!, file.readUInt16BE(at + 5), file.readUInt16BE(at + 7), file[at + 9]!],
      ];
      if (depth !== 8 || ![1, 3].includes(samples!)) {
        return 'is an unusual JPEG: save it in RGB colors';
      }
      if (found !== null) return damaged;
      found = { type: 'image/jpeg', width: width!, height: height! };
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  return damaged;
}

function wrongSize(width: number, height: number): string {
  const { shortest, longest } = LOGO_LIMITS;
  return `is ${width} × ${height} pixels: each side must have ${shortest} to ${longest}`;
}
