import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { readClock } from './clock-reading.js';
import { SteadyClock } from './steady-clock.js';

/**
 * Trust in the database's clock. A jump suspends expiry and deletion until the clock is right again or a person confirms
 * it (`clock:confirm`). An instance that saw no jump overrules one that did, for example because its own machine was
 * asleep.
 */
@Injectable()
export class DatabaseClock {
  private readonly steady = new SteadyClock();
  private readonly setSkew: (seconds: number) => void;
  private hasStarted = false;
  /** Skew that this instance reported to the others; 0: none. */
  private toldMs = 0;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.setSkew = metrics.gauge(
      'database_clock_skew_seconds',
      "By how much the database's clock jumped ahead (below 0: back); anything but 0 halts expiry and the deletion of keys",
    );
  }

  /** Reads the clock. @returns false after a jump: nothing may be expired or deleted by this clock */
  async isTrusted(): Promise<boolean> {
    const { readMs, storedMs } = await readClock(this.dataSource);
    if (!this.hasStarted) this.steady.start(readMs, storedMs);
    this.hasStarted = true;
    let skewMs = this.steady.skewOf(readMs);
    if (skewMs !== 0 && this.toldMs !== 0 && storedMs === 0) {
      // Confirmed, or another instance saw no jump.
      this.steady.start(readMs, 0);
      skewMs = 0;
    }
    if (skewMs === 0 ? storedMs !== 0 : storedMs === 0) await this.tell(skewMs);
    this.report(skewMs);
    return skewMs === 0;
  }

  /** Returns a time of the database's clock, in milliseconds since 1970, corrected for a jump. */
  steadied(readMs: number): number {
    return this.steady.steadied(readMs);
  }

  /** Accepts the clock as correct on every instance. */
  async confirm(): Promise<void> {
    await this.tell(0);
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
