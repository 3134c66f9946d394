import type { ReceiptSource } from '../../ledger/receipt.entity.js';
import { inAscii, normalizeUtr } from '../../bank-transfers/utr.js';
import { transferNumberIn } from '../statement-file/identifiers.js';

/** Money with a reference. */
interface Referred {
  source: ReceiptSource;
  reference: string;
  method?: string;
}

/** Tells whether money of a source goes to the bank, where references are unique. Cheques have the source `other`. */
export function isOfBank(source: ReceiptSource): boolean {
  return source === 'bank' || source === 'other';
}

/** Writes a reference as it is recorded: the bank's number alone, if it was typed with words around it. */
export function recordedReference({ source, reference }: Referred): string {
  const number = isOfBank(source) ? transferNumberIn(reference) : null;
  return number === null || number === normalizeUtr(reference) ? inAscii(reference) : number;
}

/** Makes the key that the same money has in common, in any form that its reference is typed. */
export function referenceKey(money: Referred): string {
  const { source, reference } = money;
  return isOfBank(source) ? `bank:${identifierOf(money)}` : `${source}:${reference}`;
}

/** Finds the identifier that a line of a bank statement has for a reference; cheques have six digits there. */
export function identifierOf(money: Referred): string {
  const reference = normalizeUtr(recordedReference(money));
  const number = money.method === 'cheque' ? chequeNumberOf(reference) : reference;
  return /^\d{1,6}$/.test(number) ? number.padStart(6, '0') : number;
}

/** Lists the numbers under which receipts may have a cheque with an identifier of a line: banks fill it up with zeros. */
export function typedForms(identifier: string): string[] {
  return [identifier, ...(/^0\d{5}$/.test(identifier) ? [identifier.replace(/^0+/, '')] : [])];
}

/** Removes `-` and `/` from a reference of the bank, which may be typed with or without them. */
export function withoutSeparators(reference: string): string {
  return normalizeUtr(reference).replace(/[-/]/g, '');
}

/** Words and marks around the number of a cheque, and its zeros; also a regular expression of PostgreSQL. */
export const AROUND_CHEQUE_NUMBER = '^(CHEQUE|CHECK|CHQ|CQ|NUMBER|NO|[-/.:#])*0*|[-/.:#]+$';

/** Finds the number of a cheque in its reference, without zeros before it. */
export function chequeNumberOf(reference: string): string {
  return normalizeUtr(reference).replace(new RegExp(AROUND_CHEQUE_NUMBER, 'g'), '');
}
