import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TIME_ZONE } from '../../platform/time-zone.js';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { returnsWaitingFor } from '../returns/waiting-returns.js';
import { isUnsettledReturn, statusIsIn } from '../../orders/lifecycle/status-sql.js';

/** Orders that wait to be shipped. */
export interface OrdersToShip {
  count: number;
  /** Number of them that were placed more than {@link LATE_HOURS} ago. */
  lateCount: number;
  /** Time at which the oldest of them was placed; null without such orders. */
  oldestAt: Date | null;
}

/** Numbers of returns that wait for the wholesaler's staff. */
export interface WaitingReturns {
  /** Returned orders whose refund is not decided. */
  toSettle: number;
  /** Returns that stores have asked for. */
  toDecide: number;
  /** Received returns that were not inspected. */
  toInspect: number;
}

/** Number of orders placed on one day. */
export interface PlacedOrders {
  /** In the shop's time zone, such as `2026-11-20`. */
  date: string;
  orders: number;
}

/** Products that are out of stock and were ordered recently. */
export interface SoldOut {
  count: number;
  /** The first ones, by SKU. */
  skus: string[];
}

/** Hours after which an order that was not shipped is late. */
const LATE_HOURS = 48;

const SOLD_WITHIN_DAYS = 7;
const SKUS_SHOWN = 5;

// Orders get their ids in the order in which they are placed: the index on (product_id, order_id) finds the recently
// ordered lines of a product without reading older ones. LIMIT keeps the planner from joining all orders first.
const SOLD_OUT = `
  WITH since AS (
    SELECT id FROM orders WHERE NOT is_test AND created_at >= now() - make_interval(days => $1)
    ORDER BY created_at, id LIMIT 1
  ), sold_out AS (
    SELECT p.sku FROM products p
    WHERE p.active
      AND (SELECT sum(l.on_hand - l.reserved) FROM stock_levels l WHERE l.product_id = p.id) = 0
      AND (
        SELECT true FROM order_items i JOIN orders o ON o.id = i.order_id
        WHERE i.product_id = p.id AND i.order_id >= (SELECT id FROM since) AND NOT o.is_test
          AND NOT ${statusIsIn('o.status', STATUS_SETS.void)}
        LIMIT 1
      )
  )
  SELECT count(*)::integer AS count,
    ARRAY(SELECT sku FROM sold_out ORDER BY sku LIMIT $2) AS skus
  FROM sold_out`;

/** Counts the orders of all clients; test orders never. */
@Injectable()
export class OfficeFiguresRepository {
  async countToShip(manager: EntityManager): Promise<OrdersToShip> {
    const [row] = await manager.query<[OrdersToShip]>(
      `SELECT count(*)::integer AS count, min(created_at) AS "oldestAt",
          count(*) FILTER (WHERE created_at < now() - make_interval(hours => $1))::integer AS "lateCount"
        FROM orders WHERE ${statusIsIn('status', STATUS_SETS.shippable)} AND NOT is_test`,
      [LATE_HOURS],
    );
    return row;
  }

  async countReturns(manager: EntityManager): Promise<WaitingReturns> {
    const [row] = await manager.query<[WaitingReturns]>(
      `SELECT (SELECT count(*)::integer FROM orders WHERE ${isUnsettledReturn()} AND NOT is_test) AS "toSettle",
        (SELECT count(*)::integer FROM ${returnsWaitingFor('decision')}) AS "toDecide",
        (SELECT count(*)::integer FROM ${returnsWaitingFor('inspection')}) AS "toInspect"`,
    );
    return row;
  }

  async findSoldOut(manager: EntityManager): Promise<SoldOut> {
    const [row] = await manager.query<[SoldOut]>(SOLD_OUT, [SOLD_WITHIN_DAYS, SKUS_SHOWN]);
    return row;
  }

  /** Counts the orders of each day since a time; days without an order are left out. */
  async countByDay(manager: EntityManager, from: Date): Promise<PlacedOrders[]> {
    return manager.query<PlacedOrders[]>(
      `SELECT to_char(created_at AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM-DD') AS date, count(*)::integer AS orders
        FROM orders WHERE NOT is_test AND created_at >= $1 GROUP BY 1`,
      [from],
    );
  }
}
