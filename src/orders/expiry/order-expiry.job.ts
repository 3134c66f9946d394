import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { OrderExpiryService } from './order-expiry.service.js';
import { OrdersService } from '../orders.service.js';

const INTERVAL_MS = 30_000;

/**
 * Expires unpaid orders and forgets idempotency keys while the service runs. At the start, this includes what fell due while it
 * was down.
 * - does nothing while the database's clock cannot be trusted
 */
@Injectable()
export class OrderExpiryJob extends PeriodicJob {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) logger: Logger,
    private readonly orders: OrdersService,
    private readonly expiry: OrderExpiryService,
    private readonly clock: DatabaseClock,
  ) {
    super(logger, INTERVAL_MS, 'expiry failed');
  }

  protected async run(): Promise<void> {
    if (!(await this.clock.isTrusted())) return;
    await this.orders.forgetOldKeys();
    const { unpaidOrderTtlHours } = this.settings;
    if (unpaidOrderTtlHours === 0) return;
    const count = await this.expiry.expireUnpaid(unpaidOrderTtlHours);
    if (count > 0) this.logger.info({ count }, 'unpaid orders expired');
  }
}
