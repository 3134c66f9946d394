import { warning, type Finding } from './finding.js';

/** Reports a machine on which photos cannot be read: the library has a package for each platform. */
export async function checkPhotos(): Promise<Finding | null> {
  try {
    const { default: sharp } = await import('sharp');
    const create = { width: 2, height: 2, channels: 3, background: 'white' } as const;
    await sharp(await sharp({ create }).png().toBuffer())
      .jpeg()
      .toBuffer();
    return null;
  } catch (error) {
    return warning(
      `photos cannot be read here: ${(error as Error).message.split('\n')[0]}`,
      'install the packages on this kind of machine, the optional ones too',
    );
  }
}
