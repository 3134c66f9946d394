import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { TestModeService } from './test-mode.service.js';

const INTERVAL_MS = 2_000;

/**
 * Moves test orders through their scenarios while the service runs. Steps that fell due while it was down are taken
 * at the start.
 */
@Injectable()
export class TestModeJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly testOrders: TestModeService,
  ) {
    super(logger, INTERVAL_MS, 'test orders could not go on');
  }

  protected async run(): Promise<void> {
    await this.testOrders.advanceDue();
  }
}
