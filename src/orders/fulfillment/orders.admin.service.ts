import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import type { OrderPayment, OrderRefund } from '../../ledger/order-money.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import type { Page } from '../../platform/http/page.js';
import { toSortedPage, type SortedPageRequest } from '../../platform/http/sorted-page.js';
import {
  OrderSearchRepository,
  type OrderFilter,
  type OrderSummary,
} from './order-search.repository.js';
import { OrdersAdminRepository, type StoredOrder } from './orders.admin.repository.js';

/** All there is about an order. */
export interface OrderRecord extends StoredOrder {
  payments: OrderPayment[];
  refunds: OrderRefund[];
}

/** The operators' view of all orders. */
@Injectable()
export class OrdersAdminService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly ledger: LedgerService,
    private readonly repository: OrdersAdminRepository,
    private readonly search: OrderSearchRepository,
  ) {}

  /** @param sku of a line; null: any */
  async list(
    filter: Omit<OrderFilter, 'productId'>,
    sku: string | null,
    page: SortedPageRequest,
  ): Promise<Page<OrderSummary>> {
    const { manager } = this.dataSource;
    const productId = sku === null ? undefined : await this.catalog.findProductId(sku);
    if (productId === null) return { rows: [], nextCursor: null };
    const range = { ...page, limit: page.limit + 1 };
    const found = await this.search.search(manager, { ...filter, productId }, range);
    return toSortedPage(found, page.limit, (order) => order);
  }

  /** All of an order, as of one moment. @throws AppError order_not_found */
  async get(orderNumber: string): Promise<OrderRecord> {
    return inSnapshot(this.dataSource, async (manager) => {
      const stored = await this.repository.find(manager, orderNumber);
      if (stored === null) throw new AppError('order_not_found');
      const { id } = stored.order;
      return {
        ...stored,
        payments: await this.ledger.listOrderPayments(manager, id),
        refunds: await this.ledger.listOrderRefunds(manager, id),
      };
    });
  }
}
