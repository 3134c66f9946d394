import { asUtf8 } from '../csv/as-utf8.js';
import { decode, EncodingSigns, recognizeEncoding, type Encoding } from './encoding.js';

const text = 'sku,name\nA-1,Café ₹\n';
const utf16 = Buffer.from(text, 'utf16le');
const latin = Buffer.from('sku,name\nA-1,Café\n', 'latin1');

describe('the encoding of a file', () => {
  it.each<[string, Encoding, Buffer]>([
    ['a text in UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-16 without a mark', 'utf-16le', utf16],
    ['UTF-16, big endian', 'utf-16be', Buffer.from(utf16).swap16()],
    ['letters of Western Europe', 'windows-1252', latin],
    ['one zero byte', 'utf-8', Buffer.from(`a,b\n1,\0\n${'x'.repeat(99)}`)],
    // As Windows-1252, ₹ would be â‚¹ in each of its rows.
    ['UTF-8 with a broken letter', 'utf-8', Buffer.concat([Buffer.from(text), latin])],
    ['UTF-8 that ends in a letter', 'utf-8', Buffer.from(text).subarray(0, -2)],
  ])('is recognized by its bytes, also part by part: %s', async (_, encoding, bytes) => {
    expect(recognizeEncoding(bytes)).toBe(encoding);
    const signs = new EncodingSigns();
    for (let at = 0; at < bytes.length; at += 7) signs.add(bytes.subarray(at, at + 7));
    expect(signs.recognize()).toBe(encoding);
    const parts = async function* () {
      yield await Promise.resolve(bytes.subarray(0, 31));
      yield bytes.subarray(31);
    };
    let read = '';
    for await (const part of (await asUtf8(parts))()) read += part.toString('latin1');
    expect(Buffer.from(read, 'latin1').toString()).toBe(decode(bytes, encoding));
  });

  it('makes the letters of Windows-1252 of its bytes, also those that are control characters elsewhere', () => {
    const bytes = Uint8Array.of(0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xe9);
    expect(decode(bytes, 'windows-1252')).toBe('€…‘’“”–—é');
  });
});
