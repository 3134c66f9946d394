import {
  inAscii,
  inCapitals,
  normalForm,
  normalizeReference,
  withoutZeroDecimals,
} from '../../../platform/reference-form.js';
import { isUtr } from '../../bank-transfers/utr.js';

/** Marks between words. `+` and `@bank` are left out, so that a phone number is not read as the number of a transfer. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{Cf}\p{DI}+@]+/u;
/** Numbers of transfers: NEFT, RTGS, older NEFT, and the RRN of IMPS and UPI. */
const NUMBER = /^(?:[A-Z]{4}[A-Z0-9]\d{11}|[A-Z]{4}[A-Z]\d{17}|[A-Z]\d{15}|\d{12})$/;
/** Number of a cheque, which a bank may fill up with zeros. */
const CHEQUE = /^0*(\d{6})$/;
/** Words of lines that show a cheque. */
const SAYS_CHEQUE = /\b(?:CHQ|CHQS|CHEQUE|CLG|CLEARING)\b/i;
/** The same numbers, wherever one begins in a text. */
const NUMBERS_WITHIN = [
  '[A-Z]{4}[A-Z0-9]\\d{11}',
  '[A-Z]{5}\\d{17}',
  '[A-Z]\\d{15}',
  '\\d{12}',
].map((number) => new RegExp(`(?=(${number}))`, 'g'));
/** Words that banks and people write right before the number of a transfer. */
const WORDS_BEFORE = ['UTR', 'RRN', 'REF', 'NEFT', 'RTGS', 'IMPS', 'UPI'];
const WORD_BEFORE = new RegExp(`^(?:${WORDS_BEFORE.join('|')})(?:NO)?`);
/** Words with a digit that are not part of a reference: codes of branches, and `P2A` and the like of IMPS and UPI. */
const NO_NUMBER = /^(?:[A-Z]{4}0[A-Z0-9]{6}|P2[AMP])$/;
/** Digits that may be a year of a payment, or a day with or without its century. */
const MAY_BE_DAY =
  /^(?:20\d{2}|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:20)?\d{2}|(?:20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/;
/** Placeholder that banks write where a line has no reference. */
const NO_REFERENCE = /^(?:[-–—0.]*|NA|N\/A|NIL|NULL|NONE)$/;

/** Reads the stored reference of a line, or null. Keep its form: it identifies lines of earlier releases in repeated files. */
export function referenceOf(text: string): string | null {
  const reference = inCapitals(text.replace(/[\uff01-\uff5e]/g, inAscii));
  return NO_REFERENCE.test(reference) ? null : reference;
}

/**
 * Finds the numbers that a line can be found by. A word of a description counts only if it has the form of a bank's number,
 * because names of companies are words, too.
 * - a cheque's number counts only in a line that mentions a cheque
 *
 * @param description as in the file, with its lines
 * @param own identifiers of the wholesaler, such as its account number. They occur in lines of any client.
 */
export function identifiersOf(
  reference: string,
  description: string,
  own: ReadonlySet<string>,
): string[] {
  const all = wordsOf(`${reference} ${description}`);
  const words = all.filter((word) => NUMBER.test(word));
  const whole = NO_REFERENCE.test(normalizeReference(reference))
    ? null
    : normalizeReference(reference);
  const cheques = (SAYS_CHEQUE.test(description) ? all : [whole ?? '']).flatMap(
    (word) => CHEQUE.exec(word)?.[1] ?? [],
  );
  const found = whole !== null && isUtr(whole) ? [whole, ...words] : words;
  const number = transferNumberIn(reference) ?? [];
  const others = [
    ...[...all, ...joinedWordsOf(description)].map(withoutWord).filter((one) => NUMBER.test(one)),
    ...brokenNumbersIn(description),
  ];
  return [...new Set([...found, number, ...cheques, ...others].flat())].filter(
    (one) => !NO_NUMBER.test(one) && !own.has(one),
  );
}

function wordsOf(text: string): string[] {
  return text.split(BETWEEN_WORDS).map(normalizeReference);
}

/** Lists the words of a description with its lines joined. Banks break a line wherever it is full, even within a number. */
function joinedWordsOf(description: string): string[] {
  const lines = description.split('\n').map((line) => line.trim());
  return lines.length > 1 ? wordsOf(lines.join('')) : [];
}

/** Removes a word that a bank wrote right before a number. */
function withoutWord(word: string): string {
  return word.replace(WORD_BEFORE, '');
}

/** Finds numbers of transfers that spaces break into two or three parts, all but the first made of digits. */
function brokenNumbersIn(description: string): string[] {
  const parts = [...inAscii(description).matchAll(/[\p{L}\p{N}+@]+|[^\p{L}\p{N}+@]+/gu)].map(
    ([one]) => normalizeReference(one),
  );
  return parts.flatMap((first, at) => {
    const [gap, second = '', nextGap, third = ''] = parts.slice(at + 1, at + 5);
    const isBroken = (between: string | undefined, digits: string): boolean =>
      /^\d+$/.test(digits) && (between === '' || (between === '-' && /^\d+$/.test(first)));
    if (!/\d/.test(first) || NO_NUMBER.test(first) || !isBroken(gap, second)) return [];
    const whole = [`${first}-${second}`];
    if (isBroken(nextGap, third)) whole.push(`${first}-${second}-${third}`);
    return whole.flatMap((one) => transferNumberIn(one) ?? []);
  });
}

/**
 * Finds the bank's transfer number in a reference that a person typed, such as `UTR SBIN…`.
 *
 * @returns null without a number, or if further digits may distinguish this reference from another one with the same number
 */
export function transferNumberIn(reference: string): string | null {
  const text = withoutZeroDecimals(reference);
  const numbered = wordsOf(text).filter((one) => /\d/.test(one) && !NO_NUMBER.test(one));
  const [word, ...others] = numbered;
  if (word !== undefined && others.length === 0) {
    const number = numberOf(word);
    if (number !== null) return number;
  }
  const number = /[+@]/.test(text) ? null : numberOf(normalForm(text));
  if (number === null) return null;
  // Digits in groups may be a day or the number of an invoice, but not where a person has written four, four and four.
  const isGrouped =
    numbered.every(({ length }) => length === 4) ||
    numbered.every((group) => group.length >= 4 && !MAY_BE_DAY.test(group));
  const isWhole = /[A-Z]/.test(number) || normalizeReference(text).includes(number) || isGrouped;
  return isWhole ? number : null;
}

/** Finds all numbers that a reference may contain, in any spelling and next to any other letters and digits. */
export function numbersWithin(reference: string): string[] {
  const form = normalForm(reference);
  const found = NUMBERS_WITHIN.flatMap((number) => [...form.matchAll(number)]);
  return [...new Set(found.map(([, number]) => number!))];
}

function numberOf(word: string): string | null {
  return [normalForm(word), word].find((one) => NUMBER.test(one)) ?? null;
}

/** Lists the forms in which earlier releases may have stored the number of a transfer, itself included. */
export function storedForms(number: string): string[] {
  if (!NUMBER.test(number)) return [number];
  const worded = WORDS_BEFORE.flatMap((word) => [`${word}${number}`, `${word}NO${number}`]);
  return [number, `${number}.0`, `0000${number}`, ...worded];
}

/** Finds the numbers in a text about the wholesaler's own account, such as its account number. */
export function ownIdentifiersIn(text: string): ReadonlySet<string> {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  // People write account numbers in groups.
  const groups = text.match(/\d[\d -]*\d/g) ?? [];
  return new Set(
    [...words, ...groups.map((group) => group.replaceAll('-', ''))].map(normalizeReference),
  );
}
