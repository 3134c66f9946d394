import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { SharedRead } from '../../platform/database/reads/shared-read.js';
import { ArchivedOrdersService } from '../archive/archived-orders.service.js';
import { OrderPartsPort } from './order-parts.port.js';
import { readOrders, type FoundColumns, type FoundOrder } from './order-rows.js';
import {
  FIND_NEWS,
  FIND_STATUSES,
  findStatusesWithParts,
  type KnownOrders,
  type OrderNews,
} from './order-status.repository.js';

type LookUps = SharedRead<[clientId: number, reference: string], FoundOrder>;

/** Current status of orders. Stores poll it all day; simultaneous requests share one query. */
@Injectable()
export class OrderStatusService implements OnApplicationShutdown {
  private readonly connection: DedicatedConnection;
  private readonly lookUps: LookUps;
  private readonly lookUpsWithParts: LookUps;
  private readonly news: SharedRead<[clientId: number, position: number, id: number], OrderNews>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly archived: ArchivedOrdersService,
    @Optional() features?: OrderPartsPort,
  ) {
    this.connection = new DedicatedConnection(dataSource, 'order_statuses');
    const lookUps = (name: string, text: string): LookUps =>
      new SharedRead(
        this.connection,
        { name, text },
        { rowsOf: ([found]) => readOrders(found as FoundColumns, features) },
      );
    this.lookUps = lookUps('find order statuses', FIND_STATUSES);
    const withParts = findStatusesWithParts(features);
    this.lookUpsWithParts = lookUps('find order statuses with parts', withParts);
    this.news = new SharedRead(this.connection, { name: 'find order news', text: FIND_NEWS });
  }

  /**
   * Reads the current state of the client's own order, by order number or store order id.
   *
   * @throws AppError order_not_found, also for another client's order
   */
  async getStatus(clientId: number, reference: string, withParts = false): Promise<FoundOrder> {
    const order = await this.findStatus(clientId, reference, withParts);
    if (order === null) {
      throw await this.archived.refusal(this.dataSource.manager, reference, clientId);
    }
    return order;
  }

  /** Finds the client's own order, see {@link getStatus}; null when it does not exist. */
  async findStatus(
    clientId: number,
    reference: string,
    withParts = false,
  ): Promise<FoundOrder | null> {
    return (withParts ? this.lookUpsWithParts : this.lookUps).find(clientId, reference);
  }

  /** Returns true if any order changed after those that a client knows. Most polls of a list find none. */
  async findNews({ clientId, position, id }: KnownOrders): Promise<OrderNews> {
    return (await this.news.find(clientId, position, id))!;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}
