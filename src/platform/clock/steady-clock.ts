/** Larger than corrections by time synchronization, and than the duration of a request or a garbage collection. */
export const TOLERANCE_MS = 60_000;

/**
 * Comparison of the database's clock with the machine's monotonic clock, which cannot be set. After a jump, it corrects
 * readings of the database's clock.
 */
export class SteadyClock {
  /** Reading of the database's clock at zero of the monotonic clock; null: not read yet. */
  private originMs: number | null = null;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  /** Starts from a reading of a clock that is ahead by `skewMs`. */
  start(readMs: number, skewMs: number): void {
    this.originMs = readMs - skewMs - this.monotonicMs();
  }

  /** Computes the skew of a reading in milliseconds; 0 within the tolerance. */
  skewOf(readMs: number): number {
    const elapsedMs = this.monotonicMs();
    this.originMs ??= readMs - elapsedMs;
    const skewMs = readMs - elapsedMs - this.originMs;
    if (Math.abs(skewMs) > TOLERANCE_MS) return skewMs;
    // Small corrections are accepted, so that they do not add up to a jump over years.
    this.originMs += skewMs;
    return 0;
  }

  /** Removes the skew of a reading. */
  steadied(readMs: number): number {
    return readMs - this.skewOf(readMs);
  }
}
