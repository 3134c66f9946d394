import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { HAS_DUE_FAILURES } from './delivery-failures.repository.js';
import { DeliveryFailuresService } from './delivery-failures.service.js';

const INTERVAL_MS = 10_000;

/** Sends the answers to failed deliveries, and ends those that can no longer be answered. */
@Injectable()
export class FailureJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly failures: DeliveryFailuresService,
  ) {
    super(
      logger,
      INTERVAL_MS,
      'an answer to a failed delivery could not be sent',
      HAS_DUE_FAILURES,
    );
  }

  protected async run(): Promise<void> {
    await this.failures.sendDue();
  }
}
