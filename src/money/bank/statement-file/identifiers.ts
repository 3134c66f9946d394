import { isUtr, normalizeUtr } from '../../bank-transfers/utr.js';

/** Marks between the words of a description or a reference. A phone number keeps its `+` or `@bank`, and so is no number of a transfer. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{Cf}+@]+/u;
/** Numbers of transfers: NEFT, RTGS, older NEFT, and the RRN of IMPS and UPI. */
const NUMBER = /^(?:[A-Z]{4}[A-Z0-9]\d{11}|[A-Z]{4}[A-Z]\d{17}|[A-Z]\d{15}|\d{12})$/;
/** Number of a cheque, which a bank may fill up with zeros. */
const CHEQUE = /^0*(\d{6})$/;
/** Words of lines that show a cheque. */
const SAYS_CHEQUE = /\b(?:CHQ|CHQS|CHEQUE|CLG|CLEARING)\b/i;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** Placeholder that banks write where a line has no reference. */
const NO_REFERENCE = /^(?:[-–—0.]*|NA|N\/A|NIL|NULL|NONE)$/;

/** Reads the reference of a line in the form in which references are compared, or null if it has none. */
export function referenceOf(text: string): string | null {
  const reference = normalizeUtr(text);
  return NO_REFERENCE.test(reference) ? null : reference;
}

/**
 * Finds the numbers by which a line can be found. A word of a description counts only if it has the form of a bank's
 * number, or of a cheque's in a line that says so: names of companies are words, too.
 *
 * @param own identifiers of the wholesaler, such as its account number. They occur in lines of any client.
 */
export function identifiersOf(
  reference: string,
  description: string,
  own: ReadonlySet<string>,
): string[] {
  const all = `${reference} ${description}`.split(BETWEEN_WORDS).map(normalizeUtr);
  const words = all.filter((word) => NUMBER.test(word));
  const whole = referenceOf(reference);
  const cheques = (SAYS_CHEQUE.test(description) ? all : [whole ?? '']).flatMap(
    (word) => CHEQUE.exec(word)?.[1] ?? [],
  );
  const found = whole !== null && isUtr(whole) ? [whole, ...words] : words;
  return [...new Set([...found, ...cheques])].filter((one) => !IFSC.test(one) && !own.has(one));
}

/**
 * Finds the bank's number of a transfer in a reference that a person typed, such as `UTR SBIN…`; null without one, or if
 * other digits may tell it from another reference with this number.
 */
export function transferNumberIn(reference: string): string | null {
  const words = reference.split(BETWEEN_WORDS).map(normalizeUtr);
  const [number, ...others] = words.filter((word) => /\d/.test(word) && !IFSC.test(word));
  return number !== undefined && others.length === 0 && NUMBER.test(number) ? number : null;
}

/** Finds the numbers in a text about the wholesaler's own account, such as its account number. */
export function ownIdentifiersIn(text: string): ReadonlySet<string> {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  // People write account numbers in groups.
  const groups = text.match(/\d[\d -]*\d/g) ?? [];
  return new Set([...words, ...groups.map((group) => group.replaceAll('-', ''))].map(normalizeUtr));
}
