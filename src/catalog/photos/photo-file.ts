import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { FILE_WORKERS } from '../../platform/file-reading/file-workers.js';
import { loadSharp, pictureFormatOf } from '../../platform/file-reading/pictures.js';
import { AppError } from '../../platform/http/errors.js';
import { PHOTO_SIZES, type PhotoSize } from './photo-address.js';

export const PHOTO_LIMITS = {
  bytes: 15 * 1024 * 1024,
  pixels: 50_000_000,
  /** Of an interlaced PNG or one with 16 bits a color, which are decoded as a whole or take seconds. */
  unusualPixels: 8_000_000,
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

/** Reads an uploaded picture in a process. @throws AppError unsupported_image, rate_limited */
export async function readPhotoFile(path: string): Promise<PhotoFile> {
  const photos: PhotoFile[] = [];
  try {
    await FILE_WORKERS.readAtOnce<typeof photoParts>('photo', path, (read) => photos.push(read));
  } catch (error) {
    const isTooMuch = error instanceof AppError && error.code === 'file_unreadable';
    throw isTooMuch
      ? unsupported('takes too much time or memory to read. Save it smaller, as a JPEG')
      : error;
  }
  return photos[0]!;
}

/** Yields what is made of an uploaded picture. @throws AppError unsupported_image */
export async function* photoParts(path: string): AsyncGenerator<PhotoFile, void> {
  const file = await readFile(path);
  if (pictureFormatOf(file) === null) {
    throw unsupported('is not a JPEG, PNG or WebP picture. Save or share it as JPEG first');
  }
  const sharp = await loadSharp();
  const source = sharp(file, { limitInputPixels: PHOTO_LIMITS.pixels, failOn: 'error' });
  const header = await source.metadata().catch(damaged);
  const pixels = header.width * header.height;
  if (pixels > PHOTO_LIMITS.pixels) {
    throw unsupported('has more than 50 megapixels. Save it smaller');
  }
  const isUnusual = header.isProgressive || header.depth !== 'uchar';
  if (header.format === 'png' && isUnusual && pixels > PHOTO_LIMITS.unusualPixels) {
    throw unsupported(
      'is an interlaced PNG or has 16 bits a color, and more than 8 megapixels. Save it as JPEG first',
    );
  }
  yield {
    hash: createHash('sha256').update(file).digest('hex'),
    pictures: await picturesOf(source, sharp).catch(damaged),
  };
}

/** Decodes the picture once. Metadata are left out, because nothing asks to keep them. */
async function picturesOf(
  source: Sharp,
  sharp: Awaited<ReturnType<typeof loadSharp>>,
): Promise<PhotoFile['pictures']> {
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
