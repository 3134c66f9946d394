import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { timeOfTick } from '../platform/live-cache/change-log.js';
import { STATUS_SETS, type OrderStatus } from './lifecycle/order-lifecycle.js';
import { statusIsIn } from './lifecycle/status-sql.js';
import { OrderItem } from './order-item.entity.js';
import { Order } from './order.entity.js';
import type { OrderUnits } from './lifecycle/order-units.js';
import { recipientOf } from './order-recipient.js';
import type { OrderContent } from './placing/order-differences.js';
import { IDEMPOTENCY_KEY_TTL_HOURS } from './placing/placement.repository.js';
import { Shipment } from './lifecycle/shipment.entity.js';
import { ShipmentItem } from './lifecycle/shipment-item.entity.js';

/** A shipment to be sent; `items` null: all remaining units of the order. */
export interface NewShipment extends Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'> {
  shippedAt: Date | null;
  items: readonly OrderUnits[] | null;
}

/** Ticks that a running service records in an hour; some more in fact. */
const TICKS_PER_HOUR = 50;

/**
 * Time of what a transaction does to an order: one for all of it, so that a shipment and its entry in the timeline agree. It is
 * never before the latest entry's, even if the transaction had to wait or the clock was set back.
 */
const EVENT_TIME = 'greatest(now(), max(changed_at))';

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

  /** Records that nothing more of a returned order will be refunded. */
  async closeRefund(manager: EntityManager, orderId: number): Promise<void> {
    await manager.getRepository(Order).update({ id: orderId }, { refundFinal: true });
  }

  /** Cancels all units of an order that were not shipped. */
  async cancelUnshipped(manager: EntityManager, orderId: number): Promise<void> {
    await manager.query(
      'UPDATE order_items SET canceled_quantity = quantity - shipped_quantity WHERE order_id = $1',
      [orderId],
    );
  }

  /** Counts units of lines as restocked. */
  async addRestocked(
    manager: EntityManager,
    orderId: number,
    units: readonly OrderUnits[],
  ): Promise<void> {
    await manager.query(
      `UPDATE order_items SET restocked_quantity = restocked_quantity + returned.quantity
        FROM unnest($2::integer[], $3::integer[]) AS returned (line, quantity)
        WHERE order_items.order_id = $1 AND order_items.line = returned.line`,
      [orderId, units.map(({ line }) => line), units.map(({ quantity }) => quantity)],
    );
  }

  /** Stores a shipment with its units of each line. */
  async insertShipment(
    manager: EntityManager,
    orderId: number,
    { courier, trackingNumber, trackingUrl, shippedAt }: NewShipment,
    lines: readonly { item: OrderItem; quantity: number }[],
  ): Promise<number> {
    const [shipment] = await manager.query<[{ id: number }]>(
      `INSERT INTO shipments (order_id, courier, tracking_number, tracking_url, shipped_at)
        SELECT $1, $2, $3, $4, coalesce($5, ${EVENT_TIME}) FROM order_status_changes WHERE order_id = $1
        RETURNING id`,
      [orderId, courier, trackingNumber, trackingUrl, shippedAt],
    );
    await manager.query(
      `WITH sent AS (
          INSERT INTO shipment_items (shipment_id, order_id, line, quantity)
          SELECT $1, $2, line, quantity FROM unnest($3::integer[], $4::integer[]) AS shipped (line, quantity)
          RETURNING line, quantity
        )
        UPDATE order_items SET shipped_quantity = shipped_quantity + sent.quantity
        FROM sent WHERE order_items.order_id = $2 AND order_items.line = sent.line`,
      [
        shipment.id,
        orderId,
        lines.map(({ item }) => item.line),
        lines.map(({ quantity }) => quantity),
      ],
    );
    return shipment.id;
  }

  /** Returns the units of a shipment by line. */
  async listShipmentUnits(
    manager: EntityManager,
    shipmentId: number,
  ): Promise<Map<number, number>> {
    const rows = await manager.getRepository(ShipmentItem).findBy({ shipmentId });
    return new Map(rows.map(({ line, quantity }) => [line, quantity]));
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

  async findShipment(
    manager: EntityManager,
    orderId: number,
    id: number,
  ): Promise<Shipment | null> {
    return manager.getRepository(Shipment).findOneBy({ id, orderId });
  }

  /** Changes a shipment, and moves its order to the end of the list of latest changes. */
  async updateShipment(
    manager: EntityManager,
    { id, orderId }: Shipment,
    change: ShipmentCorrection,
  ): Promise<void> {
    await manager.getRepository(Shipment).update({ id }, change);
    await this.listAsChanged(manager, orderId);
  }

  /** Moves an order to the end of the list of latest changes. */
  async listAsChanged(manager: EntityManager, orderId: number): Promise<void> {
    await manager.query('UPDATE orders SET updated_at = now() WHERE id = $1', [orderId]);
  }

  async correct(manager: EntityManager, orderId: number, change: OrderCorrection): Promise<void> {
    await manager.getRepository(Order).update({ id: orderId }, change);
  }
}

/** The fields of a shipment that can be corrected; a missing field stays as it is. */
export type ShipmentCorrection = Partial<
  Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'>
>;

/** The fields of an order that can be corrected; a missing field stays as it is. */
export type OrderCorrection = AddressCorrection &
  Partial<Pick<Order, 'customerName' | 'customerPhone' | 'customerEmail' | 'notes'>>;

/** The fields of an order's address that can be corrected; a missing field stays as it is. */
export type AddressCorrection = Partial<
  Pick<
    Order,
    'shippingAddress' | 'shippingCity' | 'shippingState' | 'shippingPincode' | 'shippingCountry'
  >
>;
