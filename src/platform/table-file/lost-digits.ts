import { valueOf, type Cell } from './cell.js';
import { plain } from './numbers.js';

/** Long number that a spreadsheet saved as 1.49E+12: its last digits are gone. */
const LOST_DIGITS = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** Sentence that follows the name of a field whose digits are lost. */
export const LOST_DIGITS_TEXT =
  'has lost its digits in a spreadsheet: format the column as text, enter the number again, and save the file';

/** Returns true if a text is a number that a spreadsheet has shortened. */
export function hasLostDigits(text: string): boolean {
  return LOST_DIGITS.test(text.trim());
}

/** Returns true if a spreadsheet has changed a code: to a shortened number, a date, or TRUE. */
export function isLostCode(cell: Cell): boolean {
  return typeof cell === 'object' && cell.type !== 'number' ? true : hasLostDigits(exactText(cell));
}

/**
 * Reads the text of a cell; a number as its format shows a code. A number with zeros after fifteen digits is returned in the
 * form of a shortened one, because spreadsheets write such zeros.
 */
export function exactText(cell: Cell): string {
  const value = valueOf(cell);
  if (typeof value === 'string') return value;
  const code = typeof cell === 'object' && cell.type === 'number' ? cell.code : null;
  if (Math.abs(value) < 1e15) return code ?? plain(value);
  const isExact = Number.isSafeInteger(value) && value % 10 !== 0;
  return isExact ? String(value) : value.toExponential().toUpperCase();
}
