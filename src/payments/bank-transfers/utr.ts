import { LIMITS } from '../../platform/config/limits.js';

/** Returns a UTR as it is compared: people type it in small letters and with spaces. */
export function normalizeUtr(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

/** Returns whether a text is a UTR once it is normalized: letters, digits, `-` and `/`, at least four. */
export function isUtr(text: string): boolean {
  const utr = normalizeUtr(text);
  return /^[A-Z0-9][A-Z0-9/-]{3,}$/.test(utr) && utr.length <= LIMITS.utrLength;
}

const REFERENCE_DIGITS = 6;

/** What a client writes into its transfers, so that the bank statement says whose they are: `CL000017`. */
export function paymentReferenceOf(clientId: number): string {
  return `CL${String(clientId).padStart(REFERENCE_DIGITS, '0')}`;
}

/** Returns the client whose payment reference a line of a bank statement holds; null where it holds none, or several. */
export function clientNamedIn(text: string): number | null {
  const found = new Set([...text.toUpperCase().matchAll(/\bCL(\d{6,9})\b/g)].map(([, id]) => id));
  const [only] = found;
  return found.size === 1 ? Number(only) : null;
}
