import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { findTimeBefore } from '../../platform/live-cache/change-log.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import {
  OrderLossesRepository,
  type ListedLoss,
  type OpenLosses,
} from './order-losses.repository.js';

/** Stores that learned that this database came back without their latest orders, and how far they have repaired it. */
@Injectable()
export class OrderLossesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly positions: ChangePositions,
    private readonly repository: OrderLossesRepository,
  ) {}

  /**
   * Records that a store learns of a loss.
   *
   * @param incarnation that of the store's cursor, which lost its end
   * @returns the time before everything that was lost; null: unknown
   */
  async tell(clientId: number, incarnation: string): Promise<Date | null> {
    const { manager } = this.dataSource;
    const end = this.positions.endOf(incarnation);
    const lostAfter = end === null ? null : await findTimeBefore(manager, end);
    // Anybody can make up unknown ones: they share a row.
    const known = end === null ? '' : incarnation;
    await this.repository.tell(manager, clientId, known, lostAfter);
    return lostAfter;
  }

  /** Records which of its orders a store misses, if it learned of a loss. */
  async reconcile(clientId: number, missingIds: readonly string[]): Promise<void> {
    await this.repository.reconcile(this.dataSource.manager, clientId, missingIds);
  }

  async list(): Promise<ListedLoss[]> {
    return this.repository.list(this.dataSource.manager);
  }

  async countOpen(manager: EntityManager): Promise<OpenLosses> {
    return this.repository.countOpen(manager);
  }
}
