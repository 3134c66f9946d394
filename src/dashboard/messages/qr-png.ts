import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Pixels of a module: enough for a camera that looks at a screen. */
const MODULE = 6;
/** Modules around a code that scanners need. */
const QUIET_ZONE = 4;
const WHITE = 0xff;

/** Draws a QR code as a PNG, because programs for mails show no SVG. */
export function qrPng(text: string): Buffer {
  const { data } = encode(text, { border: QUIET_ZONE });
  const size = data.length * MODULE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits of gray.
  header.set([8, 0, 0, 0, 0], 8);
  const rows = data.flatMap((modules) => {
    const row = Buffer.alloc(1 + size);
    modules.forEach((isDark, x) => {
      if (!isDark) row.fill(WHITE, 1 + x * MODULE, 1 + (x + 1) * MODULE);
    });
    return Array.from({ length: MODULE }, () => row);
  });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'ascii'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
