/**
 * The form in which domains are compared (store-facing contract, authentication rule 2): lower
 * case, without an `http://` or `https://` prefix and one leading `www.`. Nothing else is taken off:
 * a port, a path or a trailing slash is a mismatch.
 */
export function normaliseDomain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '');
}
