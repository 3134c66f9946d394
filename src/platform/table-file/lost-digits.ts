import { valueOf, type Cell } from './cell.js';

/** Long number that a spreadsheet saved as 1.49E+12: its last digits are gone. */
const LOST_DIGITS = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** Sentence that follows the name of a field whose digits are lost. */
export const LOST_DIGITS_TEXT =
  'has lost its digits in a spreadsheet: format the column as text, enter the number again, and save the file';

/** Returns true if a text is a number that a spreadsheet has shortened. */
export function hasLostDigits(text: string): boolean {
  return LOST_DIGITS.test(text.trim());
}

/**
 * Reads the text of a cell. A number with zeros after fifteen digits is returned in the form of a shortened one, because
 * spreadsheets write such zeros.
 */
export function exactText(cell: Cell): string {
  if (typeof cell !== 'number' || Math.abs(cell) < 1e15) return String(valueOf(cell));
  const isExact = Number.isSafeInteger(cell) && cell % 10 !== 0;
  return isExact ? String(cell) : cell.toExponential().toUpperCase();
}
