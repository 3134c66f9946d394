import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { findTimeBefore, isOlderThan } from '../../platform/live-cache/change-log.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import {
  OrderLossesRepository,
  type ListedLoss,
  type OpenLosses,
} from './order-losses.repository.js';

/** Days after a restart or a failover of the database within which stores are expected to ask. */
const LOSS_DAYS = 7;

/** Stores that learned that this database came back without their latest orders, and how far they have repaired it. */
@Injectable()
export class OrderLossesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly positions: ChangePositions,
    private readonly repository: OrderLossesRepository,
  ) {}

  /**
   * Records that a store learns of a loss, unless its cursor cannot be from before one.
   *
   * @param incarnation that of the store's cursor, which lost its end
   * @returns the time before everything that was lost (null: unknown), and whether the loss is plausible
   */
  async tell(
    clientId: number,
    incarnation: string,
  ): Promise<{ after: Date | null; isPlausible: boolean }> {
    const { manager } = this.dataSource;
    const end = this.positions.endOf(incarnation);
    const after = end === null ? null : await findTimeBefore(manager, end);
    const isPlausible = await this.isPlausible(incarnation);
    // Anybody can make up unknown ones: they share a row.
    const known = end === null ? '' : incarnation;
    if (isPlausible) await this.repository.tell(manager, clientId, known, after);
    return { after, isPlausible };
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

  /**
   * Returns whether the changes of a cursor can be lost: after a loss, another incarnation gives out positions. A cursor that
   * claims more than the latest one gave out, or that comes long after the latest one began, is made up, or of another database.
   */
  private async isPlausible(incarnation: string): Promise<boolean> {
    const latest = this.positions.latestIncarnation;
    if (latest === null || latest.id === incarnation) return false;
    return !(await isOlderThan(this.dataSource.manager, latest.start, LOSS_DAYS));
  }
}
