/** Cell of a file. Spreadsheets have numbers, CSV files only texts. */
export type Cell = string | number;

/** Returns the text of a cell in one line, without spaces around it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return String(cell).replace(/\s+/g, ' ').trim();
}
