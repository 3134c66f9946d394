import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { groupBy } from '../../platform/group-by.js';
import type { Page } from '../../platform/http/paging/page.js';
import { toSortedPage, type SortedPageRequest } from '../../platform/http/paging/sorted-page.js';
import { consigneeOf } from '../invoicing/consignee.js';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import {
  OrderSearchRepository,
  type OrderFilter,
  type OrderSummary,
} from '../orders/order-search.repository.js';
import { OrdersAdminService, type ListedOrder } from '../orders/orders.admin.service.js';
import { IssuingService } from '../../tax/issuing/issuing.service.js';
import type { GoodsToShip } from '../../tax/issuing/invoice-draft.js';
import type { BookingFilter } from './booking-filters.js';
import { BookingsToPackPort, type BookingToPack } from './bookings-to-pack.port.js';
import { PickListRepository, type Delivery, type UnshippedLine } from './pick-list.repository.js';

export interface LineToPick extends UnshippedLine {
  /** Place in the warehouse; null: not known. */
  shelf: string | null;
  /** GTIN of the product and code of the combination, as far as they are known. */
  codes: readonly string[];
}

export interface OrderToPick extends ListedOrder, Delivery {
  lines: readonly LineToPick[];
  /** At couriers, for units that are left. */
  bookings: readonly BookingToPack[];
  /** Reasons why it could not be invoiced now. */
  missingForInvoice: readonly string[];
}

/** The orders that the warehouse has to pick: paid ones with units left to ship. */
@Injectable()
export class PickListService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly orders: OrdersAdminService,
    private readonly search: OrderSearchRepository,
    private readonly issuing: IssuingService,
    private readonly repository: PickListRepository,
    private readonly bookings: BookingsToPackPort,
  ) {}

  /**
   * Lists a page of orders from one snapshot of the database.
   *
   * @param orderNumbers undefined: all orders
   * @param booking of the orders; undefined: any, or none
   */
  async list(
    page: SortedPageRequest,
    orderNumbers?: readonly string[],
    booking?: BookingFilter,
  ): Promise<Page<OrderToPick>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const booked = await this.filterOf(manager, booking);
      const filter = { statuses: STATUS_SETS.shippable, orderNumbers, ...booked };
      const range = { ...page, limit: page.limit + 1 };
      const found = await this.search.search(manager, filter, range);
      const { rows, nextCursor } = toSortedPage(found, page.limit, (order) => order);
      return { rows: await this.withLines(manager, rows), nextCursor };
    });
  }

  private async filterOf(
    manager: EntityManager,
    booking: BookingFilter | undefined,
  ): Promise<Pick<OrderFilter, 'ids' | 'exceptIds'>> {
    if (booking === undefined) return {};
    if (booking === 'none') return { exceptIds: await this.bookings.findOrders(manager, null) };
    return { ids: await this.bookings.findOrders(manager, booking) };
  }

  private async withLines(
    manager: EntityManager,
    orders: readonly OrderSummary[],
  ): Promise<OrderToPick[]> {
    const ids = orders.map(({ id }) => id);
    const unshipped = await this.repository.listUnshipped(manager, ids);
    const products = unshipped.map(({ productId }) => productId);
    const handling = await this.catalog.findHandling(manager, products);
    const lines = unshipped.map((line) => {
      const { shelf = null, gtin = null, variationCodes } = handling.get(line.productId) ?? {};
      const codes = [gtin, variationCodes?.[line.variationKey ?? '']].filter(
        (code) => code != null,
      );
      return { ...line, shelf, codes };
    });
    const byOrder = groupBy(lines, ({ orderId }) => orderId);
    const deliveries = await this.repository.listDeliveries(manager, ids);
    const deliveryOf = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
    const bookings = groupBy(await this.bookings.listOf(manager, ids), ({ orderId }) => orderId);
    const listed = await this.orders.withClients(manager, orders);
    const toPick = listed.map((order) => ({
      // The entity first: columns that were not selected are undefined in it.
      ...deliveryOf.get(order.id)!,
      ...order,
      lines: byOrder.get(order.id) ?? [],
      bookings: bookings.get(order.id) ?? [],
    }));
    const missing = await this.issuing.findMissing(manager, toPick.map(toGoods));
    return toPick.map((order, index) => ({
      ...order,
      missingForInvoice: missing[index]!.map(({ message }) => message),
    }));
  }
}

function toGoods(order: Omit<OrderToPick, 'missingForInvoice'>): GoodsToShip {
  return { clientId: order.clientId, shipTo: consigneeOf(order), lines: order.lines };
}
