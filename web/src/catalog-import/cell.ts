/** What a cell of a file holds; spreadsheets know numbers, CSV files have texts only. */
export type Cell = string | number;

/** Returns the text of a cell in one line, without spaces around it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return String(cell).replace(/\s+/g, ' ').trim();
}
