import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { RecentRequestsService } from './recent-requests.service.js';

const STORE_INTERVAL_MS = 3_000;
const DELETE_INTERVAL_MS = 5 * 60_000;

/** Stores the requests that were answered since its last run. */
@Injectable()
export class RecentRequestsJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly requests: RecentRequestsService,
  ) {
    super(logger, STORE_INTERVAL_MS, 'answered requests could not be recorded');
  }

  protected run(): Promise<void> {
    return this.requests.store();
  }
}

/** Deletes the records of requests that were answered hours ago. */
@Injectable()
export class OldRecentRequestsJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly requests: RecentRequestsService,
  ) {
    super(logger, DELETE_INTERVAL_MS, 'old records of answered requests could not be deleted');
  }

  protected run(): Promise<void> {
    return this.requests.deleteOld();
  }
}
