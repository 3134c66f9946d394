/** A value of a key, and the two moments between which it began to be in force. */
interface Write {
  value: string;
  begin: number;
  end: number;
}

/**
 * Values of some keys over time, to check the answers to callers. Each key starts without a value, which is null.
 * - moments are numbers of any clock that all callers share
 */
export class History {
  private readonly writes = new Map<string, Write[]>();

  /** The keys that have had a value. */
  get keys(): string[] {
    return [...this.writes.keys()];
  }

  /**
   * Records that a value of a key began to be in force between two moments.
   *
   * @param end Infinity if it is unknown whether this ever happened
   */
  wrote(key: string, value: unknown, begin: number, end: number): void {
    let writes = this.writes.get(key);
    if (writes === undefined) {
      this.writes.set(key, (writes = [{ value: 'null', begin: -Infinity, end: -Infinity }]));
    }
    writes.push({ value: JSON.stringify(value), begin, end });
  }

  /** Lists every value that may have been in force between two moments. */
  between<T>(key: string, begin: number, end: number): (T | null)[] {
    const writes = this.writes.get(key) ?? [];
    const isOver = (write: Write): boolean =>
      writes.some((later) => later.begin > write.end && later.end < begin);
    const found = writes.filter((write) => write.begin <= end && !isOver(write));
    const values = new Set(writes.length === 0 ? ['null'] : found.map(({ value }) => value));
    return [...values].map((value) => JSON.parse(value) as T | null);
  }

  /**
   * Checks the value that a caller received for a key between two moments.
   *
   * @returns the problem, or null
   */
  check(key: string, received: unknown, begin: number, end: number): string | null {
    const possible = this.between(key, begin, end).map((value) => JSON.stringify(value));
    const value = JSON.stringify(received);
    if (possible.includes(value)) return null;
    return `${key}: ${value} was received between ${begin} and ${end}, when it was ${possible.join(' or ')}`;
  }
}
