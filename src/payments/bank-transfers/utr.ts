import { LIMITS } from '../../platform/config/limits.js';

/** Returns a UTR in its canonical form: people type it in small letters and with spaces. */
export function normalizeUtr(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** Returns whether a normalized text is a UTR: at least four letters, digits, `-` or `/`. */
export function isUtr(text: string): boolean {
  const utr = normalizeUtr(text);
  return /^[A-Z0-9][A-Z0-9/-]{3,}$/.test(utr) && utr.length <= LIMITS.utrLength;
}

const REFERENCE_DIGITS = 6;

/** Returns the payment reference that identifies a client's transfers on the bank statement: `CL000017`. */
export function paymentReferenceOf(clientId: number): string {
  return `CL${String(clientId).padStart(REFERENCE_DIGITS, '0')}`;
}

/** Returns the client whose payment reference is in a line of a bank statement; null: it has none, or several. */
export function clientNamedIn(text: string): number | null {
  const found = new Set([...text.toUpperCase().matchAll(/\bCL(\d{6,9})\b/g)].map(([, id]) => id));
  const [only] = found;
  return found.size === 1 ? Number(only) : null;
}
