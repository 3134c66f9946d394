import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAs } from '../../platform/http/request-context.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { GatewayNoticesService } from './notices/gateway-notices.service.js';
import { GatewayRefundsService } from './refunds/gateway-refunds.service.js';
import { IntentChecksService } from './checkouts/intent-checks.service.js';

const INTERVAL_MS = 1_000;
/** The actor in the ledger and the audit log. */
const ACTOR = 'gateway';

/** Handles notices, checks the intents that are due, and sends refunds. */
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
