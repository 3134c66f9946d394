import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { pruneChanges, recordTick } from './change-log.js';
import { ChangePositions, type Numbered } from './change-positions.js';
import { OldestTransaction } from './oldest-transaction.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { LOGGER } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';

/** Also the longest time without a position for changes. Without readers, too many would wait, and delay the next reader. */
const INTERVAL_MS = 10_000;
/**
 * Minimum time that changes stay in the log, by this process's own clock. It is longer than any request takes.
 * - an instance with few requests can still catch up, instead of loading everything again
 */
const KEPT_MS = 300_000;

/** Numbers changes that no reader asks for, records ticks, and keeps the change log short. */
@Injectable()
export class ChangeLogJob extends PeriodicJob {
  /** Numberings of the last minutes, the oldest first. */
  private readonly recent: (Numbered & { atMs: number })[] = [];
  private readonly oldest = new OldestTransaction();
  private readonly setOldestAge: (seconds: number) => void;
  /** The first of the latest failures in a row; null: the latest numbering succeeded. */
  private failedAtMs: number | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly positions: ChangePositions,
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
  ) {
    super(logger, INTERVAL_MS, 'pruning of the change log failed');
    this.setOldestAge = metrics.gauge(
      'database_oldest_transaction_seconds',
      'For how long the oldest open transaction that has written something has been seen, in any database of the server',
    );
  }

  protected async run(): Promise<void> {
    const numbered = await this.number();
    await recordTick(this.dataSource);
    const atMs = performance.now();
    this.setOldestAge(this.oldest.ageOf(numbered.moment.snapshot, atMs));
    this.recent.push({ ...numbered, atMs });
    const old = this.recent.filter((recent) => recent.atMs <= atMs - KEPT_MS).at(-1);
    if (old === undefined) return;
    this.recent.splice(0, this.recent.indexOf(old) + 1);
    await pruneChanges(this.dataSource, old);
  }

  /** Numbers changes. From the second failure in a row on, which is after ten seconds, it logs why the feeds fail. */
  private async number(): Promise<Numbered> {
    try {
      const numbered = await this.positions.number();
      this.failedAtMs = null;
      return numbered;
    } catch (error) {
      const now = performance.now();
      if (this.failedAtMs !== null) {
        const seconds = Math.round((now - this.failedAtMs) / 1000);
        // The statements have no value of a request, so PostgreSQL's message cannot quote one.
        const reason = (error as Error).message;
        this.logger.error({ reason, seconds }, 'the feeds of changes and orders fail');
      }
      this.failedAtMs ??= now;
      throw error;
    }
  }
}
