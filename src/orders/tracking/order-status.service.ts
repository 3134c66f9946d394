import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { SharedRead } from '../../platform/database/reads/shared-read.js';
import { ArchivedOrdersService } from '../archive/archived-orders.service.js';
import {
  FIND_NEWS,
  FIND_STATUSES,
  readOrders,
  type FoundColumns,
  type FoundOrder,
  type KnownOrders,
  type OrderNews,
  type OrderRow,
} from './order-status.repository.js';

/** Current status of orders. Stores poll it all day; simultaneous requests share one query. */
@Injectable()
export class OrderStatusService implements OnApplicationShutdown {
  private readonly connection: DedicatedConnection;
  private readonly lookUps: SharedRead<
    [clientId: number, reference: string, withShipments: boolean],
    FoundOrder
  >;
  private readonly news: SharedRead<[clientId: number, position: number, id: number], OrderNews>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly archived: ArchivedOrdersService,
  ) {
    this.connection = new DedicatedConnection(dataSource, 'order_statuses');
    const look = { name: 'find order statuses', text: FIND_STATUSES };
    this.lookUps = new SharedRead(this.connection, look, {
      rowsOf: ([found]) => readOrders(found as FoundColumns),
    });
    this.news = new SharedRead(this.connection, { name: 'find order news', text: FIND_NEWS });
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
    return this.lookUps.find(clientId, reference, withShipments);
  }

  /** Returns true if any order changed after those that a client knows. Most polls of a list find none. */
  async findNews({ clientId, position, id }: KnownOrders): Promise<OrderNews> {
    return (await this.news.find(clientId, position, id))!;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}
