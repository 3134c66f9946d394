import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import {
  openTransactionOf,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import type { Page } from '../../platform/http/paging/page.js';
import {
  everySortedPage,
  toSortedPage,
  type SortedPageRequest,
} from '../../platform/http/paging/sorted-page.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { isIn, ORDER_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import {
  OrderSearchRepository,
  type OrderFilter,
  type OrderSummary,
} from './order-search.repository.js';
import {
  OrdersAdminRepository,
  type OrderRecord,
  type OrderDetails,
} from './orders.admin.repository.js';

export type { OrderRecord };

export interface ListedOrder extends OrderSummary {
  clientName: string;
  /** True if it is not shipped until its client has paid its debt and overdue orders. */
  isOnHold: boolean;
}

/** An order of a file. */
export type FiledOrder = ListedOrder & OrderDetails;

/** Views of orders: operators see all of them, a client its own. */
@Injectable()
export class OrdersAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly repository: OrdersAdminRepository,
    private readonly search: OrderSearchRepository,
    private readonly archived: ArchivedOrdersService,
  ) {}

  /** @param sku of a line; null: any */
  async list(
    filter: Omit<OrderFilter, 'productId'>,
    sku: string | null,
    page: SortedPageRequest,
  ): Promise<Page<ListedOrder>> {
    const productId = sku === null ? undefined : await this.catalog.findProductId(sku);
    if (productId === null) return { rows: [], nextCursor: null };
    const range = { ...page, limit: page.limit + 1 };
    const found = await inSnapshot(this.dataSource, async (manager) => {
      const orders = await this.search.search(manager, { ...filter, productId }, range);
      return this.withClients(manager, orders);
    });
    return toSortedPage(found, page.limit, (order) => order);
  }

  /** Adds the name of the client to each order, and if it is on hold. */
  async withClients(
    manager: EntityManager,
    orders: readonly OrderSummary[],
  ): Promise<ListedOrder[]> {
    const ids = orders.map(({ clientId }) => clientId);
    const names = await this.clients.findNames(manager, ids);
    const held = await this.ledger.listClientsOnHold(manager, ids);
    return orders.map((order) => ({
      ...order,
      clientName: names.get(order.clientId) ?? '',
      isOnHold: isIn('shippable', order.status) && held.has(order.clientId),
    }));
  }

  /** Yields all pages of {@link list} for a file, newest first. */
  everyPage(
    filter: Omit<OrderFilter, 'productId'>,
    sku: string | null,
  ): AsyncGenerator<FiledOrder[], void> {
    return this.filed((page) => this.list(filter, sku, page));
  }

  /** Yields all pages of {@link listOfClient} for a file, newest first. */
  everyPageOfClient(
    clientId: number,
    filter: Pick<OrderFilter, 'statuses' | 'words'>,
  ): AsyncGenerator<FiledOrder[], void> {
    return this.filed((page) => this.listOfClient(clientId, filter, page));
  }

  private async *filed(
    read: (page: SortedPageRequest) => Promise<Page<ListedOrder>>,
  ): AsyncGenerator<FiledOrder[], void> {
    for await (const page of everySortedPage(read, (order) => order)) {
      yield await this.repository.withDetails(this.dataSource.manager, page);
    }
  }

  /** Finds a client's orders, in the given statuses or in any. */
  listOfClient(
    clientId: number,
    { statuses = ORDER_STATUSES, words }: Pick<OrderFilter, 'statuses' | 'words'>,
    page: SortedPageRequest,
  ): Promise<Page<ListedOrder>> {
    // With every status named, each look-up is in the index by status and client.
    return this.list({ clientId, statuses, words }, null, page);
  }

  /**
   * Reads an order with everything about it, by one statement.
   *
   * @param clientId required owner of the order; null accepts any client
   * @param key of the call that has just changed the order
   * @throws AppError order_not_found
   */
  async get(
    orderNumber: string,
    clientId: number | null = null,
    key: Idempotency = 'unkeyed',
  ): Promise<OrderRecord> {
    const open = openTransactionOf(key);
    const record = await this.repository.findRecord(open, orderNumber);
    if (record !== null && (clientId === null || record.clientId === clientId)) return record;
    throw await this.archived.refusal(open ?? this.dataSource.manager, orderNumber, clientId);
  }
}
