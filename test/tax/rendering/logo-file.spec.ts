import sharp from 'sharp';
import { LOGO_LIMITS, readLogo, type LogoFile } from '../../../src/identity/brand/logo-file.js';
import { givenPng, pngChunk } from '../../support/documents/pictures.js';

const withChunk = (png: Buffer, kind: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), pngChunk(kind, data), png.subarray(33)]);
const blue = () => sharp({ create: { width: 60, height: 40, channels: 3, background: 'blue' } });
const tall = { width: 60, height: 5000, channels: 3, background: 'blue' } as const;
const blueJpeg = await blue().jpeg().toBuffer();
const tallJpeg = await sharp({ create: tall }).jpeg().toBuffer();

describe('a logo', () => {
  it.each([
    ['a PNG', () => Promise.resolve(givenPng()), 'image/png'],
    ['a JPEG', () => blue().jpeg().toBuffer(), 'image/jpeg'],
    [
      'a JPEG in the colors of presses',
      () => blue().toColourspace('cmyk').jpeg().toBuffer(),
      'image/jpeg',
    ],
    ['an interlaced PNG', () => blue().png({ progressive: true }).toBuffer(), 'image/png'],
    ['a PNG with 16 bits', () => blue().toColourspace('rgb16').png().toBuffer(), 'image/png'],
  ])('%s is kept with its size, with 8 bits in RGB and not interlaced', async (_, file, type) => {
    const read = (await readLogo(await file())) as LogoFile;
    expect(read).toMatchObject({ type, width: 60, height: 40 });
    const shown = { depth: 'uchar', space: 'srgb', isProgressive: false };
    expect(await sharp(read.content).metadata()).toMatchObject(shown);
  });

  it('loses its metadata and what follows it, and keeps its picture', async () => {
    const text = Buffer.from('Author\0A person', 'latin1');
    const png = withChunk(givenPng(), 'tEXt', text);
    const jpeg = await blue()
      .withExif({ IFD0: { Artist: 'A person' } })
      .jpeg()
      .toBuffer();
    for (const file of [png, jpeg]) {
      expect(file.includes('A person')).toBe(true);
      const { content } = (await readLogo(Buffer.concat([file, Buffer.from('<p>')]))) as LogoFile;
      expect(Buffer.from(content).includes('A person')).toBe(false);
      expect(Buffer.from(content).includes('<p>')).toBe(false);
    }
    const { content } = (await readLogo(png)) as LogoFile;
    const pixels = await Promise.all([png, content].map((file) => sharp(file).raw().toBuffer()));
    expect(pixels[1]).toEqual(pixels[0]);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /neither a PNG nor a JPEG/,
    ],
    ['a page', Buffer.from('<script>alert(1)</script>'), /neither/],
    ['nothing', Buffer.alloc(0), /neither/],
    ['a large file', Buffer.alloc(LOGO_LIMITS.bytes + 1), /larger than 150 kB/],
    ['a wide PNG', givenPng({ width: 1201 }), /1201 × 40 pixels/],
    ['a tiny PNG', givenPng({ width: 15 }), /15 × 40 pixels/],
    ['a tall JPEG', tallJpeg, /60 × 5000 pixels/],
    ['a JPEG that is cut', blueJpeg.subarray(0, 200), /damaged/],
    ['a PNG that is cut', givenPng().subarray(0, 60), /damaged/],
    ['a PNG with fewer pixels than it says', givenPng({ pixels: Buffer.alloc(100) }), /damaged/],
  ])('is not %s', async (_, file, reason) => {
    expect(await readLogo(file)).toMatch(reason);
  });

  it.each([
    ['a PNG', 550, 'png', { palette: true, colours: 32 }],
    ['a JPEG', 650, 'jpeg', { quality: 45 }],
  ] as const)('has no more bytes than a logo may have: %s', async (_, side, format, options) => {
    const colors = Buffer.alloc(side * side * 3);
    for (const at of colors.keys()) {
      const pixel = Math.floor(at / 3);
      colors[at] = ((pixel % side) * Math.floor(pixel / side)) % 251;
    }
    const raw = { width: side, height: side, channels: 3 } as const;
    const file = await sharp(colors, { raw }).toFormat(format, options).toBuffer();
    const sizes = [file, await sharp(file).toFormat(format).toBuffer()].map(({ length }) => length);
    expect(sizes.map((size) => size > LOGO_LIMITS.bytes)).toEqual([false, true]);
    const { content } = (await readLogo(file)) as LogoFile;
    expect(content.length).toBeLessThanOrEqual(LOGO_LIMITS.bytes);
  });

  it('takes no memory for what a PNG unpacks to beyond its size', async () => {
    // 50 MB in 50 kB.
    const bomb = givenPng({ pixels: Buffer.alloc(50_000_000) });
    const before = process.memoryUsage().rss;
    await readLogo(bomb);
    expect(process.memoryUsage().rss - before).toBeLessThan(30_000_000);
  });
});
