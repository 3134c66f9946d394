import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { moneySnapshot, type MoneyKey } from '../../platform/keyed-calls/money-key.js';
import type { OrderPayment } from '../../money/ledger/order-money.js';
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
import { OrdersAdminRepository, type StoredOrder } from './orders.admin.repository.js';

/** An order with everything about it. */
export interface OrderRecord extends StoredOrder {
  clientName: string;
  isOnHold: boolean;
  payments: OrderPayment[];
}

/** An order in a list, with the name of its client. */
export interface ListedOrder extends OrderSummary {
  clientName: string;
  /** True if it is not shipped until its client has paid its debt and overdue orders. */
  isOnHold: boolean;
}

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

  /** Adds the name of the client to each order, and whether it is on hold. */
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

  /** Yields all pages of {@link list}, newest first. */
  everyPage(
    filter: Omit<OrderFilter, 'productId'>,
    sku: string | null,
  ): AsyncGenerator<ListedOrder[], void> {
    return everySortedPage(
      (page) => this.list(filter, sku, page),
      (order) => order,
    );
  }

  /** Yields all pages of {@link listOfClient}, newest first. */
  everyPageOfClient(
    clientId: number,
    filter: Pick<OrderFilter, 'statuses' | 'words'>,
  ): AsyncGenerator<ListedOrder[], void> {
    return everySortedPage(
      (page) => this.listOfClient(clientId, filter, page),
      (order) => order,
    );
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
   * Reads an order with everything about it, from one snapshot of the database.
   *
   * @param clientId required owner of the order; null accepts any client
   * @param key of the call that has just changed the order
   * @throws AppError order_not_found
   */
  async get(
    orderNumber: string,
    clientId: number | null = null,
    key: MoneyKey = 'unkeyed',
  ): Promise<OrderRecord> {
    return moneySnapshot(this.dataSource, key, async (manager) => {
      const stored = await this.repository.find(manager, orderNumber);
      const isWanted = stored !== null && (clientId === null || stored.clientId === clientId);
      if (!isWanted) throw await this.archived.refusal(manager, orderNumber, clientId);
      const { id, clientId: ownerId, status, isTest } = stored;
      const { name: clientName } = await this.clients.getClient(manager, ownerId);
      const held = await this.ledger.listClientsOnHold(manager, [ownerId]);
      return {
        ...stored,
        clientName,
        isOnHold: isIn('shippable', status) && !isTest && held.has(ownerId),
        payments: await this.ledger.listOrderPayments(manager, id),
      };
    });
  }
}
