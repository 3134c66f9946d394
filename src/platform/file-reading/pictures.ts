type SharpLibrary = (typeof import('sharp'))['default'];

/** First bytes of the pictures that may be uploaded, in hex. Those of WebP have the length of the file in between. */
const HEADS = { jpeg: /^ffd8ff/, png: /^89504e470d0a1a0a/, webp: /^52494646.{8}57454250/ } as const;
export type PictureFormat = keyof typeof HEADS;

const LOADERS = ['Jpeg', 'Png', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);

/** Recognizes a picture by its content; null: it is none of the three formats. */
export function pictureFormatOf(file: Buffer): PictureFormat | null {
  const head = file.toString('hex', 0, 12);
  const formats = Object.keys(HEADS) as PictureFormat[];
  return formats.find((format) => HEADS[format].test(head)) ?? null;
}

/** Loads the library, which nothing but pictures needs, with the decoders of three formats alone. */
export async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  // Requests need the other processors.
  sharp.concurrency(1);
  return sharp;
}
