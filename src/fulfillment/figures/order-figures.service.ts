import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { ORDER_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import {
  OrderFiguresRepository,
  type DayFigures,
  type OrdersInStatus,
  type OrdersToPay,
} from './order-figures.repository.js';

export type { OrdersInStatus };

/** Figures of a client's orders and unpaid amounts. */
export interface ClientFigures {
  toPay: OrdersToPay;
  /** Today, in India, is the last one. */
  days: DayFigures[];
}

const DAYS = 30;

/** Counts and sums of orders; test orders never count. */
@Injectable()
export class OrderFiguresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: OrderFiguresRepository,
  ) {}

  /** Counts orders in each status that is not complete; bounded. For null, counts orders of all clients. */
  async countOpen(clientId: number | null): Promise<OrdersInStatus[]> {
    return this.repository.countByStatus(this.dataSource.manager, clientId);
  }

  /** Counts orders by the shop's day of their placement. Days without orders are left out. */
  async countByDay(
    manager: EntityManager,
    from: Date,
  ): Promise<Pick<DayFigures, 'date' | 'orders'>[]> {
    return this.repository.countByDay(manager, from);
  }

  /** Reads all figures of a client from one snapshot of the database. */
  async getFigures(clientId: number): Promise<ClientFigures> {
    return inSnapshot(this.dataSource, async (manager) => ({
      toPay: await this.repository.sumToPay(manager, clientId),
      days: await this.repository.listDays(manager, clientId, DAYS, ORDER_STATUSES),
    }));
  }
}
