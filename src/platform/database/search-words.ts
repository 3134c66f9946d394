/** Writes every word of a text as the beginning of a search term, in PostgreSQL's syntax of `tsquery`. */
export function wordsQuery(words: string): string {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${searchTerm(word)}:*`)
    .join(' & ');
}

/** Writes a text as one search term, in PostgreSQL's syntax of `tsquery`. */
export function searchTerm(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
