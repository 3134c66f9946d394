import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { PeriodicJob } from '../../platform/jobs/periodic-job.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { StockService } from '../../stock/stock.service.js';
import { OrderFiguresRepository } from './order-figures.repository.js';

const INTERVAL_MS = 60_000;

/** Measures how much of the stock the unpaid orders of a single client reserve, for an alarm. */
@Injectable()
export class UnpaidStockJob extends PeriodicJob {
  private readonly set: (share: number) => void;

  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly dataSource: DataSource,
    private readonly stock: StockService,
    private readonly figures: OrderFiguresRepository,
    metrics: Metrics,
  ) {
    super(logger, INTERVAL_MS, 'measuring unpaid stock failed');
    this.set = metrics.gauge(
      'orders_unpaid_stock_share_max',
      'Share of all units on hand that the unpaid orders of one client reserve: of the client with most (0 to 1)',
    );
  }

  protected async run(): Promise<void> {
    const { manager } = this.dataSource;
    const [onHand, held] = [
      await this.stock.sumOnHand(manager),
      await this.figures.maxUnpaidUnits(manager),
    ];
    this.set(onHand === 0 ? 0 : held / onHand);
  }
}
