import { Inject, Injectable } from '@nestjs/common';
import { OrderLifecycleService } from '../../../orders/fulfillment/order-lifecycle.service.js';
import {
  OrdersAdminService,
  type ListedOrder,
  type OrderRecord,
} from '../../../orders/fulfillment/orders.admin.service.js';
import type { OrderFilter } from '../../../orders/fulfillment/order-search.repository.js';
import { INITIAL_STATUS, isIn } from '../../../orders/order-lifecycle.js';
import type { Order } from '../../../orders/order.entity.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import type { Page } from '../../../platform/http/paging/page.js';
import type { SortedPageRequest } from '../../../platform/http/paging/sorted-page.js';

/** Time at which an unpaid order expires; null: never. */
export interface Expiring {
  expiresAt: Date | null;
}

/** A client's own orders. */
@Injectable()
export class ClientOrdersService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly orders: OrdersAdminService,
    private readonly lifecycle: OrderLifecycleService,
  ) {}

  async list(
    clientId: number,
    filter: Pick<OrderFilter, 'statuses' | 'words'>,
    page: SortedPageRequest,
  ): Promise<Page<ListedOrder & Expiring>> {
    const { rows, nextCursor } = await this.orders.listOfClient(clientId, filter, page);
    return {
      rows: rows.map((order) => ({ ...order, expiresAt: this.expiryOf(order) })),
      nextCursor,
    };
  }

  /** Yields all pages of the filtered orders, newest first. */
  everyPage(
    clientId: number,
    filter: Pick<OrderFilter, 'statuses' | 'words'>,
  ): AsyncGenerator<ListedOrder[], void> {
    return this.orders.everyPageOfClient(clientId, filter);
  }

  /** @throws AppError order_not_found, also for another client's */
  async get(clientId: number, orderNumber: string): Promise<OrderRecord & Expiring> {
    const record = await this.orders.get(orderNumber, clientId);
    return { ...record, expiresAt: this.expiryOf(record.order) };
  }

  /**
   * Cancels an order without shipments and moves the paid amount to the wallet.
   *
   * @throws AppError order_not_found, transition_refused
   */
  async cancel(clientId: number, orderNumber: string, reason: string | null): Promise<void> {
    await this.lifecycle.cancel(orderNumber, reason, clientId);
  }

  /** Returns the expiry of the oldest unpaid order, given the time at which it was placed. */
  firstExpiry(oldestAt: Date | null): Date | null {
    return oldestAt && this.expiryOf({ status: INITIAL_STATUS, createdAt: oldestAt });
  }

  private expiryOf({ status, createdAt }: Pick<Order, 'status' | 'createdAt'>): Date | null {
    const { unpaidOrderTtlHours: hours } = this.settings;
    if (!isIn('awaitingPayment', status) || hours === 0) return null;
    return new Date(createdAt.getTime() + hours * 3_600_000);
  }
}
