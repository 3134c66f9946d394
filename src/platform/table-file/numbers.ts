import { isNumber, textOf, valueOf, type Cell } from './cell.js';

/** Decimal separator of the numbers of a file. */
export type DecimalSign = '.' | ',';

/** A number as plain decimal text such as `123456.5`; null: the cell is empty. */
export type NumberReading = { value: string | null } | { problem: string };

/** Texts that people write instead of a number. */
const NONE = /^(?:[-–—]+|n\/?a|nil|null|none|tba|tbd)?$/i;
const CURRENCY = /^(?:₹|rs\.?|inr|\p{Sc})|(?:\/-|₹|rs\.?|inr|\p{Sc})$/giu;
/** Digits, possibly with separators between them. */
const SHAPE = /^(?:\d[\d.,]*|[.,]\d+)$/;
/** Further decimals are rounding errors of binary fractions. */
const DECIMALS_MAX = 6;
/** A text with more decimals was written from a binary fraction. */
const NOISE_DECIMALS = 10;

/**
 * Reads a number as people write it: `₹ 1,23,456.00`, `1.234,56`, `Rs. 1,500/-`, `-`. `1.234` is ambiguous, so its separator is
 * read as in the file's other numbers.
 *
 * @param sign the result of {@link recognizeDecimalSign} for the file
 */
export function readNumber(cell: Cell | undefined, sign: DecimalSign | null): NumberReading {
  const number = cell === undefined ? '' : valueOf(cell);
  if (typeof number === 'number') return { value: plain(number) };
  const text = textOf(cell);
  if (NONE.test(text)) return { value: null };
  const { digits, isNegative } = bare(text);
  const parts = splitNumber(digits, sign);
  if (typeof parts === 'string') return { problem: `“${text}” ${parts}` };
  const [whole, fraction] = parts;
  const value = withoutNoise(
    `${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`,
  );
  return { value: isNegative && /[1-9]/.test(value) ? `-${value}` : value };
}

/** Recognizes the decimal separator of a file's numbers. Returns null if they prove none, or contradict each other. */
export function recognizeDecimalSign(cells: Iterable<Cell>): DecimalSign | null {
  const seen = new Set<DecimalSign>();
  for (const cell of cells) {
    const sign = isNumber(cell) ? null : evidentSign(textOf(cell));
    if (sign !== null) seen.add(sign);
  }
  const [only] = seen;
  return seen.size === 1 ? only! : null;
}

function evidentSign(text: string): DecimalSign | null {
  const { digits } = bare(text);
  const last = /([.,])(\d*)$/.exec(digits);
  if (last === null || !SHAPE.test(digits)) return null;
  const [, sign, fraction = ''] = last;
  const other = sign === '.' ? ',' : '.';
  const isOnly = digits.indexOf(sign!) === last.index;
  if (digits.includes(other)) return isOnly ? (sign as DecimalSign) : null;
  if (!isOnly) return other;
  return fraction.length === 1 || fraction.length === 2 ? (sign as DecimalSign) : null;
}

/** Reads the whole units and the fraction, or the problem. */
function splitNumber(
  digits: string,
  sign: DecimalSign | null,
): [whole: string, fraction: string] | string {
  if (!SHAPE.test(digits)) return 'is not a number';
  const decimal = decimalSignOf(digits, sign);
  if (decimal === 'unclear') {
    const [whole, fraction] = digits.split('.');
    return `may be ${whole}${fraction} or ${whole}.${fraction}: choose how numbers are written`;
  }
  const at = decimal === null ? -1 : digits.lastIndexOf(decimal);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const fraction = at < 0 ? '' : digits.slice(at + 1);
  if (!isWellGrouped(whole)) return 'is not a number: its groups of digits are uneven';
  return [whole.replace(/[.,]/g, '') || '0', fraction.replace(/0+$/, '')];
}

/** Returns true if digits have groups of three, as in thousands, or of two, as in lakhs and crores. The last group has three. */
function isWellGrouped(whole: string): boolean {
  const [separator] = /[.,]/.exec(whole) ?? [];
  if (separator === undefined) return true;
  const [first = '', ...others] = whole.split(separator);
  const last = others.at(-1) ?? '';
  return (
    /^\d{1,3}$/.test(first) && others.every((group) => /^\d{2,3}$/.test(group)) && last.length === 3
  );
}

/** Reads an amount without currency and spaces, and whether it is negative. */
function bare(text: string): { digits: string; isNegative: boolean } {
  const amount = text.replace(/[\s'’\u00a0\u202f]/g, '').replace(CURRENCY, '');
  const isNegative = /^[-−]|^\(.*\)$/.test(amount);
  return { digits: amount.replace(/^[-−(+]|\)$/g, '').replace(CURRENCY, ''), isNegative };
}

function decimalSignOf(digits: string, sign: DecimalSign | null): DecimalSign | null | 'unclear' {
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  if (dots + commas === 0) return null;
  const used = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return null;
  const [whole = '', fraction = ''] = digits.split(used);
  const mayGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!mayGroup || sign === used) return used;
  if (sign !== null || used === ',') return null;
  return 'unclear';
}

/** Rounds a decimal text such as 0.30000000000000004: programs write it where a binary fraction is meant as 0.30. */
export function withoutNoise(text: string): string {
  const [, fraction = ''] = text.split('.');
  return fraction.length > NOISE_DECIMALS ? plain(Number(text)) : text;
}

/** Writes a number as plain decimal text, without the rounding error of a binary fraction. */
export function plain(value: number): string {
  return value.toFixed(DECIMALS_MAX).replace(/\.?0+$/, '');
}
