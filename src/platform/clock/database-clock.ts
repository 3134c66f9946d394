import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';

/** Longer than time synchronization corrects, and than a request or a garbage collection takes. */
export const TOLERANCE_MS = 60_000;

/**
 * Decides if the database's clock can be trusted. It has to agree with this machine's clock, and with the time that has elapsed
 * since they last agreed.
 * - while they differ by more than a minute, nothing expires, is deleted or begins by the database's clock
 */
@Injectable()
export class DatabaseClock {
  private readonly setSkew: (seconds: number) => void;
  /** The database's clock at zero of `performance.now()`, which cannot be set; null: the clocks have not agreed yet. */
  private originMs: number | null = null;
  private skewMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.setSkew = metrics.gauge(
      'database_clock_skew_seconds',
      "By how much the database's clock is ahead of this machine's or of the elapsed time (below 0: behind); anything but 0 halts expiry",
    );
  }

  /**
   * Compares the clocks.
   *
   * @param source in a transaction, its `now()` is compared, which decides what expires
   * @returns false while nothing may expire, be deleted or begin by the database's clock
   */
  async isTrusted(source: DataSource | EntityManager = this.dataSource): Promise<boolean> {
    const [{ now }] = await source.query<[{ now: Date }]>('SELECT now() AS now');
    const skews = this.skewsOf(now.getTime());
    // Small corrections are accepted, so that they do not add up to a jump over years.
    if (Math.abs(skews[0]) <= TOLERANCE_MS) this.originMs = now.getTime() - performance.now();
    this.report(skews.find((ms) => Math.abs(ms) > TOLERANCE_MS) ?? 0);
    return this.skewMs === 0;
  }

  /** Corrects a time of the database's clock by the elapsed time while the clocks disagree. Times are in ms since 1970. */
  steadied(readMs: number): number {
    if (this.originMs === null) return readMs;
    const [skewMs] = this.skewsOf(readMs);
    return Math.abs(skewMs) > TOLERANCE_MS ? readMs - skewMs : readMs;
  }

  /**
   * Corrects a time as {@link steadied}. Before the clocks first agree it takes the earlier of both: a time that has passed in
   * any case.
   */
  passed(readMs: number): number {
    return this.originMs === null ? Math.min(readMs, Date.now()) : this.steadied(readMs);
  }

  /** Computes how far a reading is ahead: of the elapsed time, or else of this machine's clock; and of this machine's clock. */
  skewsOf(readMs: number): [number, number] {
    const skewMs = readMs - Date.now();
    return [this.originMs === null ? skewMs : readMs - performance.now() - this.originMs, skewMs];
  }

  private report(skewMs: number): void {
    const skewSeconds = Math.round(skewMs / 1_000);
    this.setSkew(skewSeconds);
    if (skewMs !== 0 && this.skewMs === 0) {
      this.logger.error({ skewSeconds }, 'the clocks disagree: nothing expires until they agree');
    } else if (skewMs === 0 && this.skewMs !== 0) {
      this.logger.info('the clocks agree again');
    }
    this.skewMs = skewMs;
  }
}
