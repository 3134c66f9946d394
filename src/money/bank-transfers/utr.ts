import { LIMITS } from '../../platform/config/limits.js';

const DIGITS_MIN = 4;
/** Distance of the characters in full width from those of ASCII. */
const FULL_WIDTH = 0xfee0;

/**
 * Normalizes a reference for comparison between claims, receipts and statements, because people type references in small
 * letters and with spaces, and copies of them may have invisible characters. Only letters without accents change, so that no text becomes longer.
 */
export function normalizeUtr(text: string): string {
  return inAscii(text)
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Replaces letters, digits and marks in full width, which some keyboards write. */
export function inAscii(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH),
  );
}

/** Tells whether a text is a UTR: letters, digits, `-` or `/`, and at least four digits, so that a name is refused. */
export function isUtr(text: string): boolean {
  const utr = normalizeUtr(text);
  const digits = utr.match(/\d/g)?.length ?? 0;
  return (
    /^[A-Z0-9][A-Z0-9/-]+$/.test(utr) && digits >= DIGITS_MIN && utr.length <= LIMITS.utrLength
  );
}

const REFERENCE_DIGITS = 6;

/** Makes the payment reference that identifies a client's transfers on the bank statement: `CL000017`. */
export function paymentReferenceOf(clientId: number): string {
  return `CL${String(clientId).padStart(REFERENCE_DIGITS, '0')}`;
}

/** Finds the client whose payment reference is in a line of a bank statement; null: the line has none, or several. */
export function clientNamedIn(text: string): number | null {
  const found = new Set([...text.toUpperCase().matchAll(/\bCL(\d{6,9})\b/g)].map(([, id]) => id));
  const [only] = found;
  return found.size === 1 ? Number(only) : null;
}
