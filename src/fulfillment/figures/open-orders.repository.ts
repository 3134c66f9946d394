import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { boundedCount, COUNTED_MAX } from '../../platform/database/bounded-count.js';
import { returnsWaitingFor } from '../returns/waiting-returns.js';
import { isIn, ORDER_STATUSES, type OrderStatus } from '../../orders/lifecycle/order-lifecycle.js';
import { isUnsettledReturn, statusIsIn } from '../../orders/lifecycle/status-sql.js';

/** The number of orders in a status; bounded. */
export interface OpenOrders {
  status: OrderStatus;
  count: number;
}

/** Statuses in which an order is not complete. Complete orders only pile up: their number says nothing. */
const COUNTED = ORDER_STATUSES.filter((status) => !isIn('closed', status));

/** Counts open orders for lists and menus. Each count is bounded, so it costs the same among a million orders. */
@Injectable()
export class OpenOrdersRepository {
  /** @param clientId null: of all clients */
  async countByStatus(manager: EntityManager, clientId: number | null): Promise<OpenOrders[]> {
    const ofClient = clientId === null ? '' : 'AND client_id = $1';
    const counts = COUNTED.map((status) => {
      const where = `${statusIsIn('status', [status])} ${ofClient} AND NOT is_test`;
      return `SELECT '${status}' AS status, ${boundedCount(`orders WHERE ${where}`)} AS count`;
    });
    const values = clientId === null ? [] : [clientId];
    return manager.query<OpenOrders[]>(counts.join(' UNION ALL '), values);
  }

  /** Counts the returns that wait for the wholesaler's staff: for a decision, or for inspection and refund. */
  async countReturns(manager: EntityManager): Promise<number> {
    const toDecide = boundedCount(returnsWaitingFor('decision'));
    const toSettle = boundedCount(`orders WHERE ${isUnsettledReturn()} AND NOT is_test`);
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT least(${toDecide} + ${toSettle}, ${COUNTED_MAX}) AS count`,
    );
    return row.count;
  }
}
