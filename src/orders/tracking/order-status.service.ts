import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BatchQueue } from '../../platform/live-cache/batch-queue.js';
import { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { ArchivedOrdersService } from '../archive/archived-orders.service.js';
import {
  OrderStatusRepository,
  type KnownOrders,
  type OrderNews,
  type OrderReference,
  type OrderRow,
} from './order-status.repository.js';

const BATCH_SIZE = 64;
const WAIT_LIMIT_MS = 1_000;

/** Current status of orders. Stores poll it all day; requests at the same time share one query. */
@Injectable()
export class OrderStatusService implements OnApplicationShutdown {
  private readonly connection: DedicatedConnection;
  private readonly lookUps: BatchQueue<OrderReference, OrderRow | null>;
  private readonly news: BatchQueue<KnownOrders, OrderNews>;

  constructor(
    private readonly dataSource: DataSource,
    repository: OrderStatusRepository,
    private readonly archived: ArchivedOrdersService,
  ) {
    this.connection = new DedicatedConnection(dataSource, 'order_statuses');
    const options = { size: BATCH_SIZE, lanes: 1, waitLimitMs: WAIT_LIMIT_MS };
    this.lookUps = new BatchQueue((wanted) => repository.findStatuses(this.connection, wanted), {
      ...options,
      name: 'find order statuses',
    });
    this.news = new BatchQueue((known) => repository.findNews(this.connection, known), {
      ...options,
      name: 'find order news',
    });
  }

  /**
   * Reads the current state of the client's own order, by order number or store order id.
   *
   * @throws AppError order_not_found, also for another client's order
   */
  async getStatus(clientId: number, reference: string, withShipments = false): Promise<OrderRow> {
    const order = await this.findStatus(clientId, reference, withShipments);
    if (order === null) {
      throw await this.archived.refusal(this.dataSource.manager, reference, clientId);
    }
    return order;
  }

  /** Finds the client's own order, see {@link getStatus}; null when it does not exist. */
  async findStatus(
    clientId: number,
    reference: string,
    withShipments = false,
  ): Promise<OrderRow | null> {
    return this.lookUps.submit({ clientId, reference, withShipments });
  }

  /** Tells whether any order changed after those that a client knows. Most polls of a list find none. */
  async findNews(known: KnownOrders): Promise<OrderNews> {
    return this.news.submit(known);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}
