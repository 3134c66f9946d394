/** What a cell says, for the field's own rules to check; or why it can't be read at all. */
export type Reading = { value: unknown } | { problem: string };

/** Returns a number with at most two decimals, such as a price; null where the cell is empty. */
export function readPrice(cell: string): Reading {
  return cell.trim() === '' ? { value: null } : readAmount(cell);
}

/** Returns a number with at most two decimals. Stricter than the rule for JSON numbers: 1.000 may be meant for a thousand. */
export function readAmount(cell: string): Reading {
  const text = cell.trim();
  return /^-?\d+(\.\d{1,2})?$/.test(text)
    ? { value: Number(text) }
    : { problem: 'must be a plain number with at most two decimals, as 1234.50' };
}

/** What a spreadsheet would run as a formula gets one ' in front; the import takes it off. */
export function withEscape(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Returns the text that was there before {@link withEscape}. */
export function withoutEscape(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
