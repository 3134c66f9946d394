/** A cell's value, to be checked by the field's own rules, or the reason why it cannot be read. */
export type Reading = { value: unknown } | { problem: string };

/** Reads a number with at most two decimals, such as a price; null for an empty cell. */
export function readPrice(cell: string): Reading {
  return cell.trim() === '' ? { value: null } : readAmount(cell);
}

/** Reads a number with at most two decimals. Stricter than for JSON: 1.000 may mean a thousand. */
export function readAmount(cell: string): Reading {
  const text = cell.trim();
  return /^-?\d+(\.\d{1,2})?$/.test(text)
    ? { value: Number(text) }
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

/** Texts that spreadsheets run as formulas. Their first character may be in full width. */
export const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** Escapes a text that a spreadsheet would run as a formula with a leading ', which the import removes. */
export function withEscape(text: string): string {
  return FORMULA.test(text.replace(/^'+/, '')) ? `'${text}` : text;
}

/** Removes the escape of {@link withEscape}, or the formula that keeps a text in files for Excel: `="007"`. */
export function withoutEscape(cell: string): string {
  const [, kept] = /^="([^"]*)"$/.exec(cell) ?? [];
  if (kept !== undefined) return kept;
  const rest = cell.slice(1);
  return withEscape(rest) === cell ? rest : cell;
}
