import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { serviceJob } from '../../platform/jobs/service-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { MessageFinderRepository } from './message-finder.repository.js';
import { MessagesService } from './messages.service.js';

const FIND_INTERVAL_MS = 10 * 60_000;
/** A client is mailed this number of hours before an order expires, but at most for this part of the time to pay. */
const LEAD_HOURS = 6;
const LEAD_SHARE = 0.25;

/** Gathers events into mails. */
@Injectable()
export class GatherMessagesJob extends serviceJob(MessagesService, {
  intervalMs: 30_000,
  failure: 'mails about orders and money could not be gathered',
  run: (messages) => messages.gather(),
}) {}

/** Finds events that people are mailed about before or without a change. Finds nothing while the database's clock is wrong. */
@Injectable()
export class FindMessagesJob extends PeriodicJob {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) logger: Logger,
    private readonly clock: DatabaseClock,
    private readonly finder: MessageFinderRepository,
  ) {
    super(logger, FIND_INTERVAL_MS, 'what to mail people about could not be found');
  }

  /** Runs once. */
  async find(): Promise<void> {
    if (!(await this.clock.isTrusted())) return;
    const { unpaidOrderTtlHours: ttlHours } = this.settings;
    const { manager } = this.dataSource;
    if (ttlHours > 0) {
      const leadHours = Math.min(LEAD_HOURS, ttlHours * LEAD_SHARE);
      await this.finder.findExpiring(manager, ttlHours, leadHours);
    }
    await this.finder.findFailedDeliveries(manager);
    await this.finder.findEndingSubscriptions(manager);
    await this.finder.findOverdue(manager);
    await inTransaction(this.dataSource, (within) => this.finder.findLevels(within));
    await this.finder.deleteOld(manager);
  }

  protected run(): Promise<void> {
    return this.find();
  }
}
