import type { ReceiptSource } from '../../ledger/receipt.entity.js';
import { normalizeUtr } from '../../bank-transfers/utr.js';

/** Tells whether money of a source goes to the bank, where references are unique. Cheques have the source `other`. */
export function isOfBank(source: ReceiptSource): boolean {
  return source === 'bank' || source === 'other';
}

/** Makes the key that the same money has in common, in any form that its reference is typed. */
export function referenceKey(source: ReceiptSource, reference: string): string {
  return isOfBank(source) ? `bank:${normalizeUtr(reference)}` : `${source}:${reference}`;
}

/** Removes `-` and `/` from a reference of the bank, which may be typed with or without them. */
export function withoutSeparators(reference: string): string {
  return normalizeUtr(reference).replace(/[-/]/g, '');
}

/** Words before the number of a cheque, and its zeros; also a regular expression of PostgreSQL. */
export const BEFORE_CHEQUE_NUMBER = '^(CHEQUE|CHQ|NUMBER|NO|[-/.:#])*0*';

/** Finds the number of a cheque in its reference, without zeros before it. */
export function chequeNumberOf(reference: string): string {
  return normalizeUtr(reference).replace(new RegExp(BEFORE_CHEQUE_NUMBER), '');
}
