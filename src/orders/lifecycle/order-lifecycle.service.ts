import { Inject, Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Idempotency } from '../../platform/idempotency/idempotency-context.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import type { StockQuantity } from '../../stock/stock-key.js';
import { StockService } from '../../stock/stock.service.js';
import { AppError } from '../../platform/http/errors.js';
import {
  isIn,
  mustReserveAgain,
  nextStatus,
  STATUS_SETS,
  type OrderStep,
} from './order-lifecycle.js';
import type { Order } from '../order.entity.js';
import { OrdersRepository } from '../orders.repository.js';
import { ArchivedOrdersService } from '../archive/archived-orders.service.js';
import { OrderChanges } from './order-changes.js';
import { OrderRefundsPort } from './order-refunds.port.js';

/** Moves orders from status to status. Methods that take a manager work in the caller's transaction. */
@Injectable()
export class OrderLifecycleService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly changes: OrderChanges,
    private readonly stock: StockService,
    private readonly repository: OrdersRepository,
    private readonly archived: ArchivedOrdersService,
    @Optional() private readonly money?: OrderRefundsPort,
  ) {}

  /** Locks a live order. @throws AppError order_not_found */
  async lock(manager: EntityManager, orderNumber: string): Promise<Order> {
    return this.changes.lock(manager, orderNumber);
  }

  /**
   * Locks the live orders that exist, by id, and then all stock that their payment may take, by key. This order keeps two
   * transactions that pay several orders from deadlocking.
   */
  async lockForPayment(
    manager: EntityManager,
    orderNumbers: readonly string[],
  ): Promise<Map<string, Order>> {
    const orders = await this.repository.lockOrders(manager, orderNumbers);
    const released: StockQuantity[] = [];
    for (const order of orders.filter(({ status }) => mustReserveAgain(status))) {
      released.push(...(await this.changes.reservations(manager, order)));
    }
    if (released.length > 0) await this.stock.lock(manager, released);
    return new Map(orders.map((order) => [order.orderNumber, order]));
  }

  /**
   * Locks orders of a client, as {@link lockForPayment}. An archived order is known but cannot be paid, so it is in neither
   * part of the result.
   *
   * @returns the live orders, and the indexes of the numbers that are not of the client's orders
   */
  async lockOwnForPayment(
    manager: EntityManager,
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<{ orders: Map<string, Order>; unknown: number[] }> {
    const orders = await this.lockForPayment(manager, orderNumbers);
    const missing = orderNumbers.filter((number) => !orders.has(number));
    const archived = await this.archived.listOwn(manager, clientId, missing);
    const isOwn = (number: string): boolean =>
      orders.get(number)?.clientId === clientId || archived.has(number);
    return { orders, unknown: [...orderNumbers.keys()].filter((at) => !isOwn(orderNumbers[at]!)) };
  }

  /** Finds the live orders that exist, in the order of the given numbers, without locking them. */
  async findAll(manager: EntityManager, orderNumbers: readonly string[]): Promise<Order[]> {
    const orders = await this.repository.findLive(manager, orderNumbers);
    const byNumber = new Map(orders.map((order) => [order.orderNumber, order]));
    return orderNumbers.flatMap((number) => byNumber.get(number) ?? []);
  }

  /**
   * Returns true if an order can be paid, provided that the stock of an expired one can be reserved again. An expired order can
   * be paid for PAY_EXPIRED_DAYS, unless its address was removed.
   */
  async isPayable(
    manager: EntityManager,
    { id, status, anonymizedAt }: Pick<Order, 'id' | 'status' | 'anonymizedAt'>,
  ): Promise<boolean> {
    if (!mustReserveAgain(status)) return isIn('payable', status);
    const { payExpiredDays } = this.settings;
    if (anonymizedAt !== null || payExpiredDays === 0) return false;
    return this.repository.isStatusNewerThan(manager, id, payExpiredDays);
  }

  /** Says why an order cannot be paid, as the predicate of a sentence about it. */
  async whyNotPayable(manager: EntityManager, order: Order): Promise<string> {
    const { status, anonymizedAt } = order;
    if (!mustReserveAgain(status)) return `is ${status}`;
    if (anonymizedAt !== null) return 'is expired and its address was removed';
    if (await this.isPayable(manager, order))
      return 'is expired and its stock is no longer available';
    const { payExpiredDays: days } = this.settings;
    return days === 0 ? 'is expired' : `expired more than ${days} days ago`;
  }

  /** Returns true if a locked order can be paid now. The stock of an expired order is reserved again. */
  async reserveForPayment(manager: EntityManager, order: Order): Promise<boolean> {
    if (!(await this.isPayable(manager, order))) return false;
    if (!mustReserveAgain(order.status)) return true;
    const reservations = await this.changes.reservations(manager, order);
    return (await this.stock.reserve(manager, reservations)).length === 0;
  }

  /** Marks a locked order, whose stock is reserved, as paid; the money moves in the same transaction. @throws AppError transition_refused */
  async markPaid(manager: EntityManager, order: Order): Promise<void> {
    await this.changes.advance(manager, order, 'pay', { paymentStatus: 'paid' });
  }

  /** @throws AppError order_not_found, transition_refused */
  async recordStep(orderNumber: string, step: OrderStep, reason?: string | null): Promise<void> {
    await this.changes.change(orderNumber, null, (manager, order) =>
      this.changes.advance(manager, order, step, { details: { reason: reason ?? null } }),
    );
  }

  /**
   * Releases the order's stock, and gives back what was paid. Keeps the reason of its owner with the order.
   *
   * @param ownerId required owner of the order; null accepts any client
   * @throws AppError order_not_found, transition_refused
   */
  async cancel(
    orderNumber: string,
    { reason = null, ownerId = null }: { reason?: string | null; ownerId?: number | null },
    key: Idempotency,
  ): Promise<void> {
    await this.changes.change(
      orderNumber,
      ownerId,
      (manager, order) => this.cancelLocked(manager, order, { reason, ownerId }),
      key,
    );
  }

  /**
   * Cancels a client's own order, as {@link cancel}; does nothing if it is canceled already.
   *
   * @throws AppError order_not_found, not_cancelable
   */
  async cancelOnce(
    orderNumber: string,
    { reason, ownerId }: { reason: string | null; ownerId: number },
    key: Idempotency,
  ): Promise<void> {
    const cancel = async (manager: EntityManager, order: Order): Promise<void> => {
      if (order.status === 'cancelled') return;
      if (nextStatus(order.status, 'cancel') === null) throw notCancelable(order);
      await this.cancelLocked(manager, order, { reason, ownerId });
    };
    await this.changes.change(orderNumber, ownerId, cancel, key);
  }

  private async cancelLocked(
    manager: EntityManager,
    order: Order,
    { reason, ownerId }: { reason: string | null; ownerId: number | null },
  ): Promise<void> {
    const isPaid = order.paymentStatus === 'paid';
    await this.changes.advance(manager, order, 'cancel', {
      paymentStatus: isPaid ? 'refunded' : order.paymentStatus,
      details: { reason },
    });
    const isSaid = ownerId !== null && reason !== null;
    if (isSaid) await this.repository.update(manager, order.id, { cancelReason: reason });
    await this.stock.release(manager, await this.changes.reservations(manager, order));
    if (!isPaid || order.isTest) return;
    if (this.money === undefined) throw new AppError('not_cancelable', PAID_WITHOUT_MONEY);
    await this.money.giveBack(manager, order, reason);
  }
}

/** Refusal if only the core runs, which cannot give money back. */
const PAID_WITHOUT_MONEY = {
  message: 'The order is paid, and this service cannot give money back: expected an unpaid order.',
};

function notCancelable({ orderNumber, status }: Order): AppError {
  const cancelable = STATUS_SETS.cancelable.join(' or ');
  return new AppError('not_cancelable', {
    message: `Order ${orderNumber} is ${status}: it can be canceled while it is ${cancelable}.`,
    details: { order_number: orderNumber, order_status: status },
  });
}
