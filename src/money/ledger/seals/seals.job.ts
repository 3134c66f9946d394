import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { SealsService } from './seals.service.js';

const INTERVAL_MS = 5_000;
/** Number of turns after which everything is checked again: once in ten minutes. */
const ALL_EVERY = 120;

/** Seals journals and audit entries within seconds after their commit. */
@Injectable()
export class SealsJob extends PeriodicJob {
  private turns = 0;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly seals: SealsService,
  ) {
    super(logger, INTERVAL_MS, 'journals and audit entries could not be sealed');
  }

  protected async run(): Promise<void> {
    await (this.turns % ALL_EVERY === 0 ? this.seals.sealAll() : this.seals.sealLatest());
    this.turns += 1;
  }
}
