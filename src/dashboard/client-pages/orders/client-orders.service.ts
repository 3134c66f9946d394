import { Inject, Injectable } from '@nestjs/common';
import type { Idempotency } from '../../../platform/idempotency/idempotency-context.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import {
  OrdersAdminService,
  type FiledOrder,
  type ListedOrder,
  type OrderRecord,
} from '../../../fulfillment/orders/orders.admin.service.js';
import type { OrderFilter } from '../../../fulfillment/orders/order-search.repository.js';
import { expiryOf } from '../../../orders/expiry/order-expiry.js';
import { INITIAL_STATUS, mustReserveAgain } from '../../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../../orders/order.entity.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import type { Page } from '../../../platform/http/paging/page.js';
import type { SortedPageRequest } from '../../../platform/http/paging/sorted-page.js';

/** Time at which an unpaid order expires; null: never. */
export interface Expiring {
  expiresAt: Date | null;
}

/** Time until which an expired order can be paid at its own prices; null: the order is not expired, or cannot be paid. */
export interface Payable {
  payableUntil: Date | null;
}

const DAY_MS = 86_400_000;

@Injectable()
export class ClientOrdersService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly orders: OrdersAdminService,
    private readonly lifecycle: OrderLifecycleService,
  ) {}

  list(
    clientId: number,
    filter: Pick<OrderFilter, 'statuses' | 'words'>,
    page: SortedPageRequest,
  ): Promise<Page<ListedOrder>> {
    return this.orders.listOfClient(clientId, filter, page);
  }

  /** Yields all pages of the filtered orders, newest first. */
  everyPage(
    clientId: number,
    filter: Pick<OrderFilter, 'statuses' | 'words'>,
  ): AsyncGenerator<FiledOrder[], void> {
    return this.orders.everyPageOfClient(clientId, filter);
  }

  /**
   * Reads an order with everything about it.
   *
   * @param key of the call that has just changed the order
   * @throws AppError order_not_found, also for another client's
   */
  async get(
    clientId: number,
    orderNumber: string,
    key: Idempotency = 'unkeyed',
  ): Promise<OrderRecord & Expiring & Payable> {
    const record = await this.orders.get(orderNumber, clientId, key);
    return { ...record, expiresAt: this.expiryOf(record), payableUntil: this.lastPayment(record) };
  }

  /**
   * Cancels an order without shipments and moves the paid amount to the wallet.
   *
   * @throws AppError order_not_found, transition_refused
   */
  async cancel(
    clientId: number,
    orderNumber: string,
    reason: string | null,
    key: Idempotency,
  ): Promise<void> {
    await this.lifecycle.cancel(orderNumber, { reason, ownerId: clientId }, key);
  }

  /** Finds the expiry of the oldest unpaid order from the time of its placement. */
  firstExpiry(oldestAt: Date | null): Date | null {
    return oldestAt && this.expiryOf({ status: INITIAL_STATUS, createdAt: oldestAt });
  }

  private lastPayment({ status, anonymizedAt, timeline }: OrderRecord): Date | null {
    const { payExpiredDays: days } = this.settings;
    const expired = timeline.at(-1);
    const isExpired = mustReserveAgain(status) && expired !== undefined;
    if (!isExpired || anonymizedAt !== null || days === 0) return null;
    return new Date(expired.changedAt.getTime() + days * DAY_MS);
  }

  private expiryOf(order: Pick<Order, 'status' | 'createdAt'>): Date | null {
    // No test order is in the dashboard.
    return expiryOf({ ...order, testScenario: null }, this.settings.unpaidOrderTtlHours);
  }
}
