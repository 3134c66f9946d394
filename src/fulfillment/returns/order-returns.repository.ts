import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import { Order } from '../../orders/order.entity.js';
import { OrderReturnItem } from './order-return-item.entity.js';
import { OrderReturn } from './order-return.entity.js';
import type { StoredReturns } from './returned-units.js';

/** Return that a store requests or an operator records. */
export interface NewReturn {
  reason: string;
  items: readonly OrderUnits[];
  /** The shipment that its courier brought back. */
  shipmentId?: number;
}

/** What a store sees of an accepted return. */
export type ReturnDirections = Pick<OrderReturn, 'returnAddress' | 'instructions'>;

/** How a store sent the units of a return. */
export interface ReturnTracking extends Pick<OrderReturn, 'trackingUrl'> {
  courier: string;
  trackingNumber: string;
}

/** Returns of orders. Every writer locks the order. */
@Injectable()
export class OrderReturnsRepository {
  constructor(
    @InjectRepository(OrderReturn) private readonly returns: Repository<OrderReturn>,
    @InjectRepository(OrderReturnItem) private readonly items: Repository<OrderReturnItem>,
    @InjectRepository(Order) private readonly orders: Repository<Order>,
  ) {}

  async find(manager: EntityManager, orderId: number, id: number): Promise<OrderReturn | null> {
    return manager.withRepository(this.returns).findOneBy({ id, orderId });
  }

  /** Finds the return of an order that was neither declined nor withdrawn. */
  async findCurrent(manager: EntityManager, orderId: number): Promise<OrderReturn | null> {
    return manager.withRepository(this.returns).findOneBy({ orderId, declinedAt: IsNull() });
  }

  async findByKey(
    manager: EntityManager,
    orderId: number,
    idempotencyKey: string,
  ): Promise<OrderReturn | null> {
    return manager.withRepository(this.returns).findOneBy({ orderId, idempotencyKey });
  }

  /** Lists all returns of an order, the oldest first, with their units by line. */
  async list(manager: EntityManager, orderId: number): Promise<StoredReturns> {
    const where = { orderId };
    return {
      returns: await manager.withRepository(this.returns).find({ where, order: { id: 'ASC' } }),
      returnItems: await manager.withRepository(this.items).find({ where, order: { line: 'ASC' } }),
    };
  }

  /** @returns the id */
  async insert(
    manager: EntityManager,
    orderId: number,
    { reason, items, shipmentId }: NewReturn,
    idempotencyKey: string | null,
  ): Promise<number> {
    const row = { orderId, reason, idempotencyKey, shipmentId };
    const { id: returnId } = await manager.withRepository(this.returns).save(row);
    await manager
      .withRepository(this.items)
      .insert(items.map(({ line, quantity }) => ({ returnId, orderId, line, quantity })));
    return returnId;
  }

  /** Accepts a return, or changes the directions of an accepted one. */
  async accept(manager: EntityManager, id: number, directions: ReturnDirections): Promise<void> {
    const acceptedAt = (): string => 'coalesce(accepted_at, now())';
    await manager.withRepository(this.returns).update({ id }, { ...directions, acceptedAt });
  }

  async setTracking(manager: EntityManager, id: number, tracking: ReturnTracking): Promise<void> {
    const sentAt = (): string => 'coalesce(sent_at, now())';
    await manager.withRepository(this.returns).update({ id }, { ...tracking, sentAt });
  }

  async decline(manager: EntityManager, id: number, reason: string): Promise<void> {
    await manager
      .withRepository(this.returns)
      .update({ id }, { declinedAt: () => 'now()', declineReason: reason });
  }

  async withdraw(manager: EntityManager, id: number): Promise<void> {
    await manager
      .withRepository(this.returns)
      .update({ id }, { declinedAt: () => 'now()', isWithdrawn: true });
  }

  async noteInspection(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.returns).update({ id }, { inspectedAt: () => 'now()' });
  }

  /** Sets the units of lines that cannot be sold again. */
  async setScrapped(
    manager: EntityManager,
    returnId: number,
    units: readonly OrderUnits[],
  ): Promise<void> {
    await manager.query(
      `UPDATE order_return_items SET scrapped_quantity = scrapped.quantity
        FROM unnest($2::integer[], $3::integer[]) AS scrapped (line, quantity)
        WHERE return_id = $1 AND order_return_items.line = scrapped.line`,
      [returnId, units.map(({ line }) => line), units.map(({ quantity }) => quantity)],
    );
  }

  /** Records that nothing more of a returned order will be refunded. */
  async closeRefund(manager: EntityManager, orderId: number): Promise<void> {
    await manager.withRepository(this.orders).update({ id: orderId }, { refundFinal: true });
  }

  async setRefundedDelivery(
    manager: EntityManager,
    { id, refundedDeliveryMinor }: Order,
  ): Promise<void> {
    await manager.withRepository(this.orders).update({ id }, { refundedDeliveryMinor });
  }

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
}
