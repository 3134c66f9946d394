import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OrderStatus } from './order-lifecycle.js';
import { OrderItem } from './order-item.entity.js';
import { OrderStatusChange } from './order-status-change.entity.js';
import { Order } from './order.entity.js';
import { Payment } from './fulfillment/payment.entity.js';
import { IDEMPOTENCY_KEY_TTL_HOURS } from './placing/placement.repository.js';
import { Shipment } from './fulfillment/shipment.entity.js';

/** A parcel to be sent; `items` null: all that is left of the order. */
export interface NewShipment extends Pick<Shipment, 'courier' | 'trackingNumber' | 'trackingUrl'> {
  shippedAt: Date | null;
  items: readonly { line: number; quantity: number }[] | null;
}

@Injectable()
export class OrdersRepository {
  /** Forgets keys whose lifetime is over. */
  async deleteOldKeys(manager: EntityManager): Promise<void> {
    await manager.query(
      'DELETE FROM idempotency_keys WHERE created_at <= now() - make_interval(hours => $1)',
      [IDEMPOTENCY_KEY_TTL_HOURS],
    );
  }

  async insertStatusChange(
    manager: EntityManager,
    orderId: number,
    status: OrderStatus,
  ): Promise<void> {
    await manager.getRepository(OrderStatusChange).insert({ orderId, status });
  }

  /** Locks the order against any other change. */
  async lockOrder(
    manager: EntityManager,
    key: Pick<Order, 'orderNumber' | 'isTest'>,
  ): Promise<Order | null> {
    return manager
      .getRepository(Order)
      .findOne({ where: { ...key }, lock: { mode: 'pessimistic_write' } });
  }

  async listItems(manager: EntityManager, orderId: number): Promise<OrderItem[]> {
    return manager.getRepository(OrderItem).find({ where: { orderId }, order: { line: 'ASC' } });
  }

  async updateStatus(
    manager: EntityManager,
    orderId: number,
    change: Pick<Order, 'status' | 'paymentStatus'>,
  ): Promise<void> {
    await manager.getRepository(Order).update({ id: orderId }, change);
  }

  /** Stores a parcel and what of each line it holds. */
  async insertShipment(
    manager: EntityManager,
    orderId: number,
    { courier, trackingNumber, trackingUrl, shippedAt }: NewShipment,
    parcel: readonly { item: OrderItem; quantity: number }[],
  ): Promise<void> {
    const shipment = manager.getRepository(Shipment).create({
      orderId,
      courier,
      trackingNumber,
      trackingUrl,
      ...(shippedAt !== null && { shippedAt }),
    });
    await manager.getRepository(Shipment).insert(shipment);
    await manager.query(
      `WITH sent AS (
          INSERT INTO shipment_items (shipment_id, order_id, line, quantity)
          SELECT $1, $2, line, quantity FROM unnest($3::integer[], $4::integer[]) AS parcel (line, quantity)
          RETURNING line, quantity
        )
        UPDATE order_items SET shipped_quantity = shipped_quantity + sent.quantity
        FROM sent WHERE order_items.order_id = $2 AND order_items.line = sent.line`,
      [
        shipment.id,
        orderId,
        parcel.map(({ item }) => item.line),
        parcel.map(({ quantity }) => quantity),
      ],
    );
  }

  /**
   * Locks the oldest orders that have waited for their payment too long, but those others are at, and test
   * orders that take a life of their own.
   */
  async lockUnpaid(manager: EntityManager, ttlHours: number, limit: number): Promise<Order[]> {
    return (
      manager
        .getRepository(Order)
        .createQueryBuilder('orders')
        .where(`orders.status = 'awaiting_payment' AND orders.test_scenario IS NULL`)
        .andWhere('orders.created_at <= now() - make_interval(hours => :ttlHours)', { ttlHours })
        // In the order of the index of unpaid orders, so that no more are read than are due.
        .orderBy('orders.createdAt')
        .limit(limit)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getMany()
    );
  }

  /** Payments with a reference: those of an order by whatever method, and that of another order by the same one. */
  async findPayments(
    manager: EntityManager,
    { orderId, method, reference }: Pick<Payment, 'orderId' | 'method' | 'reference'>,
  ): Promise<Payment[]> {
    if (reference === null) return [];
    return manager.getRepository(Payment).findBy([
      { method, reference },
      { orderId, reference },
    ]);
  }

  async hasPayment(manager: EntityManager, orderId: number): Promise<boolean> {
    return manager.getRepository(Payment).existsBy({ orderId });
  }

  async insertPayment(
    manager: EntityManager,
    payment: Omit<Payment, 'id' | 'createdAt'>,
  ): Promise<void> {
    await manager.getRepository(Payment).insert(payment);
  }
}
