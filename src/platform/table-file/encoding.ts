export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** Encoding of the characters of a text file. */
export type Encoding = (typeof ENCODINGS)[number];

/** Number of bytes that are checked for signs of UTF-16 without a byte order mark. */
const SAMPLE = 4_096;
/** Minimum share of zero bytes in a file in UTF-16. */
const ZEROS_MIN = 1 / 8;

/** Recognizes the encoding of a text file by its byte order mark, else by its bytes. */
export function recognizeEncoding(bytes: Uint8Array): Encoding {
  const signs = new EncodingSigns();
  signs.add(bytes);
  return signs.recognize();
}

/** Collects the signs of an encoding in a file that arrives in parts. */
export class EncodingSigns {
  private readonly head: number[] = [];
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isUtf8 = true;
  private hasUtf8Letter = false;

  /** Adds the next part of the file. */
  add(bytes: Uint8Array): void {
    this.head.push(...bytes.subarray(0, SAMPLE - this.head.length));
    this.isUtf8 &&= this.isDecoded(bytes);
    this.hasUtf8Letter ||= hasUtf8Letter(bytes);
  }

  /** Recognizes the encoding, at the end of the file. */
  recognize(): Encoding {
    const [first, second] = this.head;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    const isUtf8 = this.isUtf8 && this.isDecoded();
    // A damaged file in UTF-8 is not read as Windows-1252, which would change all of its letters.
    return utf16Of(this.head) ?? (isUtf8 || this.hasUtf8Letter ? 'utf-8' : 'windows-1252');
  }

  private isDecoded(bytes?: Uint8Array): boolean {
    try {
      this.decoder.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  }
}

/** Decodes the text of a file, without its byte order mark. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = new TextDecoder(encoding);
  // As a part and its end: at once, Node.js 20 reads the bytes 0x80 to 0x9f of Windows-1252 as control characters.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** Recognizes UTF-16 without a mark: about every second byte of its Latin text is zero. A single zero byte is damage. */
function utf16Of(head: readonly number[]): Encoding | null {
  const zerosAt = (parity: number): number =>
    head.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (Math.max(even, odd) < head.length * ZEROS_MIN) return null;
  if (odd > even) return 'utf-16le';
  return even > odd ? 'utf-16be' : null;
}

/** Returns true if a text has a letter of several bytes, even if other letters are broken. */
function hasUtf8Letter(bytes: Uint8Array): boolean {
  // A loop, because files have millions of bytes.
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at]!;
    if (lead >= 0xc2 && lead <= 0xf4 && isUtf8Letter(bytes, lead, at)) return true;
  }
  return false;
}

function isUtf8Letter(bytes: Uint8Array, lead: number, at: number): boolean {
  const rest = bytes.subarray(at + 1, at + (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4));
  return rest.length > 0 && rest.every((byte) => byte >= 0x80 && byte < 0xc0);
}
