import { searchTerm } from '../../platform/database/search-words.js';
import { otherNamesOf } from './city-names.js';

/** The person who searches, and may see only some orders or parts of them. */
export interface Searcher {
  /** Finds only this client's orders. */
  clientId?: number | undefined;
  /** False for operators who may not see amounts: an amount finds nothing for them. */
  seesAmounts?: boolean | undefined;
}

/** Shorter digits are compared as a whole, and shorter words are not searched within order numbers: too many have them. */
const PART_MIN = 4;
const PHONE_DIGITS = 10;
/** A search that finds nothing: words contain no space. */
const NOTHING = searchTerm('no word');

/**
 * Writes a search for orders as conditions in PostgreSQL's `tsquery`, without changing case; see order_words.sql for the words.
 * All conditions must match.
 * - a phone number may contain spaces and signs
 */
export function orderQuery(search: string, { clientId, seesAmounts = true }: Searcher): string[] {
  const words = foldAccents(search)
    // "Rs 1,234.50" is one word.
    .replaceAll(/(?:₹|\b(?:rs\.?|inr))\s*(?=\d)/gi, '')
    // Commas divide words, except within numbers; an address is pasted with them.
    .split(/[\s;"“”]+|(?<!\d),|,(?!\d)/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return [NOTHING];
  // The first letter of the next word, while one types.
  const last = words.at(-1);
  if (words.length > 1 && last?.length === 1) words.pop();
  const conditions = runsOfDigits(words).map((run) => {
    const each = run.map((word) => ofWord(word, seesAmounts)).join(' & ');
    return run.length === 1 ? each : `(${each} | ${ofDigits(digitsOf(run.join('')))})`;
  });
  if (clientId !== undefined) conditions.push(searchTerm(` client:${clientId}`));
  return conditions;
}

/** Removes accents from a text, as fold_text.sql does. */
function foldAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, '');
}

/** Splits words into runs: neighbors that could be one phone number, and other words alone. */
function runsOfDigits(words: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last !== undefined && isDigits(word) && last.every(isDigits)) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

function isDigits(word: string): boolean {
  return /^\+?[\d()-]*\d[\d()-]*$/.test(word);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Writes the condition that an order has a word that begins like a word, or a number that ends like it. */
function ofWord(word: string, seesAmounts: boolean): string {
  const amount = seesAmounts ? amountOf(word) : null;
  const number = word.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isJoined = /\p{L}['’‘ʼ`´.‐‑-]\p{L}/u.test(word);
  const alternatives = [
    ...(isDigits(word) ? [ofDigits(digitsOf(word))] : []),
    ...(/^\d{1,3}$/.test(word) ? [] : [`${searchTerm(word)}:*`]),
    ...(number.length >= PART_MIN ? [`${searchTerm(` part:${number}`)}:*`] : []),
    ...(isJoined ? [`${searchTerm(number)}:*`] : []),
    ...otherNamesOf(word).map((name) => `${searchTerm(name)}:*`),
    ...(/\d/.test(number) && number.length >= PART_MIN && !isDigits(word) ? [ofEnd(number)] : []),
    ...(amount === null ? [] : [searchTerm(` total:${amount}`)]),
  ];
  return `(${alternatives.join(' | ')})`;
}

/** Writes the condition that an order has a number that begins or ends with digits. */
function ofDigits(digits: string): string {
  if (digits.length < PART_MIN) return searchTerm(digits);
  // The words have no code of a country, because its digits begin most phone numbers.
  const local = /^91(\d{4,})$/.exec(digits)?.[1];
  const beginnings = [digits, ...(local === undefined ? [] : [local])];
  return [
    ...beginnings.map((beginning) => `${searchTerm(beginning)}:*`),
    ofEnd(digits.slice(-PHONE_DIGITS)),
  ].join(' | ');
}

function ofEnd(number: string): string {
  return `${searchTerm(` end:${[...number].toReversed().join('')}`)}:*`;
}

/** Reads an amount such as `1,234.5` in minor units; null for other words. */
function amountOf(word: string): string | null {
  const [, whole, rest = ''] = /^([\d,]{1,15})(?:\.(\d{1,2}))?$/.exec(word) ?? [];
  const digits = whole === undefined ? '' : digitsOf(whole).replace(/^0+/, '');
  return digits === '' ? null : digits + rest.padEnd(2, '0');
}
