import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { PushHandlingService } from '../pushes/push-handling.service.js';
import { DeliveriesService } from './deliveries.service.js';

const INTERVAL_MS = 60_000;

/** Looks again at what waited for the rest of its order, and deletes old pushes. */
@Injectable()
export class DeliveriesJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly deliveries: DeliveriesService,
    private readonly pushes: PushHandlingService,
  ) {
    super(logger, INTERVAL_MS, 'deliveries could not be looked at again');
  }

  protected async run(): Promise<void> {
    await this.deliveries.lookAgain();
    await this.pushes.deleteOld();
  }
}
