import { Injectable, Optional } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService, type Change } from '../../platform/audit/audit.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { AppError } from '../../platform/http/errors.js';
import type { RenamedKey, StockQuantity } from '../../stock/stock-key.js';
import { ArchivedOrdersService } from '../archive/archived-orders.service.js';
import {
  nextStatus,
  ORDER_EVENTS,
  statusesBefore,
  type OrderEvent,
  type PaymentStatus,
} from './order-lifecycle.js';
import { OrderBookingsPort, type HandOver, type ReleaseReason } from './order-bookings.port.js';
import type { OrderUnits } from './order-units.js';
import type { OrderItem } from '../order-item.entity.js';
import type { Order } from '../order.entity.js';
import { OrdersRepository } from '../orders.repository.js';

/** Phrases for refused events, if the name of the next status does not describe the event. */
const REFUSALS: Partial<Record<OrderEvent, string>> = {
  close: 'be closed as shipped',
  refund: 'be refunded as returned',
};

/** Events after which units of an order that were not shipped never will be. */
const RELEASES: Partial<Record<OrderEvent, ReleaseReason>> = {
  cancel: 'canceled',
  expire: 'canceled',
  close: 'closed',
};

/**
 * The steps that all changes of orders share. A change locks the order, then its stock levels, then the wallet, so that two
 * changes cannot deadlock.
 * - a test order changes in the same way, but holds no stock and no money, and is not in the audit log
 */
@Injectable()
export class OrderChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: OrdersRepository,
    private readonly archived: ArchivedOrdersService,
    @Optional() private readonly bookings?: OrderBookingsPort,
  ) {}

  /**
   * Runs `work` in one transaction on a locked order.
   *
   * @param clientId required owner of the order; null accepts any live order
   * @param key of a change that moves money
   * @throws AppError order_not_found
   */
  async change<T>(
    orderNumber: string,
    clientId: number | null,
    work: (manager: EntityManager, order: Order) => Promise<T>,
    key: Idempotency = 'unkeyed',
  ): Promise<T> {
    return idempotentTransaction(this.dataSource, key, async (manager) =>
      work(manager, await this.lock(manager, orderNumber, clientId)),
    );
  }

  /** Locks an order against any other change; see {@link change}. @throws AppError order_not_found */
  async lock(
    manager: EntityManager,
    orderNumber: string,
    clientId: number | null = null,
  ): Promise<Order> {
    const [order] = await this.repository.lockOrders(manager, [orderNumber], clientId);
    if (order === undefined) throw await this.archived.refusal(manager, orderNumber, clientId);
    return order;
  }

  /**
   * Moves a locked order to its next status, with the timeline entry and the audit entry. Bookings of units that will not be
   * shipped are released.
   *
   * @throws AppError transition_refused
   */
  async advance(
    manager: EntityManager,
    order: Order,
    event: OrderEvent,
    {
      paymentStatus = order.paymentStatus,
      details = {},
    }: { paymentStatus?: PaymentStatus; details?: object } = {},
  ): Promise<void> {
    const status = nextStatus(order.status, event);
    if (status === null) throw refusedTransition(order, event);
    await this.repository.updateStatus(manager, order, { status, paymentStatus });
    await this.record(manager, order, {
      action: ORDER_EVENTS[event].auditAction,
      before: { status: order.status, payment_status: order.paymentStatus },
      after: { status, payment_status: paymentStatus, ...details },
    });
    const why = RELEASES[event];
    if (why !== undefined) await this.releaseBookings(manager, { ...order, status }, why);
  }

  /** Releases the bookings of a locked order. Test orders have none. */
  async releaseBookings(manager: EntityManager, order: Order, why: ReleaseReason): Promise<void> {
    if (!order.isTest) await this.bookings?.release(manager, order, why);
  }

  /** Finds the booking by whose AWB units of a locked order are shipped, see {@link OrderBookingsPort.claim}. */
  async claimBooking(
    manager: EntityManager,
    order: Order,
    units: readonly OrderUnits[],
    trackingNumber: string,
  ): Promise<HandOver | null> {
    if (order.isTest || this.bookings === undefined) return null;
    return this.bookings.claim(manager, order, units, trackingNumber);
  }

  /** Writes what happened to a live order to the audit log. */
  async record(
    manager: EntityManager,
    { orderNumber, isTest }: Pick<Order, 'orderNumber' | 'isTest'>,
    change: Omit<Change, 'subject'>,
  ): Promise<void> {
    if (isTest) return;
    await this.audit.record(manager, { ...change, subject: `order ${orderNumber}` });
  }

  /** Locks the items of a product that get other keys, before their stock is locked, as shipments do. */
  async lockVariations(
    manager: EntityManager,
    productId: number,
    keys: readonly RenamedKey[],
  ): Promise<void> {
    const variationKeys = keys.map(({ from }) => from);
    await this.repository.lockVariations(manager, productId, variationKeys);
  }

  /** Gives items of a product the other keys of their combinations. */
  async renameVariations(
    manager: EntityManager,
    productId: number,
    keys: readonly RenamedKey[],
  ): Promise<void> {
    await this.repository.renameVariations(manager, productId, keys);
  }

  async findLive(manager: EntityManager, orderNumbers: readonly string[]): Promise<Order[]> {
    return this.repository.findLive(manager, orderNumbers);
  }

  async listItems(manager: EntityManager, orderId: number): Promise<OrderItem[]> {
    return this.repository.listItems(manager, orderId);
  }

  /** Moves an order to the end of the list of latest changes. */
  async listAsChanged(manager: EntityManager, orderId: number): Promise<void> {
    await this.repository.listAsChanged(manager, orderId);
  }

  /** Computes the stock that an order without shipments holds, or held before it expired. */
  async reservations(manager: EntityManager, order: Order): Promise<StockQuantity[]> {
    if (order.isTest) return [];
    const items = await this.repository.listItems(manager, order.id);
    return items.map((item) => stockOf(item, item.quantity));
  }
}

/** Converts units of an order item to units of a stock level. */
export function stockOf({ productId, variationKey }: OrderItem, quantity: number): StockQuantity {
  return { productId, variationKey: variationKey ?? '', quantity };
}

/** Makes the refusal of an event that the order's status does not allow. It names both statuses. */
export function refusedTransition({ orderNumber, status }: Order, event: OrderEvent): AppError {
  const needed = statusesBefore(event).join(' or ');
  const targets = [...new Set(statusesBefore(event).map((from) => nextStatus(from, event)))];
  const refused = REFUSALS[event] ?? `become ${targets.join(' or ')}`;
  return new AppError('transition_refused', {
    message: `Order ${orderNumber} is ${status} and cannot ${refused}: expected ${needed}.`,
  });
}
