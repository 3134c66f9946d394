import { LIMITS } from '../../../platform/config/limits.js';
import { isNumber, textOf, type Cell } from '../../../platform/table-file/cell.js';
import { readNumber } from '../../../platform/table-file/numbers.js';

/** Direction of a movement of money. */
export type Direction = 'in' | 'out';

export interface MarkedAmount {
  /** Below zero for `-5.00`, `5.00-` and `(5.00)`. */
  minor: number;
  /** The direction written next to it, as in `5.00 Dr`. */
  mark: Direction | null;
}

/** An amount, null for an empty cell, or what is wrong with it. */
export type AmountReading = MarkedAmount | null | { problem: string };

const MARKED = /^(?:(dr|cr)\b\.?\s*)?(.*?)\s*\(?(dr|cr)?\.?\)?$/i;
const TRAILING_MINUS = /^(.*\d)\s*[-−]$/;
/** A comma that does not group thousands. */
const COMMA_DECIMALS = /,\d{0,2}\D*$/;
/** A single point before three digits, which may be a thousand. */
const THREE_DECIMALS = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/;
const SHOWN_LENGTH = 40;

const IN = /^(?:c|cr|credit|credited|deposit|in|\+)\.?$/i;
const OUT = /^(?:d|dr|debit|debited|withdrawal|out|[-−])\.?$/i;
/** Prefix of the direction in transaction types, such as `TRANSFER CR`. */
const KIND = /^(?:transfer|cash|clearing|cheque)\s+/i;

/**
 * Reads an amount such as `₹ 1,23,456.00`, `(1,000.00)`, `1,000.00-` or `1,000.00 Cr`. `1.000` is refused: Indian banks write a
 * point before the paise, but it may mean a thousand.
 */
export function readAmount(cell: Cell | undefined): AmountReading {
  const { text, mark } = unmarked(textOf(cell));
  const number = isNumber(cell);
  const reading = readNumber(number ? cell : text.replace(TRAILING_MINUS, '-$1'), null);
  if (!number && THREE_DECIMALS.test(text)) return ambiguous(cell);
  if ('problem' in reading || COMMA_DECIMALS.test(text)) return unreadable(cell);
  if (reading.value === null) return null;
  const minor = toMinor(reading.value);
  return minor === null ? unreadable(cell) : { minor, mark };
}

/** Reads the direction that a cell such as `Dr` or `Credit` names, or null if it names no direction. */
export function readDirection(cell: Cell | undefined): Direction | null {
  const text = textOf(cell).replace(KIND, '');
  if (IN.test(text)) return 'in';
  return OUT.test(text) ? 'out' : null;
}

/** Writes a cell in the form in which error messages quote it. */
export function shown(cell: Cell | undefined): string {
  return JSON.stringify(textOf(cell).slice(0, SHOWN_LENGTH));
}

function unmarked(text: string): { text: string; mark: Direction | null } {
  const [, before, amount = '', after] = MARKED.exec(text) ?? [];
  const mark = before ?? after;
  // Parentheses without a mark mean an amount below zero.
  if (mark === undefined) return { text, mark: null };
  return { text: amount, mark: readDirection(mark) };
}

/** Converts plain decimal text to minor units, or null if it has more than two decimals or is above the limit. */
function toMinor(value: string): number | null {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(value) ?? [];
  const minor = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (sign === undefined || minor > LIMITS.moneyMinor) return null;
  return sign === '-' ? -minor : minor;
}

function ambiguous(cell: Cell | undefined): { problem: string } {
  return {
    problem: `has the amount ${shown(cell)}, which may be in thousands: expected two decimals after a point, as 1000.00`,
  };
}

function unreadable(cell: Cell | undefined): { problem: string } {
  return { problem: `has an amount that cannot be read: ${shown(cell)}` };
}
