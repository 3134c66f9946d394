/** Names of India, in the form of {@link foldName}. */
const NAMES_OF_INDIA: ReadonlySet<string> = new Set(
  ['India', 'IN', 'IND', 'Bharat', 'भारत', 'Republic of India', 'Hindustan'].map(foldName),
);

/**
 * Returns true if a text means India, or no country is given. No name of India may count as another country, because its zones
 * would not apply.
 */
export function isIndia(country: unknown): boolean {
  return typeof country !== 'string' || NAMES_OF_INDIA.has(foldName(country));
}

/** Reduces a name to its letters, in lower case and their usual form. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}]/gu, '')
    .toLowerCase();
}
