import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { SealsService } from './seals.service.js';

const INTERVAL_MS = 5_000;
/** Number of runs after which all journals are checked again: once in ten minutes. */
const ALL_EVERY = 120;

/** Seals journals within seconds after their commit. */
@Injectable()
export class SealsJob extends PeriodicJob {
  private runs = 0;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly seals: SealsService,
  ) {
    super(logger, INTERVAL_MS, 'journals could not be sealed');
  }

  protected async run(): Promise<void> {
    await (this.runs % ALL_EVERY === 0 ? this.seals.sealAll() : this.seals.sealLatest());
    this.runs += 1;
  }
}
