/** Returns every word of a text as the beginning of a search term, in PostgreSQL's syntax of `tsquery`. */
export function wordsQuery(words: string): string {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
    .join(' & ');
}
