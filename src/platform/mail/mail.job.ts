import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { LOGGER } from '../observability/logger.js';
import { MailService } from './mail.service.js';

const INTERVAL_MS = 1_000;

/** Sends queued mails. */
@Injectable()
export class MailJob extends PeriodicJob {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly mail: MailService,
  ) {
    super(logger, INTERVAL_MS, 'sending mails failed');
  }

  protected run(): Promise<void> {
    return this.mail.sendDue();
  }
}
