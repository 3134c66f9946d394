import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAs } from '../../platform/http/request-context.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { GatewayNoticesService } from './gateway-notices.service.js';
import { GatewayRefundsService } from './gateway-refunds.service.js';
import { IntentChecksService } from './intent-checks.service.js';

const INTERVAL_MS = 1_000;
/** How the ledger and the audit log name it. */
const ACTOR = 'gateway';

/** Asks the gateway where a notice, a browser or the schedule gives the occasion, and sends refunds. */
@Injectable()
export class GatewayJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly notices: GatewayNoticesService,
    private readonly checks: IntentChecksService,
    private readonly refunds: GatewayRefundsService,
  ) {
    super(logger, INTERVAL_MS, 'the gateway could not be asked');
  }

  protected async run(): Promise<void> {
    await runAs(ACTOR, async () => {
      const results = await Promise.allSettled([
        this.notices.handleDue(),
        this.checks.checkDue(),
        this.refunds.sendDue(),
      ]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    });
  }
}
