import { crc32, inflateSync } from 'node:zlib';
import { FILE_WORKERS } from '../../platform/file-reading/file-workers.js';

/** Media types of logos. SVG is not among them: it can contain scripts, and PDFs cannot show it. */
export type LogoType = 'image/png' | 'image/jpeg';

/** A picture whose content was checked. */
export interface LogoFile {
  /** The file without its metadata, such as places, authors and previews. */
  content: Uint8Array;
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
/** Chunks that make up the visible picture. Color profiles are excluded, because their texts name devices and people. */
const SHOWN_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const FILTERS = 5;
const DAMAGED_PNG = 'is a PNG that is damaged';
/** Markers of a JPEG: its end, and the beginnings of pixels and comments. */
const [END_OF_IMAGE, START_OF_SCAN, COMMENT] = [0xd9, 0xda, 0xfe];

interface Chunk {
  kind: string;
  /** The chunk as a whole. */
  bytes: Buffer;
  data: Buffer;
}

/** Reads a logo in a worker. Returns as {@link readLogo}. @throws AppError file_unreadable, rate_limited */
export async function readLogoFile(file: Buffer): Promise<LogoFile | string> {
  let logo: LogoFile | string = '';
  await FILE_WORKERS.readAtOnce<typeof logoParts>('logo', file, (read) => (logo = read));
  return logo;
}

/** Yields the result of {@link readLogo}. */
export async function* logoParts(file: Uint8Array): AsyncGenerator<LogoFile | string, void> {
  yield await Promise.resolve(readLogo(Buffer.from(file)));
}

/** Recognizes a file by its content. A text says why it cannot be a logo. */
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
 * Checks a PNG completely, because programs that show it later unpack it without limits.
 * - all chunks have the right sums
 * - there are as many bytes of pixels as the header says
 * - packed color profiles and texts are limited, too
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
  const kept = chunks.filter(({ kind }) => SHOWN_CHUNKS.includes(kind));
  const content = Buffer.concat([PNG, ...kept.map(({ bytes }) => bytes)]);
  return { type: 'image/png', width, height, content };
}

/** Reads the chunks; null if a sum or a length is wrong, or the file continues after them. */
function chunksOf(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = PNG.length; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) return null;
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return null;
    const kind = file.toString('latin1', at + 4, at + 8);
    chunks.push({ kind, data: file.subarray(at + 8, end), bytes: file.subarray(at, end + 4) });
    if (kind === 'IEND') return end + 4 === file.length ? chunks : null;
    at = end + 4;
  }
  return null;
}

/** Returns true if the optional chunks have few bytes and can be unpacked. Their names begin with a small letter. */
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

/** Finds the packed part of a chunk, after texts that end with zero; null if nothing is packed. */
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

/** Reads the size of a JPEG from its frame. It must have a frame and then pixels; what follows its end is left out. */
function readJpeg(file: Buffer): LogoFile | string {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) {
    return 'is neither a PNG nor a JPEG; save an SVG or another picture as PNG first';
  }
  const damaged = 'is a JPEG that is damaged';
  const kept = [file.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  for (let at = 2; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return damaged;
    const marker = file[at + 1]!;
    if (marker === END_OF_IMAGE) {
      if (size === null || !hasPixels) return damaged;
      const content = Buffer.concat([...kept, file.subarray(at, at + 2)]);
      return { type: 'image/jpeg', ...size, content };
    }
    const end = endOfSegment(file, at);
    if (end === null) return damaged;
    const segment = file.subarray(at, end);
    // Start of a frame: all of C0 to CF but tables and extensions.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      if (segment.length < 10 || size !== null) return damaged;
      if (segment[4] !== 8 || ![1, 3].includes(segment[9]!)) {
        return 'is an unusual JPEG: save it in RGB colors';
      }
      size = { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5) };
    }
    hasPixels ||= marker === START_OF_SCAN && size !== null;
    if (!isMetadata(segment)) kept.push(segment);
    at = end;
  }
  return damaged;
}

/** Finds the end of a segment and of the pixels after it; null: it is not in this file. */
function endOfSegment(file: Buffer, at: number): number | null {
  if (at + 4 > file.length) return null;
  let end = at + 2 + file.readUInt16BE(at + 2);
  if (end > file.length) return null;
  if (file[at + 1] !== START_OF_SCAN) return end;
  // Among pixels, FF is followed by 0 or is a mark at which decoders restart.
  for (; end + 1 < file.length; end += 1) {
    const next = file[end + 1]!;
    if (file[end] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return end;
  }
  return null;
}

/** Returns true for a part with comments or additions of programs, and false for the colors that Adobe's programs state. */
function isMetadata(segment: Buffer): boolean {
  const marker = segment[1]!;
  const isAdobe =
    marker === 0xee && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe';
  return marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && !isAdobe);
}

function wrongSize(width: number, height: number): string {
  const { shortest, longest } = LOGO_LIMITS;
  return `is ${width} × ${height} pixels: each side must have ${shortest} to ${longest}`;
}
