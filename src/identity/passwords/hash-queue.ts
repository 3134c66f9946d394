import { FairQueue } from './fair-queue.js';

const MINUTE_MS = 60_000;
/** Number of sign-ins a minute from unknown browsers. Above it, they are checked one at a time. */
const UNKNOWN_PER_MINUTE = 60;

interface Pace {
  rate: number;
  nowMs: () => number;
}

/**
 * Callers who wait for a hash, known ones first. Each kind has its own queue, which serves networks in turn.
 * - above a rate, unknown callers share one thread
 */
export class HashQueue<T> {
  private readonly known: FairQueue<T>;
  private readonly unknown: FairQueue<T>;
  private counted = 0;
  private windowEndsAtMs = 0;

  /** @param lengthMax of each of the two queues */
  constructor(
    lengthMax: number,
    private readonly pace: Pace = { rate: UNKNOWN_PER_MINUTE, nowMs: () => performance.now() },
  ) {
    this.known = new FairQueue(lengthMax);
    this.unknown = new FairQueue(lengthMax);
  }

  /** Appends an entry. @returns the entry that is dropped for it, or itself; null: none */
  push({ network, isKnown }: { network: string; isKnown: boolean }, entry: T): T | null {
    if (isKnown) return this.known.push(network, entry);
    this.startWindow();
    this.counted += 1;
    return this.unknown.push(network, entry);
  }

  /** Returns true if an unknown caller of a network would be dropped immediately. */
  isFullFor(network: string): boolean {
    return this.unknown.isFullFor(network);
  }

  /**
   * Removes and returns the next entry; undefined: none may start now.
   *
   * @param isUnknownRunning true while a thread works for an unknown caller
   */
  shift(isUnknownRunning: boolean): T | undefined {
    const known = this.known.shift();
    if (known !== undefined) return known;
    this.startWindow();
    const mustWait = isUnknownRunning && this.counted > this.pace.rate;
    return mustWait ? undefined : this.unknown.shift();
  }

  private startWindow(): void {
    const nowMs = this.pace.nowMs();
    if (nowMs < this.windowEndsAtMs) return;
    this.windowEndsAtMs = nowMs + MINUTE_MS;
    this.counted = 0;
  }
}
