import { FILE_WORKERS } from '../../platform/file-reading/file-workers.js';
import { loadSharp, pictureFormatOf } from '../../platform/file-reading/pictures.js';

/** Media types of logos. SVG is not among them: it can contain scripts, and PDFs cannot show it. */
export type LogoType = 'image/png' | 'image/jpeg';

/** A picture that was decoded and written again. */
export interface LogoFile {
  /** Has no metadata, such as places, authors and previews. */
  content: Uint8Array;
  type: LogoType;
  width: number;
  height: number;
}

export const LOGO_LIMITS = { bytes: 150 * 1024, shortest: 16, longest: 1200 } as const;
/** In percent, the best first: a file can need more bytes when it is written again. 8 bits a pixel are the last of PNG. */
const QUALITIES = { png: [100, 90], jpeg: [92, 80, 60] };

/** Reads a logo in a process. Returns as {@link readLogo}. @throws AppError file_unreadable, rate_limited */
export async function readLogoFile(file: Buffer): Promise<LogoFile | string> {
  let logo: LogoFile | string = '';
  await FILE_WORKERS.readAtOnce<typeof logoParts>('logo', file, (read) => (logo = read));
  return logo;
}

/** Yields the result of {@link readLogo}. */
export async function* logoParts(file: Uint8Array): AsyncGenerator<LogoFile | string, void> {
  yield await readLogo(Buffer.from(file));
}

/** Recognizes a file by its content, and writes its picture again. A text says why it cannot be a logo. */
export async function readLogo(file: Buffer): Promise<LogoFile | string> {
  const { bytes, shortest, longest } = LOGO_LIMITS;
  if (file.length > bytes) return 'is larger than 150 kB';
  const format = pictureFormatOf(file);
  if (format !== 'png' && format !== 'jpeg') {
    return 'is neither a PNG nor a JPEG; save an SVG or another picture as PNG first';
  }
  const sharp = await loadSharp();
  const source = sharp(file, { limitInputPixels: longest * longest, failOn: 'error' });
  try {
    const { width, height } = await source.metadata();
    if (Math.min(width, height) < shortest || Math.max(width, height) > longest) {
      return `is ${width} × ${height} pixels: each side must have ${shortest} to ${longest}`;
    }
    for (const quality of QUALITIES[format]) {
      const upright = source.clone().autoOrient().toColourspace('srgb');
      const written =
        format === 'jpeg'
          ? upright.jpeg({ quality })
          : upright.png({ compressionLevel: 9, ...(quality < 100 && { palette: true, quality }) });
      const { data, info } = await written.toBuffer({ resolveWithObject: true });
      if (data.length <= bytes) {
        return { content: data, type: `image/${format}`, width: info.width, height: info.height };
      }
    }
    return 'has more than 150 kB without its metadata: save it smaller';
  } catch {
    return `is a ${format.toUpperCase()} that is damaged`;
  }
}
