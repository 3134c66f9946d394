import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { FileImportsService } from './file-imports.service.js';

const INTERVAL_MS = 1_000;

/** Checks and applies catalog files, one after the other, in the order in which they were uploaded. */
@Injectable()
export class FileImportsJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly imports: FileImportsService,
  ) {
    super(logger, INTERVAL_MS, 'an imported file could not be checked or applied');
  }

  protected async run(): Promise<void> {
    await this.imports.expireForgotten();
    await this.imports.runNext();
  }
}
