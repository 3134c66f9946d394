import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { groupBy } from '../../platform/group-by.js';
import type { Page } from '../../platform/http/page.js';
import { toSortedPage, type SortedPageRequest } from '../../platform/http/sorted-page.js';
import { statusesBefore } from '../order-lifecycle.js';
import {
  OrderSearchRepository,
  type OrderSummary,
} from '../fulfillment/order-search.repository.js';
import { PickListRepository, type UnshippedLine } from './pick-list.repository.js';

/** An order of which something is to be picked. */
export interface OrderToPick {
  order: OrderSummary;
  lines: readonly UnshippedLine[];
}

/** What the warehouse has to pick: paid orders of which units are left to ship. */
@Injectable()
export class PickListService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly search: OrderSearchRepository,
    private readonly repository: PickListRepository,
  ) {}

  /** Lists a page of orders as of one moment. */
  async list(page: SortedPageRequest): Promise<Page<OrderToPick>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const filter = { statuses: statusesBefore('shipRest') };
      const range = { ...page, limit: page.limit + 1 };
      const found = await this.search.search(manager, filter, range);
      const { rows, nextCursor } = toSortedPage(found, page.limit, (order) => order);
      const ids = rows.map(({ id }) => id);
      const unshipped = await this.repository.listUnshipped(manager, ids);
      const byOrder = groupBy(unshipped, ({ orderId }) => orderId);
      return {
        rows: rows.map((order) => ({ order, lines: byOrder.get(order.id) ?? [] })),
        nextCursor,
      };
    });
  }
}
