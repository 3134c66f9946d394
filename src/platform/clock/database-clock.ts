import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { readClock, recordTrust, type ClockReading } from './clock-reading.js';
import { SteadyClock, TOLERANCE_MS } from './steady-clock.js';
import { isStale, SETTLING_MS, verdictOf, waitAfter, type Verdict } from './witnesses.js';

/** The start of this instance. */
interface Start {
  verdict: Verdict;
  /** The time that was stored last before it; null: none. */
  lastSeenMs: number | null;
  /** Skew that was stored and is over; 0: none. The instance that reported it is gone, or has not noticed yet. */
  staleMs: number;
  /** By the process's own clock. */
  atMs: number;
}

/**
 * Trust in the database's clock. A jump suspends expiry, deletion and scheduled prices until the clock is right again or a person
 * confirms it (`clock:confirm`). An instance that ran before the jump and saw none overrules one that did, for example because its
 * own machine was asleep. At a start, {@link verdictOf} compares the clock with this machine's and with what was stored last.
 */
@Injectable()
export class DatabaseClock {
  private readonly steady = new SteadyClock();
  private readonly setSkew: (seconds: number) => void;
  private start: Start | null = null;
  /** True until a trusted clock agrees with the database's: this machine's is wrong. */
  private isInDoubt = false;
  /** Skew that this instance reported to the others; 0: none. */
  private toldMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.setSkew = metrics.gauge(
      'database_clock_skew_seconds',
      "By how much the database's clock jumped ahead (below 0: back); anything but 0 halts expiry and the deletion of keys",
    );
  }

  /** Reads the clock. @returns false while nothing may be expired or deleted by this clock */
  async isTrusted(): Promise<boolean> {
    if (!(await this.verify(this.dataSource))) return false;
    await recordTrust(this.dataSource);
    return true;
  }

  /** Reads the clock in a transaction whose `now()` decides what expires. @returns false if that time may be wrong */
  async wasTrusted(manager: EntityManager): Promise<boolean> {
    return this.verify(manager);
  }

  /** Reads a time of the database's clock, in milliseconds since 1970, corrected for a jump. */
  steadied(readMs: number): number {
    return this.steady.steadied(readMs);
  }

  /** Accepts the clock as correct on every instance. */
  async confirm(): Promise<void> {
    await this.dataSource.query('UPDATE clock_state SET skew_ms = 0, last_seen_at = now()');
  }

  private async verify(source: DataSource | EntityManager): Promise<boolean> {
    const reading = await readClock(source);
    const start = this.start ?? this.begin(reading);
    const skewMs = await this.share(reading, start);
    this.report(skewMs);
    if (this.isInDoubt && this.hasAgreed(reading, start)) this.isInDoubt = false;
    const isWaiting =
      performance.now() - start.atMs < waitAfter(start.verdict) &&
      !isConfirmedSince(start, reading);
    return skewMs === 0 && !this.isInDoubt && !isWaiting;
  }

  private begin(reading: ClockReading): Start {
    const { readMs, storedMs, lastSeenMs } = reading;
    const verdict = verdictOf({ ...reading, ownMs: Date.now() });
    const staleMs = isStale(storedMs, verdict) ? storedMs : 0;
    this.steady.start(readMs, storedMs === staleMs ? verdict.skewMs : storedMs);
    this.isInDoubt = verdict.isOwnWrong;
    if (this.isInDoubt) {
      this.logger.error("this machine's clock differs from the database's: it expires nothing");
    }
    if (waitAfter(verdict) > 0) {
      const hours = Math.round(verdict.gapMs / 3_600_000);
      this.logger.warn(
        { hours },
        'no instance ran for a long time: nothing expires for 10 minutes',
      );
    }
    return (this.start = { verdict, lastSeenMs, staleMs, atMs: performance.now() });
  }

  /** Compares what this instance sees with what others have reported, and reports it to them. Returns the skew. */
  private async share(
    { readMs, storedMs, lastSeenMs }: ClockReading,
    { verdict, atMs, staleMs }: Start,
  ): Promise<number> {
    const skewMs = this.steady.skewOf(readMs);
    const hasSettled = performance.now() - atMs > SETTLING_MS;
    // Access continues by the clock meanwhile; only what cannot be undone waits.
    if (skewMs === 0 && storedMs !== 0 && storedMs === staleMs && !hasSettled) return storedMs;
    // In an older state of the database, nothing is stored of the jump, and no trust in the clock since then either.
    const isAccepted = lastSeenMs !== null && isNearer(lastSeenMs, readMs, readMs - skewMs);
    if (skewMs !== 0 && this.toldMs !== 0 && storedMs === 0 && isAccepted) {
      // Confirmed, or another instance saw no jump.
      this.steady.start(readMs, 0);
      return 0;
    }
    if (skewMs === 0 && storedMs !== 0 && this.toldMs === 0) {
      const hasRunBefore = verdict.gapMs <= TOLERANCE_MS || hasSettled;
      if (!hasRunBefore) {
        this.steady.start(readMs, storedMs);
        return storedMs;
      }
    }
    if (skewMs === 0 ? storedMs !== 0 : storedMs === 0) await this.tell(skewMs);
    return skewMs;
  }

  /** Tells whether this machine's clock is right now, or another instance or a person has trusted the database's since. */
  private hasAgreed(reading: ClockReading, start: Start): boolean {
    const isOwnRight = Math.abs(reading.readMs - Date.now()) <= TOLERANCE_MS;
    return isOwnRight || isConfirmedSince(start, reading);
  }

  private async tell(skewMs: number): Promise<void> {
    await this.dataSource.query('UPDATE clock_state SET skew_ms = $1', [Math.round(skewMs)]);
  }

  private report(skewMs: number): void {
    this.setSkew(skewMs / 1_000);
    if (skewMs !== 0 && this.toldMs === 0) {
      this.logger.error(
        { skewSeconds: Math.round(skewMs / 1_000) },
        'the clock of the database jumped: expiry is halted until it is right again or confirmed (clock:confirm)',
      );
    } else if (skewMs === 0 && this.toldMs !== 0) {
      this.logger.info('the clock of the database is trusted again');
    }
    this.toldMs = skewMs;
  }
}

/** Tells whether another instance, or a person, has trusted the clock after a start. */
function isConfirmedSince(start: Start, { readMs, lastSeenMs }: ClockReading): boolean {
  if (lastSeenMs === null || lastSeenMs === start.lastSeenMs) return false;
  return Math.abs(readMs - lastSeenMs) <= TOLERANCE_MS;
}

/** Tells whether a time is nearer to one than to another. */
function isNearer(ms: number, oneMs: number, otherMs: number): boolean {
  return Math.abs(ms - oneMs) < Math.abs(ms - otherMs);
}
