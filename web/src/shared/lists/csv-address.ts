import { withEscape } from '../../../../src/platform/csv/cells.js';

type Cell = string | number | null | undefined;

/** Makes the address of a CSV file that the browser creates, with a header row. */
export function csvAddress(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((cells) => cells.map((cell) => withEscape(String(cell ?? ''))));
  const file = toCsv([names, ...texts]);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(file)}`;
}

/** Writes rows as CSV text for the service, with unchanged cells. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** Quotes a cell if necessary. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
