/** The scheme and a token; a header may be padded with spaces to any length. */
const LENGTH_MAX = 80;

/**
 * Token hashes by `Authorization` header, of callers that were authenticated before. Once it is full, the header that
 * came first is forgotten: clearing all would leave hardly any hit where more tokens than fit poll in turn, and so
 * would forgetting the one that was used least recently.
 */
export class KnownHeaders {
  private readonly hashes = new Map<string, string>();

  /** @param capacity how many headers are kept; at least as many as tokens are in use */
  constructor(private readonly capacity: () => number) {}

  /** Returns the token's hash; undefined: the header is not known. */
  hashOf(header: string): string | undefined {
    return this.hashes.get(header);
  }

  keep(header: string, tokenHash: string): void {
    if (header.length > LENGTH_MAX) return;
    this.hashes.set(header, tokenHash);
    while (this.hashes.size > this.capacity()) {
      const [first = ''] = this.hashes.keys();
      this.hashes.delete(first);
    }
  }
}
