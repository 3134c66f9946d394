import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { AppError } from '../../../platform/http/errors.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { ApprovalsRepository } from '../approvals.repository.js';
import { ApprovalsService } from '../approvals.service.js';

const INTERVAL_MS = 30_000;

/**
 * Carries out delayed changes of settings once they take effect. One that is impossible meanwhile is rejected, with the reason.
 * - does nothing while the database's clock cannot be trusted
 */
@Injectable()
export class DelayedSettingsJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly dataSource: DataSource,
    private readonly clock: DatabaseClock,
    private readonly repository: ApprovalsRepository,
    private readonly approvals: ApprovalsService,
  ) {
    super(logger, INTERVAL_MS, 'delayed settings could not take effect');
  }

  protected async run(): Promise<void> {
    if (!(await this.clock.isTrusted())) return;
    for (const id of await this.repository.listDue(this.dataSource.manager)) {
      try {
        await this.approvals.settle(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const why = `It could not take effect: ${error.message}`;
        await this.approvals.settle(id, why.slice(0, LIMITS.reasonLength));
      }
    }
  }
}
