import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { boundedCount } from '../../platform/database/bounded-count.js';
import { TIME_ZONE, TODAY } from '../../platform/time-zone.js';
import {
  isIn,
  ORDER_STATUSES,
  STATUS_SETS,
  type OrderStatus,
} from '../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../orders/lifecycle/status-sql.js';

/** The unpaid orders of a client that can be paid. */
export interface OrdersToPay {
  count: number;
  totalMinor: number;
  /** Time at which the oldest of these orders was placed; null without such orders. */
  oldestAt: Date | null;
}

/** A client's orders of one day. */
export interface DayFigures {
  /** In the shop's time zone, such as `2026-11-20`. */
  date: string;
  /** Number of orders that were placed on this day, with any status now. */
  orders: number;
  /** Total of these orders that were paid and not refunded in full. */
  spendMinor: number;
}

/** The number of orders in a status; bounded. */
export interface OrdersInStatus {
  status: OrderStatus;
  count: number;
}

/** Statuses of incomplete orders. The number of complete orders only grows and says nothing. */
const COUNTED = ORDER_STATUSES.filter((status) => !isIn('closed', status));

/** Counts and sums orders; test orders never. */
@Injectable()
export class OrderFiguresRepository {
  /**
   * Counts the orders that are not complete, by status. Each count is bounded, so it costs the same among a million orders.
   *
   * @param clientId null: of all clients
   */
  async countByStatus(manager: EntityManager, clientId: number | null): Promise<OrdersInStatus[]> {
    const ofClient = clientId === null ? '' : 'AND client_id = $1';
    const counts = COUNTED.map((status) => {
      const where = `${statusIsIn('status', [status])} ${ofClient} AND NOT is_test`;
      return `SELECT '${status}' AS status, ${boundedCount(`orders WHERE ${where}`)} AS count`;
    });
    const values = clientId === null ? [] : [clientId];
    return manager.query<OrdersInStatus[]>(counts.join(' UNION ALL '), values);
  }

  /** Counts the orders of each day of the shop since a time; days without an order are left out. */
  async countByDay(
    manager: EntityManager,
    from: Date,
  ): Promise<Pick<DayFigures, 'date' | 'orders'>[]> {
    return manager.query(
      `SELECT to_char(created_at AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM-DD') AS date, count(*)::integer AS orders
        FROM orders WHERE NOT is_test AND created_at >= $1 GROUP BY 1`,
      [from],
    );
  }

  async sumToPay(manager: EntityManager, clientId: number): Promise<OrdersToPay> {
    const [sums] = await manager.query<[OrdersToPay]>(
      `SELECT count(*)::integer AS count, coalesce(sum(total_minor), 0)::bigint AS "totalMinor",
          min(created_at) AS "oldestAt"
        FROM orders WHERE ${statusIsIn('status', STATUS_SETS.awaitingPayment)} AND client_id = $1 AND NOT is_test`,
      [clientId],
    );
    return sums;
  }

  /** Computes the largest number of units that the unpaid orders of one client reserve. */
  async maxUnpaidUnits(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<[{ units: number }]>(
      `SELECT coalesce(max(units), 0)::bigint AS units FROM (
          SELECT sum(i.quantity) AS units FROM orders o JOIN order_items i ON i.order_id = o.id
          WHERE ${statusIsIn('o.status', STATUS_SETS.awaitingPayment)} AND NOT o.is_test GROUP BY o.client_id
        ) clients`,
    );
    return row.units;
  }

  /** Lists the latest days, today last, including days without an order. */
  async listDays(
    manager: EntityManager,
    clientId: number,
    days: number,
    statuses: readonly string[],
  ): Promise<DayFigures[]> {
    // With every status named, the look-up is in the index by status and client.
    return manager.query<DayFigures[]>(
      `WITH ordered AS (
          SELECT (created_at AT TIME ZONE '${TIME_ZONE}')::date AS day, count(*)::integer AS orders,
            sum(total_minor) FILTER (WHERE payment_status = 'paid') AS spend
          FROM orders
          WHERE status = ANY ($3) AND client_id = $1 AND NOT is_test
            AND created_at >= (${TODAY} - $2::integer + 1)::timestamp AT TIME ZONE '${TIME_ZONE}'
          GROUP BY 1
        )
        SELECT to_char(series.at, 'YYYY-MM-DD') AS date, coalesce(o.orders, 0) AS orders,
          coalesce(o.spend, 0)::bigint AS "spendMinor"
        FROM generate_series((${TODAY} - $2::integer + 1)::timestamp, ${TODAY}::timestamp, interval '1 day')
          AS series (at)
        LEFT JOIN ordered o ON o.day = series.at::date ORDER BY 1`,
      [clientId, days, statuses],
    );
  }
}
