import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { HAS_CHANGED_ORDERS, OrderSearchIndexRepository } from './order-search-index.repository.js';

const INTERVAL_MS = 1_000;
/** Orders per run. A limit, so that a rush leaves the database to those who order: the search catches up afterwards. */
const CHANGED_MAX = 500;
const CHECKED_MAX = 1_000;

/**
 * Writes the words by which orders are found: of those that were placed or changed, and, once after the start, of all that
 * have none. These are the orders of the release before, and any whose words were lost.
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
