import type { ReceiptSource } from '../../ledger/receipt.entity.js';
import { inAscii, normalForm, normalizeReference } from '../../../platform/reference-form.js';
import { numbersWithin, storedForms, transferNumberIn } from '../statement-file/identifiers.js';

interface Referred {
  source: ReceiptSource;
  reference: string;
  method?: string;
}

/** Sources of money that goes to the bank, where references are unique. Cheques have the source `other`. */
export const BANK_SOURCES: readonly ReceiptSource[] = ['bank', 'other'];

export function isOfBank(source: ReceiptSource): boolean {
  return BANK_SOURCES.includes(source);
}

/** Returns a reference as it is recorded: the bank's number alone, if it was typed with words around it. */
export function recordedReference({ source, reference }: Referred): string {
  const number = isOfBank(source) ? transferNumberIn(reference) : null;
  return number === null || number === normalizeReference(reference) ? inAscii(reference) : number;
}

/** Makes the key of some money, which all spellings of its reference have, and the key that 1.4.0 and before made. */
export function referenceKeys(money: Referred): readonly [key: string, former: string] {
  const [source, reference] = isOfBank(money.source)
    ? ['bank', identifierOf(money)]
    : [money.source, money.reference];
  return [`${source}:${normalForm(reference)}`, `${source}:${reference}`];
}

/** Finds the identifier that a line of a bank statement has for a reference; cheques have six digits there. */
export function identifierOf(money: Referred): string {
  const isCheque = money.method === 'cheque';
  const reference = isCheque
    ? normalForm(money.reference)
    : normalizeReference(recordedReference(money));
  return /^\d{1,6}$/.test(reference) ? reference.padStart(6, '0') : reference;
}

/** Lists the references that receipts may have for an identifier of a line. Banks pad numbers of cheques with zeros. */
export function typedForms(identifier: string): string[] {
  const cheque = /^0\d{5}$/.test(identifier) ? [identifier.replace(/^0+/, '')] : [];
  return [...storedForms(identifier), ...cheque];
}

/** Lists the forms in which a reference may be stored: as it was typed, and as this or an earlier release records it. */
export function formsOf(money: Referred): string[] {
  const { reference } = money;
  const recorded = recordedReference(money);
  return [
    reference,
    normalizeReference(reference),
    recorded,
    ...storedForms(normalizeReference(recorded)),
  ];
}

/** Returns true if two references are the same typed differently, or one contains the transfer number of the other. */
export function isTypedOtherwise(one: string, other: string): boolean {
  const [form, otherForm] = [normalForm(one), normalForm(other)];
  const hasNumberOf = (text: string, within: string): boolean => {
    const number = transferNumberIn(text);
    return number !== null && within.includes(number);
  };
  return form === otherForm || hasNumberOf(one, otherForm) || hasNumberOf(other, form);
}

/** Adds the other forms of references and the numbers in them, so that every spelling takes the same locks. */
export function withForms(references: readonly string[]): string[] {
  return references.flatMap((one) => [one, normalForm(one), ...numbersWithin(one)]);
}

/** Minimum number of digits in a row that references are searched for. */
const SEARCHED_DIGITS = 6;

/**
 * Makes a text search for references that contain one of some identifiers, for the index receipts_numbers_ix. An identifier
 * matches at the beginning or the end of a run of digits.
 *
 * @returns null if no identifier has enough digits
 */
export function searchOf(identifiers: readonly string[]): string | null {
  const runs = identifiers.flatMap((one) => {
    const [longest] = normalForm(one)
      .split(/\D+/)
      .sort((a, b) => b.length - a.length);
    // The normal form has no zeros before a number; the index has.
    return /^0\d+$/.test(one) ? [one, longest!] : [longest!];
  });
  const words = runs
    .filter(({ length }) => length >= SEARCHED_DIGITS)
    .flatMap((digits) => [digits, [...digits].reverse().join('')]);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' | ');
}

/** Returns true if a reference contains an identifier of a line, in any spelling. */
export function hasIdentifier(reference: string, identifier: string): boolean {
  const form = normalForm(identifier);
  return form.length >= SEARCHED_DIGITS && normalForm(reference).includes(form);
}

/** Returns true if a line has the reference of a receipt: as an identifier, or within its text if that has digits enough. */
export function isReferenceIn(
  line: { identifiers: readonly string[]; reference: string; description: string },
  receipt: Referred,
): boolean {
  const { reference } = receipt;
  if (reference === '') return false;
  const isSearched = searchOf([reference]) !== null;
  return (
    line.identifiers.includes(identifierOf(receipt)) ||
    (isSearched && hasIdentifier(`${line.reference} ${line.description}`, reference))
  );
}

/** Minimum length of a reference that identifies one transfer. Numbers of cheques are shorter and recur. */
const TRANSFER_NUMBER_LENGTH = 12;

/** Returns true if a receipt with a line's identifier records its money. Equal amounts prove it, or a long reference. */
export function isSameMoney(
  { reference, amountMinor }: { reference: string; amountMinor: number },
  lineAmountMinor: number,
): boolean {
  return amountMinor === lineAmountMinor || reference.length >= TRANSFER_NUMBER_LENGTH;
}
