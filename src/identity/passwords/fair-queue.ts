/**
 * A queue of limited length that serves its keys in turn, so that a key with many entries does not delay the others. A full
 * queue drops the newest entry of the key with the most entries.
 */
export class FairQueue<T> {
  private readonly entriesByKey = new Map<string, T[]>();
  private length = 0;

  constructor(private readonly lengthMax: number) {}

  /** Appends an entry. @returns the dropped entry: this one, or another key's; null: none */
  push(key: string, entry: T): T | null {
    const entries = this.entriesByKey.get(key) ?? [];
    this.entriesByKey.set(key, entries);
    entries.push(entry);
    this.length += 1;
    return this.length > this.lengthMax ? this.giveUp(key) : null;
  }

  /** Returns true if the queue would drop the next entry of a key. */
  isFullFor(key: string): boolean {
    if (this.length < this.lengthMax) return false;
    const own = (this.entriesByKey.get(key)?.length ?? 0) + 1;
    return [...this.entriesByKey.values()].every(({ length }) => length <= own);
  }

  /** Removes and returns the oldest entry of the key whose turn it is; undefined if the queue is empty. */
  shift(): T | undefined {
    const [first] = this.entriesByKey;
    if (first === undefined) return undefined;
    const [key, entries] = first;
    const entry = entries.shift();
    this.length -= 1;
    // To the end: the other keys are next.
    this.entriesByKey.delete(key);
    if (entries.length > 0) this.entriesByKey.set(key, entries);
    return entry;
  }

  /** @param key the key of the newest entry; among keys with equally many entries, its own one is dropped */
  private giveUp(key: string): T {
    let most = this.entriesByKey.get(key)!;
    for (const entries of this.entriesByKey.values()) {
      if (entries.length > most.length) most = entries;
    }
    const entry = most.pop()!;
    this.length -= 1;
    if (most.length === 0) this.entriesByKey.delete(key);
    return entry;
  }
}
