import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { RequestFailuresService } from './request-failures.service.js';

const STORE_INTERVAL_MS = 1_000;
const DELETE_INTERVAL_MS = 60 * 60_000;

/** Stores the requests that were refused since its last run. */
@Injectable()
export class RequestFailuresJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly failures: RequestFailuresService,
  ) {
    super(logger, STORE_INTERVAL_MS, 'refused requests could not be recorded');
  }

  protected async run(): Promise<void> {
    await this.failures.store();
  }
}

/** Deletes the records of requests that were refused long ago. */
@Injectable()
export class OldRequestFailuresJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly failures: RequestFailuresService,
  ) {
    super(logger, DELETE_INTERVAL_MS, 'old records of refused requests could not be deleted');
  }

  protected async run(): Promise<void> {
    await this.failures.deleteOld();
  }
}
