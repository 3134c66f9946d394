import { inflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { qrPng } from './qr-png.js';

const TEXT = 'upi://pay?pa=indigo@upi&am=110.00&tn=CL000017%20WO-7K3M9QX2ZB';

describe('the picture of a QR code', () => {
  it('has every module of the code and a quiet zone of four', () => {
    const png = qrPng(TEXT);
    const { data } = encode(TEXT, { border: 4 });
    const size = png.readUInt32BE(16);
    const scale = size / data.length;
    // The header ends at 33; each row begins with the byte of its filter.
    const pixels = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    const isDark = (x: number, y: number): boolean => pixels[y * (size + 1) + 1 + x] === 0;
    const seen = data.map((row, y) =>
      row.map((_, x) => isDark((x + 0.5) * scale, (y + 0.5) * scale)),
    );
    expect(seen).toEqual(data);
    expect(data.slice(0, 4).flat()).not.toContain(true);
  });
});
