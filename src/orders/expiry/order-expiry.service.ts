import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { StockQuantity } from '../../stock/stock-key.js';
import { StockService } from '../../stock/stock.service.js';
import { OrderChanges } from '../lifecycle/order-changes.js';
import { OrdersRepository } from '../orders.repository.js';

/** Number of orders that one transaction expires: small enough to hold their locks for a moment only. */
const BATCH = 50;

/** Expiry of orders that were not paid in time, by the database's clock. */
@Injectable()
export class OrderExpiryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: DatabaseClock,
    private readonly changes: OrderChanges,
    private readonly stock: StockService,
    private readonly repository: OrdersRepository,
  ) {}

  /**
   * Expires unpaid orders. Several instances may do so at the same time: each skips the orders that another one has locked.
   *
   * @returns how many orders expired
   */
  async expireUnpaid(ttlHours: number): Promise<number> {
    for (let total = 0; ;) {
      const count = await inTransaction(this.dataSource, (manager) =>
        this.expireBatch(manager, ttlHours),
      );
      total += count;
      if (count < BATCH) return total;
    }
  }

  private async expireBatch(manager: EntityManager, ttlHours: number): Promise<number> {
    // Within the transaction: a jump between a check and its beginning would expire every order.
    if (!(await this.clock.isTrusted(manager))) return 0;
    const orders = await this.repository.lockUnpaid(manager, ttlHours, BATCH);
    const reservations: StockQuantity[] = [];
    for (const order of orders) {
      await this.changes.advance(manager, order, 'expire');
      reservations.push(...(await this.changes.reservations(manager, order)));
    }
    // All orders in one call: it locks their stock levels in key order, so that two calls cannot deadlock.
    await this.stock.release(manager, reservations);
    return orders.length;
  }
}
