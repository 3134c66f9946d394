import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { FILE_WORKERS } from '../../platform/file-reading/file-workers.js';
import { AppError } from '../../platform/http/errors.js';
import { PHOTO_SIZES, type PhotoSize } from './photo-address.js';

type SharpLibrary = (typeof import('sharp'))['default'];

export const PHOTO_LIMITS = {
  bytes: 15 * 1024 * 1024,
  pixels: 50_000_000,
  textLength: 300,
} as const;

/** What is made of an uploaded picture. */
export interface PhotoFile {
  /** SHA-256 of the upload. */
  hash: string;
  /** JPEGs without metadata, by size. */
  pictures: Record<PhotoSize, Uint8Array>;
}

const QUALITY = 82;
/** First bytes of JPEG, PNG and WebP, in hex. Those of WebP have the length of the file in between. */
const FORMATS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];
const LOADERS = ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);

/** Reads an uploaded picture in a worker. @throws AppError unsupported_image, rate_limited */
export async function readPhotoFile(path: string): Promise<PhotoFile> {
  const photos: PhotoFile[] = [];
  try {
    await FILE_WORKERS.readAtOnce<typeof photoParts>('photo', path, (read) => photos.push(read));
  } catch (error) {
    const isTooMuch = error instanceof AppError && error.code === 'file_unreadable';
    throw isTooMuch ? unsupported('takes too long to read. Save it smaller') : error;
  }
  return photos[0]!;
}

/** Yields what is made of an uploaded picture. @throws AppError unsupported_image */
export async function* photoParts(path: string): AsyncGenerator<PhotoFile, void> {
  const file = await readFile(path);
  const head = file.toString('hex', 0, 12);
  if (!FORMATS.some((format) => format.test(head))) {
    throw unsupported('is not a JPEG, PNG or WebP picture. Save or share it as JPEG first');
  }
  const sharp = await loadSharp();
  const source = sharp(file, { limitInputPixels: PHOTO_LIMITS.pixels, failOn: 'error' });
  const { width = 0, height = 0 } = await source.metadata().catch(damaged);
  if (width * height > PHOTO_LIMITS.pixels) {
    throw unsupported('has more than 50 megapixels. Save it smaller');
  }
  yield {
    hash: createHash('sha256').update(file).digest('hex'),
    pictures: await picturesOf(source, sharp).catch(damaged),
  };
}

/** Loads the library, which nothing but photos needs, with the decoders of three formats alone. */
async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  // Requests need the other processors.
  sharp.concurrency(1);
  return sharp;
}

/** Decodes the picture once. Metadata are left out, because nothing asks to keep them. */
async function picturesOf(source: Sharp, sharp: SharpLibrary): Promise<PhotoFile['pictures']> {
  const { data, info } = await resized(source.autoOrient().flatten({ background: 'white' }), 1600)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pictures: [PhotoSize, Uint8Array][] = [];
  for (const size of PHOTO_SIZES) {
    const picture = sharp(data, { raw: { width, height, channels } });
    pictures.push([size, await resized(picture, size).jpeg({ quality: QUALITY }).toBuffer()]);
  }
  return Object.fromEntries(pictures) as PhotoFile['pictures'];
}

function resized(picture: Sharp, size: PhotoSize): Sharp {
  return picture.resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true });
}

function damaged(error: unknown): never {
  const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
  throw unsupported(
    isTooLarge
      ? 'has more than 50 megapixels. Save it smaller'
      : 'is damaged or cut off. Take or save it again',
  );
}

function unsupported(problem: string): AppError {
  return new AppError('unsupported_image', { message: `The file ${problem}.` });
}
