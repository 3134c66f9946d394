import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseClock } from '../clock/database-clock.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { LOGGER } from '../observability/logger.js';
import { IdempotentRequestsService } from './idempotent-requests.service.js';

const INTERVAL_MS = 10 * 60_000;

/** Deletes expired Idempotency-Keys, while the database's clock can be trusted. */
@Injectable()
export class IdempotentRequestsJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly requests: IdempotentRequestsService,
    private readonly clock: DatabaseClock,
  ) {
    super(logger, INTERVAL_MS, 'deleting old idempotency keys failed');
  }

  protected async run(): Promise<void> {
    if (await this.clock.isTrusted()) await this.requests.deleteOld();
  }
}
