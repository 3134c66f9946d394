/** Larger than what time synchronization corrects, and than a request or a garbage collection takes. */
const TOLERANCE_MS = 60_000;

/**
 * Compares the database's clock with the time that has elapsed on this machine, which no one can set. What a clock that
 * jumped says is replaced by what it would say without the jump.
 */
export class SteadyClock {
  /** What the database's clock said when the monotonic clock was 0; null: not read yet. */
  private originMs: number | null = null;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  /** Starts from a reading of a clock that is known to be ahead by `skewMs`. */
  start(readMs: number, skewMs: number): void {
    this.originMs = readMs - skewMs - this.monotonicMs();
  }

  /** By how much a reading is ahead of what it should be, in milliseconds; 0 within the tolerance. */
  skewOf(readMs: number): number {
    const elapsedMs = this.monotonicMs();
    this.originMs ??= readMs - elapsedMs;
    const skewMs = readMs - elapsedMs - this.originMs;
    if (Math.abs(skewMs) > TOLERANCE_MS) return skewMs;
    // Small corrections are taken over, so that years of them do not add up to a jump.
    this.originMs += skewMs;
    return 0;
  }

  /** Returns a reading without what it is ahead. */
  steadied(readMs: number): number {
    return readMs - this.skewOf(readMs);
  }
}
