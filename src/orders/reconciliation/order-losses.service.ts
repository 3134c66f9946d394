import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { findTimeBefore } from '../../platform/live-cache/change-log.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import {
  OrderLossesRepository,
  type ListedLoss,
  type OpenLosses,
} from './order-losses.repository.js';

export type { OpenLosses };

/** Stores that learned that this database came back without their latest orders, and their progress in repairing it. */
@Injectable()
export class OrderLossesService {
  private readonly countReset: () => void;

  constructor(
    private readonly dataSource: DataSource,
    private readonly positions: ChangePositions,
    private readonly repository: OrderLossesRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.countReset = metrics.counter(
      'order_list_resets_total',
      'Stores whose list of orders began again because they had received changes that the database does not have; each once a day',
    );
  }

  /** Finds the time before everything that an incarnation lost; null: unknown. */
  async findTimeBefore(incarnation: string): Promise<Date | null> {
    const end = this.positions.endOf(incarnation);
    return end === null ? null : findTimeBefore(this.dataSource.manager, end);
  }

  /**
   * Records and counts that a store learns of a loss.
   *
   * @param loss.incarnation that of the store's cursor, which lost its end
   */
  async tell(loss: { clientId: number; incarnation: string; after: Date | null }): Promise<void> {
    const { clientId, incarnation, after } = loss;
    // A store that repeats its cursor is not another loss.
    if (!(await this.repository.tell(clientId, incarnation, after))) return;
    this.countReset();
    this.logger.warn(
      { clientId, lostAfter: after },
      'a store has received changes of orders that this database does not have',
    );
  }

  /** Records which of its orders a store misses, if it learned of a loss. */
  async reconcile(clientId: number, missingIds: readonly string[]): Promise<void> {
    await this.repository.reconcile(clientId, missingIds);
  }

  async list(): Promise<ListedLoss[]> {
    return this.repository.list();
  }

  async countOpen(manager: EntityManager): Promise<OpenLosses> {
    return this.repository.countOpen(manager);
  }
}
