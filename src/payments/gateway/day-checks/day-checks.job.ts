import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAs } from '../../../platform/http/request-context.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { DayChecksService } from './day-checks.service.js';

const INTERVAL_MS = 5 * 60_000;
const ACTOR = 'gateway';

/** Compares each day with the gateway in the night after it. */
@Injectable()
export class DayChecksJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly days: DayChecksService,
  ) {
    super(logger, INTERVAL_MS, 'a day could not be compared with the gateway');
  }

  protected async run(): Promise<void> {
    await runAs(ACTOR, () => this.days.checkYesterday());
  }
}
