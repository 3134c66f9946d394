import { textsOf } from './order-texts.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Raw, Repository, type EntityManager } from 'typeorm';
import { selectFrom } from '../platform/database/reads/entity-rows.js';
import type { RenamedKey } from '../stock/stock-key.js';
import { timeOfTick } from '../platform/live-cache/change-log.js';
import { STATUS_SETS } from './lifecycle/order-lifecycle.js';
import { EVENT_TIME, statusIsIn } from './lifecycle/status-sql.js';
import { OrderStatusChange } from './lifecycle/order-status-change.entity.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';
import { recipientOf } from './order-recipient.js';
import type { OrderContent } from './placing/order-differences.js';
import { IdempotencyKey } from './placing/idempotency-key.entity.js';

/** Lifetime of an idempotency key: repeated requests get the first response. */
const IDEMPOTENCY_KEY_TTL_HOURS = 24;
/** Number of ticks that a running service records in an hour, at the least. */
const TICKS_PER_HOUR = 50;
/** Idempotency keys that one statement deletes: few enough for its time limit. */
const KEYS_AT_ONCE = 5_000;

@Injectable()
export class OrdersRepository {
  private readonly orderRows: string;
  private readonly itemRows: string;

  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    @InjectRepository(OrderItem) private readonly items: Repository<OrderItem>,
    @InjectRepository(OrderStatusChange) private readonly changes: Repository<OrderStatusChange>,
    @InjectRepository(IdempotencyKey) private readonly keys: Repository<IdempotencyKey>,
  ) {
    this.orderRows = selectFrom(orders);
    this.itemRows = selectFrom(items);
  }

  /**
   * Deletes some idempotency keys that have expired by the clock and by the ticks recorded since. Ticks are at least a minute
   * apart, so a clock that is wrong at a start makes no key old.
   *
   * @returns false when none are left
   */
  async deleteSomeOldKeys(): Promise<boolean> {
    const [, count] = await this.keys.query<[unknown, number]>(
      `DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY (SELECT ctid FROM idempotency_keys
        WHERE created_at <= now() - make_interval(hours => $1) AND created_at <= ${timeOfTick('$2')} LIMIT $3 FOR UPDATE SKIP LOCKED))`,
      [IDEMPOTENCY_KEY_TTL_HOURS, IDEMPOTENCY_KEY_TTL_HOURS * TICKS_PER_HOUR, KEYS_AT_ONCE],
    );
    return count === KEYS_AT_ONCE;
  }

  /** Locks the items of a product that have certain keys, of all orders that are not archived. */
  async lockVariations(
    manager: EntityManager,
    productId: number,
    variationKeys: readonly string[],
  ): Promise<void> {
    await manager.query(
      `SELECT count(*) FROM (
          SELECT FROM order_items WHERE product_id = $1 AND variation_key = ANY($2)
          ORDER BY order_id, line FOR NO KEY UPDATE
        ) locked`,
      [productId, variationKeys],
    );
  }

  /** Gives items of a product, of all orders that are not archived, the other keys of their combinations. */
  async renameVariations(
    manager: EntityManager,
    productId: number,
    keys: readonly RenamedKey[],
  ): Promise<void> {
    await manager.query(
      `UPDATE order_items item SET variation_key = pair.to_key
        FROM unnest($2::text[], $3::text[]) AS pair (from_key, to_key)
        WHERE item.product_id = $1 AND item.variation_key = pair.from_key`,
      [productId, keys.map(({ from }) => from), keys.map(({ to }) => to)],
    );
  }

  /** Gives an order a status. A different status is added to the timeline, at {@link EVENT_TIME}. */
  async updateStatus(
    manager: EntityManager,
    { id, status: before }: Pick<Order, 'id' | 'status'>,
    { status, paymentStatus }: Pick<Order, 'status' | 'paymentStatus'>,
  ): Promise<void> {
    await manager.query(
      `WITH moved AS (
          UPDATE orders SET status = $2, payment_status = $3, updated_at = now() WHERE id = $1 RETURNING id
        )
        INSERT INTO order_status_changes (order_id, status, changed_at)
        SELECT $1, $2, ${EVENT_TIME} FROM order_status_changes WHERE order_id = (SELECT id FROM moved) HAVING $4::boolean`,
      [id, status, paymentStatus, status !== before],
    );
  }

  /** Returns true if the latest status change of an order is less than a number of days ago. */
  async isStatusNewerThan(manager: EntityManager, orderId: number, days: number): Promise<boolean> {
    const changedAt = Raw((at) => `${at} > clock_timestamp() - make_interval(days => ${days})`);
    return manager.withRepository(this.changes).existsBy({ orderId, changedAt });
  }

  async findLive(manager: EntityManager, orderNumbers: readonly string[]): Promise<Order[]> {
    if (orderNumbers.length === 0) return [];
    return manager
      .withRepository(this.orders)
      .findBy({ orderNumber: In(orderNumbers), isTest: false });
  }

  /**
   * Locks those orders that exist, by id.
   *
   * @param clientId their client, including test orders; null: any client's, without test orders
   */
  async lockOrders(
    manager: EntityManager,
    orderNumbers: readonly string[],
    clientId: number | null = null,
  ): Promise<Order[]> {
    if (orderNumbers.length === 0) return [];
    // As a list, not as an array, for whose length PostgreSQL would plan each time.
    const numbers = orderNumbers.map((_, at) => `$${at + 1}`);
    const scope = clientId === null ? 'NOT is_test' : `client_id = $${numbers.length + 1}`;
    return manager.query<Order[]>(
      `${this.orderRows} WHERE order_number IN (${numbers.join(', ')}) AND ${scope} ORDER BY id FOR UPDATE`,
      clientId === null ? [...orderNumbers] : [...orderNumbers, clientId],
    );
  }

  async listItems(manager: EntityManager, orderId: number): Promise<OrderItem[]> {
    return manager.query<OrderItem[]>(`${this.itemRows} WHERE order_id = $1 ORDER BY line`, [
      orderId,
    ]);
  }

  /** Finds the content of a client's order; null once it is archived or its customer's data was removed. */
  async findContent(clientId: number, orderNumber: string): Promise<OrderContent | null> {
    const order = await this.orders.findOneBy({ clientId, orderNumber });
    if (order === null || order.anonymizedAt !== null) return null;
    return {
      ...recipientOf(order),
      items: await this.listItems(this.items.manager, order.id),
      ...textsOf(order),
    };
  }

  async update(manager: EntityManager, id: number, change: Partial<Order>): Promise<void> {
    await manager.withRepository(this.orders).update({ id }, change);
  }

  /**
   * Locks the oldest orders that have waited for payment too long, skipping locked rows and test orders that follow a
   * scenario.
   */
  async lockUnpaid(manager: EntityManager, ttlHours: number, limit: number): Promise<Order[]> {
    return (
      manager
        .withRepository(this.orders)
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
    const updatedAt = (): string => 'now()';
    await manager.withRepository(this.orders).update({ id: orderId }, { updatedAt });
  }
}
