import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAs } from '../../platform/http/request-context.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { HAS_DUE_INTENTS } from './checkouts/payment-intents.repository.js';
import { HAS_DUE_DISPUTES } from './disputes/gateway-disputes.repository.js';
import { HAS_DUE_NOTICES } from './notices/gateway-notices.repository.js';
import { HAS_DUE_REFUNDS } from './refunds/gateway-refunds.repository.js';
import { GatewayNoticesService } from './notices/gateway-notices.service.js';
import { GatewayDisputesService } from './disputes/gateway-disputes.service.js';
import { RefundProgressService } from './refunds/refund-progress.service.js';
import { IntentChecksService } from './checkouts/intent-checks.service.js';

const INTERVAL_MS = 1_000;
const HAS_WORK = [HAS_DUE_NOTICES, HAS_DUE_INTENTS, HAS_DUE_REFUNDS, HAS_DUE_DISPUTES].join(' OR ');
/** The actor in the ledger and the audit log. */
const ACTOR = 'gateway';

/** Handles notices, checks the intents that are due, sends refunds, and follows refunds and disputes until they end. */
@Injectable()
export class GatewayJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly notices: GatewayNoticesService,
    private readonly checks: IntentChecksService,
    private readonly refunds: RefundProgressService,
    private readonly disputes: GatewayDisputesService,
  ) {
    super(logger, INTERVAL_MS, 'the gateway could not be asked', HAS_WORK);
  }

  protected async run(): Promise<void> {
    await runAs(ACTOR, async () => {
      const results = await Promise.allSettled([
        this.notices.handleDue(),
        this.checks.checkDue(),
        this.refunds.sendDue(),
        this.refunds.askDue(),
        this.disputes.askDue(),
      ]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    });
  }
}
