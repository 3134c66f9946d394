import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { HAS_CHANGED_ORDERS, OrderSearchIndexRepository } from './order-search-index.repository.js';

const INTERVAL_MS = 1_000;
/** Orders per run. It is limited, so that a rush leaves the database to the stores; the search catches up afterwards. */
const CHANGED_MAX = 500;
const CHECKED_MAX = 1_000;

/**
 * Writes the words that orders are found by, for orders that were placed or changed. Once after the start, it does so for all
 * orders without words.
 * - these are orders of the previous release, and orders whose words were lost
 */
@Injectable()
export class OrderSearchJob extends PeriodicJob {
  /** Lowest id that has been checked for missing words. null: no id; 0: all ids. */
  private checkedFrom: number | null = null;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly dataSource: DataSource,
    private readonly index: OrderSearchIndexRepository,
  ) {
    super(logger, INTERVAL_MS, 'writing the words of orders failed', HAS_CHANGED_ORDERS);
    this.isUnfinished = true;
  }

  async run(): Promise<void> {
    const checkedFrom = await inTransaction(this.dataSource, async (manager) => {
      if (!(await this.index.lock(manager))) return this.checkedFrom;
      const changed = await this.index.indexChanged(manager, CHANGED_MAX);
      if (changed >= CHANGED_MAX || this.checkedFrom === 0) return this.checkedFrom;
      return (await this.index.indexMissing(manager, this.checkedFrom, CHECKED_MAX)) ?? 0;
    });
    this.checkedFrom = checkedFrom;
    this.isUnfinished = checkedFrom !== 0;
  }
}
