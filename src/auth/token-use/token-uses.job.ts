import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { TokenUsesService } from './token-uses.service.js';

const INTERVAL_MS = 60_000;

/** Stores when tokens were last used. */
@Injectable()
export class TokenUsesJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly uses: TokenUsesService,
  ) {
    super(logger, INTERVAL_MS, 'uses of tokens could not be recorded');
  }

  protected async run(): Promise<void> {
    await this.uses.store();
  }
}
