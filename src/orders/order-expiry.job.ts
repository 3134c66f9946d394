import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS, type Settings } from '../config/settings.js';
import { databaseFault } from '../database/faults.js';
import { LOGGER } from '../http/logger.js';
import { OrderLifeService } from './order-life.service.js';
import { OrdersService } from './orders.service.js';

const INTERVAL_MS = 30_000;

/**
 * Expires unpaid orders and forgets idempotency keys while the service runs; what fell due while it was
 * down, at the start.
 */
@Injectable()
export class OrderExpiryJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly orders: OrdersService,
    private readonly orderLife: OrderLifeService,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(0);
  }

  /** The phase before the one in which the database is let go. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** The next run begins after the one before has ended. */
  private schedule(delayMs: number): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.running = this.run().finally(() => this.schedule(INTERVAL_MS));
    }, delayMs);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    try {
      await this.orders.forgetOldKeys();
      const { unpaidOrderTtlHours } = this.settings;
      if (unpaidOrderTtlHours === 0) return;
      const count = await this.orderLife.expireUnpaid(unpaidOrderTtlHours);
      if (count > 0) this.logger.info({ count }, 'unpaid orders expired');
    } catch (error) {
      // The next run takes up what this one could not do.
      const { code } = databaseFault(error) ?? {};
      this.logger.error(
        { code, stack: code ? undefined : (error as Error).stack },
        'expiry failed',
      );
    }
  }
}
