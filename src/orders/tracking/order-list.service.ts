import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LiveCache } from '../../platform/live-cache/live-cache.js';
import type { OrderCursor } from './order-cursor.js';
import {
  OrderStatusRepository,
  type OrderRow,
  type OrderSearch,
} from './order-status.repository.js';

/** A page of a client's orders, those first that did not change for the longest time. */
export interface OrderList {
  orders: OrderRow[];
  next: OrderCursor;
  hasMore: boolean;
}

/**
 * Lists a client's orders by their latest changes. An order that changes moves to the end. Its position is the id of
 * the transaction that changed it, and transactions commit in any order: changes of transactions that were still open
 * when a list was read are returned again by the next read, so that no order is skipped.
 */
@Injectable()
export class OrderListService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: OrderStatusRepository,
    private readonly models: LiveCache,
  ) {}

  /** The orders after a cursor; all, where it is null or of another database. */
  async list(search: Omit<OrderSearch, 'after'>, cursor: OrderCursor | null): Promise<OrderList> {
    const { database } = this.models.position;
    const { after, untilXid } =
      cursor?.database === database ? cursor : { after: { xid: 0, id: 0 }, untilXid: null };
    const { orders, xmin } = await this.repository.search(this.dataSource.manager, {
      ...search,
      after,
      limit: search.limit + 1,
    });
    const page = orders.slice(0, search.limit);
    const until = untilXid ?? xmin;
    const last = page.at(-1);
    const hasMore = orders.length > search.limit && last !== undefined;
    const next = hasMore
      ? { after: { xid: last.xid, id: last.id }, untilXid: until }
      : { after: { xid: until, id: 0 }, untilXid: null };
    return { orders: page, next: { database, ...next }, hasMore };
  }
}
