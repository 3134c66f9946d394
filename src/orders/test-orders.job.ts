import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../database/periodic-job.js';
import { LOGGER } from '../http/logger.js';
import { TestOrdersService } from './test-orders.service.js';

const INTERVAL_MS = 2_000;

/** Takes test orders through their lives while the service runs; what fell due while it was down, at the start. */
@Injectable()
export class TestOrdersJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly testOrders: TestOrdersService,
  ) {
    super(logger, INTERVAL_MS, 'test orders could not go on');
  }

  protected async run(): Promise<void> {
    await this.testOrders.advanceDue();
  }
}
