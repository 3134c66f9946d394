import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inSnapshot } from '../../platform/database/transaction.js';
import { ORDER_STATUSES } from '../../orders/lifecycle/order-lifecycle.js';
import {
  ClientFiguresRepository,
  type DayFigures,
  type OrdersToPay,
} from './client-figures.repository.js';
import { OpenOrdersRepository, type OpenOrders } from './open-orders.repository.js';

export type { OpenOrders };

/** Figures of a client's orders and unpaid amounts. */
export interface ClientFigures {
  toPay: OrdersToPay;
  /** Today, in India, is the last one. */
  days: DayFigures[];
}

const DAYS = 30;

/** Counts and sums of a client's orders; test orders never count. */
@Injectable()
export class ClientFiguresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: ClientFiguresRepository,
    private readonly open: OpenOrdersRepository,
  ) {}

  /** Counts a client's orders in each status in which they are not complete; bounded. */
  async countOpen(clientId: number): Promise<OpenOrders[]> {
    return this.open.countByStatus(this.dataSource.manager, clientId);
  }

  /** Reads all figures from one snapshot of the database. */
  async getFigures(clientId: number): Promise<ClientFigures> {
    return inSnapshot(this.dataSource, async (manager) => ({
      toPay: await this.repository.sumToPay(manager, clientId),
      days: await this.repository.listDays(manager, clientId, DAYS, ORDER_STATUSES),
    }));
  }
}
