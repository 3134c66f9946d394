/** Makes the address of a CSV file that the browser creates, with a header row. */
export function csvAddress(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const file = toCsv([names, ...rows.map((cells) => cells.map(harmless))]);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(file)}`;
}

/** Writes rows as CSV text for the service, with unchanged cells. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** Escapes a text that a spreadsheet would run as a formula, by a leading '. */
export function harmless(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/** Quotes a cell if necessary. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
