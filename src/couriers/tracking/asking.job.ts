import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { AskingService } from './asking.service.js';
import { HAS_DUE_QUESTIONS } from './tracked-bookings.repository.js';

const INTERVAL_MS = 5_000;

/** Asks couriers about the shipments that are due. */
@Injectable()
export class AskingJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly asking: AskingService,
  ) {
    super(logger, INTERVAL_MS, 'couriers could not be asked', HAS_DUE_QUESTIONS);
  }

  protected async run(): Promise<void> {
    await this.asking.askDue();
  }
}
