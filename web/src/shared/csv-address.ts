/** The address of a CSV file that is made in the browser, with a row of names. */
export function csvAddress(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const file = [names, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(file)}`;
}

/** In quotes where it has to be; what a spreadsheet would run as a formula gets a ' in front. */
function quoted(cell: string): string {
  const harmless = /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replace(/"/g, '""')}"` : harmless;
}
