/** Writes a text as one search term, in PostgreSQL's syntax of `tsquery`. */
export function searchTerm(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
