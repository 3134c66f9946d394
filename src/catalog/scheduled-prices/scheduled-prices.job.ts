import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { ScheduledPricesService } from './scheduled-prices.service.js';

const INTERVAL_MS = 1_000;

/** Lets scheduled prices begin. At the start of the service, also those that were due while it was down. */
@Injectable()
export class ScheduledPricesJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly prices: ScheduledPricesService,
  ) {
    super(logger, INTERVAL_MS, 'scheduled prices could not begin');
  }

  protected async run(): Promise<void> {
    await this.prices.applyDue();
  }
}
