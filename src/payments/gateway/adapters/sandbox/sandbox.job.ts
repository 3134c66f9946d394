import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../../platform/observability/logger.js';
import { SandboxService } from './sandbox.service.js';

const INTERVAL_MS = 1_000;

/** Sends the notices of the sandbox. */
@Injectable()
export class SandboxJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly sandbox: SandboxService,
  ) {
    super(logger, INTERVAL_MS, 'the sandbox could not send its notices');
  }

  protected async run(): Promise<void> {
    await this.sandbox.sendNotices();
  }
}
