import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { timeOfTick } from '../platform/live-cache/change-log.js';
import { STATUS_SETS, type OrderStatus } from './lifecycle/order-lifecycle.js';
import type { OrderCorrection } from './lifecycle/order-correction.js';
import { EVENT_TIME, statusIsIn } from './lifecycle/status-sql.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';
import { recipientOf } from './order-recipient.js';
import type { OrderContent } from './placing/order-differences.js';
import { IDEMPOTENCY_KEY_TTL_HOURS } from './placing/placement.repository.js';

/** Ticks that a running service records in an hour; some more in fact. */
const TICKS_PER_HOUR = 50;

@Injectable()
export class OrdersRepository {
  /**
   * Deletes idempotency keys that have expired: by the clock, and by the ticks that were recorded since. There is one in a minute
   * at most while an instance runs, so a clock that is wrong at a start makes no key old.
   */
  async deleteOldKeys(manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM idempotency_keys
        WHERE created_at <= now() - make_interval(hours => $1) AND created_at <= ${timeOfTick('$2')}`,
      [IDEMPOTENCY_KEY_TTL_HOURS, IDEMPOTENCY_KEY_TTL_HOURS * TICKS_PER_HOUR],
    );
  }

  /**
   * Adds an entry to the timeline, at {@link EVENT_TIME}.
   */
  async insertStatusChange(
    manager: EntityManager,
    orderId: number,
    status: OrderStatus,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO order_status_changes (order_id, status, changed_at)
        SELECT $1, $2, ${EVENT_TIME} FROM order_status_changes WHERE order_id = $1`,
      [orderId, status],
    );
  }

  /** Returns whether the latest status change of an order is less than a number of days ago. */
  async isStatusNewerThan(manager: EntityManager, orderId: number, days: number): Promise<boolean> {
    const [row] = await manager.query<[{ isNewer: boolean }]>(
      `SELECT max(changed_at) > clock_timestamp() - make_interval(days => $2) AS "isNewer"
        FROM order_status_changes WHERE order_id = $1`,
      [orderId, days],
    );
    return row.isNewer;
  }

  async findLive(manager: EntityManager, orderNumbers: readonly string[]): Promise<Order[]> {
    if (orderNumbers.length === 0) return [];
    return manager.getRepository(Order).findBy({ orderNumber: In(orderNumbers), isTest: false });
  }

  /**
   * Locks those orders that exist, in the order of their ids.
   *
   * @param clientId whose orders, test orders too; null: any client's, without test orders
   */
  async lockOrders(
    manager: EntityManager,
    orderNumbers: readonly string[],
    clientId: number | null = null,
  ): Promise<Order[]> {
    const scope = clientId === null ? { isTest: false } : { clientId };
    return manager.getRepository(Order).find({
      where: { orderNumber: In(orderNumbers), ...scope },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async listItems(manager: EntityManager, orderId: number): Promise<OrderItem[]> {
    return manager.getRepository(OrderItem).find({ where: { orderId }, order: { line: 'ASC' } });
  }

  /** Returns the content of a client's order; null once it is archived or its customer's data was removed. */
  async findContent(
    manager: EntityManager,
    clientId: number,
    orderNumber: string,
  ): Promise<OrderContent | null> {
    const order = await manager.getRepository(Order).findOneBy({ clientId, orderNumber });
    if (order === null || order.anonymizedAt !== null) return null;
    return {
      ...recipientOf(order),
      items: await this.listItems(manager, order.id),
      notes: order.notes,
    };
  }

  async updateStatus(
    manager: EntityManager,
    orderId: number,
    change: Pick<Order, 'status' | 'paymentStatus'>,
  ): Promise<void> {
    await manager.getRepository(Order).update({ id: orderId }, change);
  }

  /**
   * Locks the oldest orders that have waited for payment too long, skipping locked rows and test orders that follow a
   * scenario.
   */
  async lockUnpaid(manager: EntityManager, ttlHours: number, limit: number): Promise<Order[]> {
    return (
      manager
        .getRepository(Order)
        .createQueryBuilder('orders')
        .where(statusIsIn('orders.status', STATUS_SETS.awaitingPayment))
        .andWhere('orders.test_scenario IS NULL')
        .andWhere('orders.created_at <= now() - make_interval(hours => :ttlHours)', { ttlHours })
        // In the order of the index of unpaid orders, so that no more are read than are due.
        .orderBy('orders.createdAt')
        .limit(limit)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getMany()
    );
  }

  /** Moves an order to the end of the list of latest changes. */
  async listAsChanged(manager: EntityManager, orderId: number): Promise<void> {
    await manager.query('UPDATE orders SET updated_at = now() WHERE id = $1', [orderId]);
  }

  async correct(manager: EntityManager, orderId: number, change: OrderCorrection): Promise<void> {
    await manager.getRepository(Order).update({ id: orderId }, change);
  }
}
