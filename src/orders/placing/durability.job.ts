import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { PlacementQueue } from './placement-queue.js';

/** Longest time for which orders and money are confirmed after the database was configured to lose them in a crash. */
const INTERVAL_MS = 5_000;

/** Verifies the connection that places orders: settings of the server can be changed while it runs. */
@Injectable()
export class DurabilityJob extends PeriodicJob {
  constructor(
    private readonly queue: PlacementQueue,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, INTERVAL_MS, 'the connection that places orders cannot be used');
  }

  protected async run(): Promise<void> {
    await this.queue.verifyDatabase();
  }
}
