import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { CustomerDataRepository } from './customer-data.repository.js';

const INTERVAL_MS = 60 * 60_000;
/** Number of orders per transaction: small enough to hold their locks for a moment only. */
const BATCH = 500;

/**
 * Anonymizes the customers of orders that were closed long enough ago, according to the setting. It cannot be undone, so it
 * does nothing while the database's clock cannot be trusted.
 */
@Injectable()
export class CustomerDataJob extends PeriodicJob {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) logger: Logger,
    private readonly dataSource: DataSource,
    private readonly repository: CustomerDataRepository,
    private readonly clock: DatabaseClock,
  ) {
    super(logger, INTERVAL_MS, 'anonymizing failed');
  }

  protected async run(): Promise<void> {
    const { customerDataRetentionDays: days } = this.settings;
    if (days === 0) return;
    let total = 0;
    for (let count = BATCH; count === BATCH; total += count) {
      if (!(await this.clock.isTrusted())) return;
      count = await inTransaction(this.dataSource, (manager) =>
        this.repository.anonymize(manager, days, BATCH),
      );
    }
    if (total > 0) this.logger.info({ count: total }, 'customers of closed orders anonymized');
  }
}
