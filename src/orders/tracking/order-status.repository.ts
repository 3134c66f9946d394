import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { oldestXidAt } from '../../platform/live-cache/change-log.js';
import type { DedicatedConnection } from '../../platform/database/dedicated-connection.js';
import { xidNumber } from '../../platform/live-cache/live-cache.js';
import type { OrderStatus, PaymentStatus } from '../order-lifecycle.js';

/** Which order is wanted: a client's own, by order number or store order id. */
export interface OrderReference {
  clientId: number;
  reference: string;
}

/** Everything that the status of an order contains; times as PostgreSQL writes them in JSON. */
export interface OrderRow {
  orderNumber: string;
  storeOrderId: string | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  totalMinor: number;
  /** Whether a test order has a scenario with further status changes. */
  hasScenario: boolean;
  items: {
    sku: string;
    name: string;
    variation: string | null;
    variationKey: string | null;
    quantity: number;
    unitPriceMinor: number;
    lineTotalMinor: number;
  }[];
  timeline: { status: OrderStatus; changedAt: string }[];
  /** The latest one. */
  shipment: {
    courier: string;
    trackingNumber: string;
    trackingUrl: string;
    shippedAt: string;
  } | null;
}

/** All of an {@link OrderRow}, of an order `o`. */
const STATUS_COLUMNS = `
    o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId", o.status,
    o.payment_status AS "paymentStatus", o.total_minor AS "totalMinor",
    o.test_scenario IS NOT NULL AS "hasScenario",
    (
      SELECT json_agg(json_build_object(
        'sku', i.sku, 'name', i.name, 'variation', i.variation, 'variationKey', i.variation_key,
        'quantity', i.quantity, 'unitPriceMinor', i.unit_price_minor, 'lineTotalMinor', i.line_total_minor
      ) ORDER BY i.line) FROM order_items i WHERE i.order_id = o.id
    ) AS items,
    (
      SELECT json_agg(json_build_object('status', c.status, 'changedAt', c.changed_at) ORDER BY c.id)
      FROM order_status_changes c WHERE c.order_id = o.id
    ) AS timeline,
    (
      SELECT json_build_object(
        'courier', s.courier, 'trackingNumber', s.tracking_number,
        'trackingUrl', s.tracking_url, 'shippedAt', s.shipped_at
      ) FROM shipments s WHERE s.order_id = o.id ORDER BY s.id DESC LIMIT 1
    ) AS shipment`;

// No store order id has an order number's form, so that a reference finds one order at most.
const FIND_STATUSES = `
  SELECT wanted.n::integer, ${STATUS_COLUMNS}
  FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (client_id, reference, n)
  CROSS JOIN LATERAL (
    SELECT * FROM orders WHERE order_number = wanted.reference AND client_id = wanted.client_id
    UNION ALL
    SELECT * FROM orders WHERE client_id = wanted.client_id AND store_order_id = wanted.reference
  ) o`;

/** Which of a client's orders are wanted. */
export interface OrderSearch {
  clientId: number;
  statuses: readonly OrderStatus[];
  /** Orders that changed at this time or later, and perhaps some that changed a little earlier; null: any. */
  updatedSince: Date | null;
  /** Those after this one, in the order of their latest changes. */
  after: OrderPlace;
  limit: number;
}

/** Where an order stands among the latest changes: by the transaction that made it, then by id. */
export interface OrderPlace {
  xid: number;
  id: number;
}

/** An order with its place. */
type FoundOrder = OrderRow & OrderPlace;

interface SearchRow {
  xmin: number;
  orders: FoundOrder[] | null;
}

// Transactions that ended before the time made no later changes. The rows' own timestamps can't be used, because they
// are written before the commit. One range of the index is read for each status.
const SEARCH = `
  WITH bound AS MATERIALIZED (
    SELECT greatest($4::bigint, coalesce(${oldestXidAt('$3::timestamptz')}::text::bigint - 1, 0)) AS xid
  ), found AS MATERIALIZED (
    SELECT o.id FROM bound
    CROSS JOIN unnest($2::text[]) AS wanted (status)
    CROSS JOIN LATERAL (
      SELECT o.id, o.changed_xid FROM orders o
      WHERE o.client_id = $1 AND o.status = wanted.status
        AND (o.changed_xid, o.id) > (bound.xid, CASE WHEN bound.xid = $4 THEN $5::bigint ELSE 9223372036854775807 END)
      ORDER BY o.changed_xid, o.id LIMIT $6
    ) o
    ORDER BY o.changed_xid, o.id LIMIT $6
  )
  SELECT ${xidNumber('pg_snapshot_xmin(pg_current_snapshot())')} AS xmin, (
    SELECT json_agg(r ORDER BY r.xid, r.id) FROM (
      SELECT o.id, o.changed_xid AS xid, ${STATUS_COLUMNS}
      FROM found JOIN orders o USING (id)
    ) r
  ) AS orders`;

@Injectable()
export class OrderStatusRepository {
  /** Finds the clients' own orders with everything that their status contains; null where no such order exists. */
  async findStatuses(
    connection: DedicatedConnection,
    wanted: readonly OrderReference[],
  ): Promise<(OrderRow | null)[]> {
    const rows = await connection.query<OrderRow & { n: number }>({
      name: 'order-statuses',
      text: FIND_STATUSES,
      values: [wanted.map(({ clientId }) => clientId), wanted.map(({ reference }) => reference)],
    });
    const found = new Map(rows.map((row) => [row.n, row]));
    return wanted.map((_, index) => found.get(index + 1) ?? null);
  }

  /** The client's own orders, in the order of their latest changes; and the oldest transaction still open. */
  async search(
    manager: EntityManager,
    { clientId, statuses, updatedSince, after, limit }: OrderSearch,
  ): Promise<{ orders: FoundOrder[]; xmin: number }> {
    const [found] = await manager.query<SearchRow[]>(SEARCH, [
      clientId,
      statuses,
      updatedSince,
      after.xid,
      after.id,
      limit,
    ]);
    if (found === undefined) throw new Error('a search has no row');
    return { orders: found.orders ?? [], xmin: found.xmin };
  }
}
