import { LIMITS } from '../../platform/config/limits.js';
import { normalizeReference } from '../../platform/reference-form.js';
import { clientsReferredTo } from '../bank/matching/payer-words.js';

const DIGITS_MIN = 4;

/** Returns true if a text is a UTR: letters, digits, `-` or `/`. At least four are digits, so that a name is refused. */
export function isUtr(text: string): boolean {
  const utr = normalizeReference(text);
  const digits = utr.match(/\d/g)?.length ?? 0;
  return (
    /^[A-Z0-9][A-Z0-9/-]+$/.test(utr) && digits >= DIGITS_MIN && utr.length <= LIMITS.utrLength
  );
}

const CLIENT_ID_DIGITS = 6;

/** Makes the payment reference that identifies a client's transfers on the bank statement: `CL000017`. */
export function paymentReferenceOf(clientId: number): string {
  return `CL${String(clientId).padStart(CLIENT_ID_DIGITS, '0')}`;
}

/** Finds the client whose payment reference is in a line of a bank statement; null: the line has none, or several. */
export function clientNamedIn(text: string): number | null {
  const [only = null, another] = clientsReferredTo(text);
  return another === undefined ? only : null;
}
