/** Cell of a file. Cells of spreadsheets may be numbers; those of CSV files are always texts. */
export type Cell = string | number;

/** Returns the text of a cell in one line, without spaces around it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return String(cell).replace(/\s+/g, ' ').trim();
}
