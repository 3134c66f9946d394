import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { CreditRemindersService } from './credit-reminders.service.js';

const INTERVAL_MS = 10 * 60_000;

/** Reminds clients of orders bought on account. */
@Injectable()
export class CreditRemindersJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly reminders: CreditRemindersService,
  ) {
    super(logger, INTERVAL_MS, 'clients could not be reminded of due orders');
  }

  protected async run(): Promise<void> {
    await this.reminders.remind();
  }
}
