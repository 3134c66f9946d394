import { deflateSync } from 'node:zlib';
import { LOGO_LIMITS, readLogo, type LogoFile } from '../../../src/identity/brand/logo-file.js';
import { givenJpeg, givenPng, pngChunk } from '../../support/documents/pictures.js';

const damaged = (file: Buffer, at: number): Buffer => {
  const copy = Buffer.from(file);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
};

const withoutScan = (jpeg: Buffer): Buffer =>
  Buffer.concat([jpeg.subarray(0, jpeg.indexOf('ffda', 'hex')), Buffer.from('ffd9', 'hex')]);
/** Adds a chunk after the header of a PNG. */
const withChunk = (png: Buffer, kind: string, data: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, 33), pngChunk(kind, data), png.subarray(33)]);

/** Adds a color profile, which is packed. */
const withProfile = (bytes: number) => withChunk(givenPng(), 'iCCP', packedAfter('icc\0\0', bytes));
const packedAfter = (head: string, bytes: number): Buffer =>
  Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(bytes))]);

describe('a logo', () => {
  it('is a PNG or a JPEG by its content, with its size', () => {
    expect(readLogo(givenPng())).toMatchObject({ type: 'image/png', width: 60, height: 40 });
    expect(readLogo(withProfile(3_144))).toMatchObject({ type: 'image/png' });
    const text = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x/>', 'latin1');
    expect(readLogo(withChunk(givenPng(), 'iTXt', text))).toMatchObject({ type: 'image/png' });
    expect(readLogo(givenJpeg())).toMatchObject({ type: 'image/jpeg', width: 60, height: 40 });
  });

  it('loses its metadata, and keeps its picture', () => {
    const text = Buffer.from('Author\0A person', 'latin1');
    const png = withChunk(withChunk(withProfile(3_144), 'tEXt', text), 'eXIf', text);
    const palette = Buffer.alloc(30);
    const shown = [withChunk(png, 'PLTE', palette), withChunk(givenPng(), 'PLTE', palette)];
    const [read, expected] = shown.map((file) => readLogo(file));
    expect(read).toEqual({ ...(expected as LogoFile), content: shown[1] });

    const segment = (marker: number, data: string): Buffer =>
      Buffer.from([0xff, marker, 0, data.length + 2, ...Buffer.from(data, 'latin1')]);
    const colors = segment(0xee, 'Adobe\0d\0\0\0\0\u0001');
    const [start, rest] = [givenJpeg().subarray(0, 2), givenJpeg().subarray(8)];
    const extras = [
      segment(0xe1, 'where it was taken'),
      segment(0xfe, 'by a person'),
      segment(0xed, 'Adobe'),
    ];
    const second = Buffer.concat([
      segment(0xfe, 'between'),
      rest.subarray(rest.indexOf('ffda', 'hex')),
    ]);
    const jpeg = Buffer.concat([
      start,
      ...extras,
      colors,
      rest.subarray(0, -2),
      second,
      givenJpeg(),
    ]);
    const kept = [
      start,
      colors,
      rest.subarray(0, -2),
      second.subarray(segment(0xfe, 'between').length),
    ];
    expect(readLogo(jpeg)).toEqual({
      type: 'image/jpeg',
      width: 60,
      height: 40,
      content: Buffer.concat(kept),
    });
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
    ['a tall JPEG', givenJpeg(60, 5000), /60 × 5000 pixels/],
    ['a JPEG in the colors of presses', givenJpeg(60, 40, 4), /RGB/],
    ['a JPEG that is cut', givenJpeg().subarray(0, 20), /damaged/],
    ['a PNG with 16 bits', givenPng({ depth: 16 }), /8 bits/],
    ['an interlaced PNG', givenPng({ interlacing: 1 }), /interlacing/],
    ['a PNG of an unknown color type', givenPng({ colorType: 5 }), /unusual/],
    [
      'a PNG without its palette',
      givenPng({ colorType: 3, pixels: Buffer.alloc(61 * 40) }),
      /damaged/,
    ],
    ['a PNG that is cut', givenPng().subarray(0, 60), /damaged/],
    ['a JPEG without pixels', withoutScan(givenJpeg()), /damaged/],
    ['a JPEG with two sizes', givenJpeg(60, 40, 3, 2), /damaged/],
    ['a PNG with two sizes', withChunk(givenPng(), 'IHDR', Buffer.alloc(13)), /damaged/],
    ['a PNG that moves', withChunk(givenPng(), 'acTL', Buffer.alloc(8)), /moves/],
    ['a PNG with a page behind it', Buffer.concat([givenPng(), Buffer.from('<p>')]), /damaged/],
    ['a PNG whose profile unpacks to far more', withProfile(50_000_000), /besides its pixels/],
    [
      'a PNG whose text unpacks to far more',
      withChunk(givenPng(), 'iTXt', packedAfter('a\0\u0001\0en\0b\0', 50_000_000)),
      /besides its pixels/,
    ],
    [
      'a PNG with a damaged profile',
      withChunk(givenPng(), 'iCCP', Buffer.from('icc\0\0no')),
      /besides its pixels/,
    ],
    [
      'a PNG with a large preview',
      withChunk(givenPng(), 'prVW', Buffer.alloc(70_000)),
      /besides its pixels/,
    ],
    ['a PNG with a wrong sum', damaged(givenPng(), 45), /damaged/],
    ['a PNG with fewer pixels than it says', givenPng({ pixels: Buffer.alloc(100) }), /damaged/],
    // 50 MB in 50 kB.
    ['a PNG that unpacks to far more', givenPng({ pixels: Buffer.alloc(50_000_000) }), /damaged/],
    ['a PNG with an unknown filter', givenPng({ pixels: Buffer.alloc(241 * 40, 9) }), /damaged/],
  ])('is not %s', (_, file, reason) => {
    expect(readLogo(file)).toMatch(reason);
  });
});
