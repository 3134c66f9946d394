/** The scheme and a token; a header may be padded with spaces to any length. */
const LENGTH_MAX = 80;

/**
 * Token hashes by `Authorization` header of authenticated callers. When full, it drops the header that was added first.
 * If more tokens than fit poll in turn, clearing everything or dropping the least recently used one would leave hardly
 * any hit.
 */
export class KnownHeaders {
  private readonly hashes = new Map<string, string>();

  /** Creates an empty cache. @param capacity number of headers; at least the number of tokens in use */
  constructor(private readonly capacity: () => number) {}

  /** Finds the token's hash; undefined for an unknown header. */
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
