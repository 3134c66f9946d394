import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAs } from '../../platform/http/request-context.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { AutoPayService } from './auto-pay.service.js';

const INTERVAL_MS = 2_000;
/** The actor in the ledger and the audit log. */
const ACTOR = 'auto-pay';

/** Pays orders automatically, within five seconds of their placement or of new money in the wallet. */
@Injectable()
export class AutoPayJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly autoPay: AutoPayService,
  ) {
    super(logger, INTERVAL_MS, 'orders could not be paid automatically');
  }

  protected async run(): Promise<void> {
    await runAs(ACTOR, () => this.autoPay.payDue());
  }
}
