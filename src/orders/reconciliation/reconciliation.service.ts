import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ArchivedOrdersService } from '../archive/archived-orders.service.js';
import { OrderLossesService } from './order-losses.service.js';
import type { OrderRow } from '../tracking/order-rows.js';
import { OrderStatusRepository } from '../tracking/order-status.repository.js';

export const RECONCILED_STATES = ['found', 'archived', 'missing'] as const;

/** An order as its store knows it, next to the stored one. */
export interface ReconciledOrder {
  storeOrderId: string;
  state: (typeof RECONCILED_STATES)[number];
  /** Null if the order is missing. */
  orderNumber: string | null;
  /** Null unless the order is found. */
  order: OrderRow | null;
}

/** Compares the orders that a store knows with the stored ones, after the database has lost some. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: OrderStatusRepository,
    private readonly archived: ArchivedOrdersService,
    private readonly losses: OrderLossesService,
  ) {}

  /**
   * Finds a client's own orders by the ids of its store, in the order of the ids. Spaces around an id are ignored, as when
   * placing.
   */
  async reconcile(clientId: number, storeOrderIds: readonly string[]): Promise<ReconciledOrder[]> {
    const { manager } = this.dataSource;
    const ids = storeOrderIds.map((id) => id.trim());
    const found = await this.orders.findByStoreIds(manager, clientId, ids);
    // Second: an order that is archived meanwhile is found in one of the two places.
    const numbers = await this.archived.findNumbers(manager, clientId, ids);
    const orders = new Map(found.map((order) => [order.storeOrderId, order]));
    await this.losses.reconcile(
      clientId,
      ids.filter((id) => !orders.has(id) && !numbers.has(id)),
    );
    return storeOrderIds.map((storeOrderId, index) => {
      const id = ids[index] ?? '';
      const order = orders.get(id);
      if (order !== undefined) {
        return { storeOrderId, state: 'found', orderNumber: order.orderNumber, order };
      }
      const orderNumber = numbers.get(id) ?? null;
      const state = orderNumber === null ? 'missing' : 'archived';
      return { storeOrderId, state, orderNumber, order: null };
    });
  }
}
