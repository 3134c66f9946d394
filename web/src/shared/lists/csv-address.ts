/** Returns the address of a CSV file that is made in the browser, with a row of names. */
export function csvAddress(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const file = toCsv([names, ...rows.map((cells) => cells.map(harmless))]);
  return `data:text/csv;charset=utf-8,${encodeURIComponent(file)}`;
}

/** Rows as the text of a CSV file, for the service: exactly the cells. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** What a spreadsheet would run as a formula gets a ' in front. */
export function harmless(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/** In quotes where it has to be. */
function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
