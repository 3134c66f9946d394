import { withoutNoise } from '../table-file/numbers.js';

/** A cell's value, to be checked by the field's own rules, or the reason why it cannot be read. */
export type Reading = { value: unknown } | { problem: string };

/** Reads a number with at most two decimals, such as a price; null for an empty cell. */
export function readPrice(cell: string): Reading {
  return cell.trim() === '' ? { value: null } : readAmount(cell);
}

/** Reads a number with at most two decimals. Stricter than for JSON: 1.000 may mean a thousand. */
export function readAmount(cell: string): Reading {
  const text = cell.trim();
  const amount = /^-?\d+\.\d+$/.test(text) ? withoutNoise(text) : text;
  return /^-?\d+(\.\d{1,2})?$/.test(amount)
    ? { value: Number(amount) }
    : { problem: 'must be a number with at most two decimals, such as 1234.50' };
}

/** Reads the names of columns, without the blank ones at the end of the row that spreadsheets write. */
export function columnNames(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

/**
 * Returns the problem of a row that has values beyond its header, such as from 1,000 without quotation marks, or null. Blank
 * cells do not count.
 */
export function surplusProblem(cells: readonly string[], width: number): string | null {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return null;
  return `has ${cells.length} cells, but the header has ${width}: put texts and numbers that contain a separator in quotation marks`;
}

/** Where a cell begins for some program: also within a text, if it splits at semicolons or tabs, and ends rows within quotes. */
const BEGINNING = '(?<=^|[;\\t\\r\\n])';
/** The beginning of a formula, whose first character may be in full width. Quotation marks before it may get lost. */
const FORMULA = '(?=\'*"*[=+\\-@\\t\\r\\uff0b\\uff0d\\uff1d\\uff20])';
/** A phone number, which no program calculates with: couriers would refuse it with an escape. */
const PHONE = '(?!^\\+\\d[\\d ]*$)';
const FORMULAS = new RegExp(`${BEGINNING}${PHONE}${FORMULA}`, 'g');
const ESCAPES = new RegExp(`${BEGINNING}'${FORMULA}`, 'g');

/** Escapes what a spreadsheet would run as a formula with a ' before it, which the import removes. */
export function withEscape(text: string): string {
  return text.replace(FORMULAS, "'");
}

/** Removes the escapes of {@link withEscape}, or the formula that keeps a text in files for Excel: `="007"`. */
export function withoutEscape(cell: string): string {
  const [, kept] = /^="([^"]*)"$/.exec(cell) ?? [];
  return kept ?? cell.replace(ESCAPES, '');
}
