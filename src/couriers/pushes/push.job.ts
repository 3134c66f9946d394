import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { PushHandlingService } from './push-handling.service.js';
import { HAS_DUE_PUSHES } from './pushes.repository.js';

const INTERVAL_MS = 1_000;

/** Handles the pushes of couriers. */
@Injectable()
export class PushJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly pushes: PushHandlingService,
  ) {
    super(logger, INTERVAL_MS, 'a push of a courier could not be handled', HAS_DUE_PUSHES);
  }

  protected async run(): Promise<void> {
    await this.pushes.handleDue();
  }
}
