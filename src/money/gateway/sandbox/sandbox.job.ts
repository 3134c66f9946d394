import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { dateInShop } from '../../../platform/time-zone.js';
import { SandboxAccountService } from './sandbox-account.service.js';
import { SandboxService } from './sandbox.service.js';

const INTERVAL_MS = 1_000;

/** Sends the notices of the sandbox, processes its refunds, and settles each day at its end. */
@Injectable()
export class SandboxJob extends PeriodicJob {
  private settledOn: string | null = null;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly sandbox: SandboxService,
    private readonly account: SandboxAccountService,
  ) {
    super(logger, INTERVAL_MS, 'the sandbox could not send its notices');
  }

  protected async run(): Promise<void> {
    await this.account.endRefunds();
    const today = dateInShop(new Date());
    if (this.settledOn !== today) await this.account.settleEarlierDays();
    this.settledOn = today;
    await this.sandbox.sendNotices();
  }
}
