import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type Page, type PageRequest } from '../../platform/http/page.js';
import type { Order } from '../order.entity.js';
import {
  OrdersAdminRepository,
  type OrderFilter,
  type OrderRecord,
} from './orders.admin.repository.js';

/** The operators' view of all orders. */
@Injectable()
export class OrdersAdminService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: OrdersAdminRepository,
  ) {}

  async list(filter: OrderFilter, { afterId, limit }: PageRequest): Promise<Page<Order>> {
    const range = { afterId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, filter, range), limit);
  }

  /** All of an order, as of one moment. @throws AppError order_not_found */
  async get(orderNumber: string): Promise<OrderRecord> {
    const record = await inSnapshot(this.dataSource, (manager) =>
      this.repository.find(manager, orderNumber),
    );
    if (record === null) throw new AppError('order_not_found');
    return record;
  }
}
