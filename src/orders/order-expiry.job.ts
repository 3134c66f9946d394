import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS, type Settings } from '../config/settings.js';
import { databaseFault } from '../database/faults.js';
import { PeriodicJob } from '../database/periodic-job.js';
import { LOGGER } from '../http/logger.js';
import { OrderLifeService } from './order-life.service.js';
import { OrdersService } from './orders.service.js';

const INTERVAL_MS = 30_000;

/**
 * Expires unpaid orders and forgets idempotency keys while the service runs; what fell due while it was
 * down, at the start.
 */
@Injectable()
export class OrderExpiryJob extends PeriodicJob {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly orders: OrdersService,
    private readonly orderLife: OrderLifeService,
  ) {
    super(INTERVAL_MS);
  }

  protected async run(): Promise<void> {
    try {
      await this.orders.forgetOldKeys();
      const { unpaidOrderTtlHours } = this.settings;
      if (unpaidOrderTtlHours === 0) return;
      const count = await this.orderLife.expireUnpaid(unpaidOrderTtlHours);
      if (count > 0) this.logger.info({ count }, 'unpaid orders expired');
    } catch (error) {
      const { code } = databaseFault(error) ?? {};
      this.logger.error(
        { code, stack: code ? undefined : (error as Error).stack },
        'expiry failed',
      );
    }
  }
}
