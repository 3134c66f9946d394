export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** Encoding of the characters of a text file. */
export type Encoding = (typeof ENCODINGS)[number];

/** Number of bytes that are checked for signs of UTF-16 without a byte order mark. */
const SAMPLE = 4_096;

/** Recognizes the encoding of a text file by its byte order mark, else by its bytes. */
export function recognizeEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  bytes.subarray(0, SAMPLE).forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]! += 1;
  });
  const [even = 0, odd = 0] = zeros;
  // In UTF-16, every second byte of Latin text is zero. The other encodings have no zero bytes.
  if (odd > even) return 'utf-16le';
  if (even > odd) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Returns the text of a file, without its byte order mark. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
