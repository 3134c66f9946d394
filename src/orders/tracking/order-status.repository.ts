import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { positionAt } from '../../platform/live-cache/change-log.js';
import {
  ORDER_STATUSES,
  type OrderStatus,
  type PaymentStatus,
} from '../lifecycle/order-lifecycle.js';

/** A shipment with its units of each line. */
export interface ShipmentRow {
  id: number;
  courier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: string;
  items: { line: number; quantity: number }[];
}

/** Everything that the status of an order contains; times as PostgreSQL writes them in JSON. */
export interface OrderRow {
  orderNumber: string;
  storeOrderId: string | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  totalMinor: number;
  /** True if a test order has a scenario with further status changes. */
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
  /** The latest shipment; null before the first one. */
  shipment: {
    courier: string;
    trackingNumber: string;
    trackingUrl: string;
    shippedAt: string;
  } | null;
  /** All shipments, oldest first; null where they were not asked for. */
  shipments: ShipmentRow[] | null;
}

/** Writes the columns of {@link OrderRow}, from an order `o`. */
const statusColumns = (withShipments: string): string => `
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
    ) AS shipment,
    CASE WHEN ${withShipments} THEN (
      SELECT coalesce(json_agg(json_build_object(
        'id', s.id, 'courier', s.courier, 'trackingNumber', s.tracking_number,
        'trackingUrl', s.tracking_url, 'shippedAt', s.shipped_at,
        'items', (
          SELECT json_agg(json_build_object('line', sent.line, 'quantity', sent.quantity) ORDER BY sent.line)
          FROM shipment_items sent WHERE sent.shipment_id = s.id
        )
      ) ORDER BY s.id), '[]') FROM shipments s WHERE s.order_id = o.id
    ) END AS shipments`;

// No store order id has an order number's form, so that a reference finds one order at most.
export const FIND_STATUSES = `
  SELECT wanted.n::integer, ${statusColumns('wanted.with_shipments')}
  FROM unnest($1::integer[], $2::text[], $3::boolean[])
    WITH ORDINALITY AS wanted (client_id, reference, with_shipments, n)
  CROSS JOIN LATERAL (
    SELECT * FROM orders WHERE order_number = wanted.reference AND client_id = wanted.client_id
    UNION ALL
    SELECT * FROM orders WHERE client_id = wanted.client_id AND store_order_id = wanted.reference
  ) o`;

const FIND_BY_STORE_IDS = `
  SELECT ${statusColumns('false')}
  FROM orders o WHERE o.client_id = $1 AND o.store_order_id = ANY ($2::text[])`;

export interface OrderSearch {
  clientId: number;
  statuses: readonly OrderStatus[];
  /** Orders that changed at this time or later, and perhaps some that changed a little earlier; null: any. */
  updatedSince: Date | null;
  /** Only orders after this place, in the order of their latest changes. */
  after: OrderPlace;
  limit: number;
  withShipments: boolean;
}

/** Place of an order among the latest changes: by the position of its own latest change, then by id. */
export interface OrderPlace {
  position: number;
  /** 0: after all orders of the position. */
  id: number;
}

type FoundOrder = OrderRow & OrderPlace;

/** Progress of numbering the orders that a statement saw. */
export interface NumberedOrders {
  /** The statement saw every order up to this position. */
  position: number;
  incarnation: string;
  /** True if no order that the statement saw had changed after that position. */
  isNumbered: boolean;
}

export interface FoundOrders extends NumberedOrders {
  orders: FoundOrder[];
}

/** A place up to which a client's orders are known. */
export interface KnownOrders extends OrderPlace {
  clientId: number;
}

/** True if the client has an order after the place. */
export interface OrderNews extends NumberedOrders {
  hasNews: boolean;
}

/** Writes the SQL condition that a row `p` of order_positions is after a place. Id 0 means the end of the position. */
const after = (position: string, id: string): string =>
  `(p.position, p.order_id) > (${position}, CASE WHEN ${id} > 0 THEN ${id} ELSE 9223372036854775807 END)`;

/** Columns of {@link NumberedOrders}, from `feed_state_now() state`. */
const NUMBERED_COLUMNS = `
    state.position::float8, state.incarnation,
    NOT EXISTS (SELECT FROM change_queue WHERE kind = 'order') AS "isNumbered"`;

// As the search below: one range of the index for each status.
export const FIND_NEWS = `
  SELECT known.n::integer, ${NUMBERED_COLUMNS}, EXISTS (
      SELECT FROM unnest(ARRAY[${ORDER_STATUSES.map((status) => `'${status}'`).join(', ')}]) AS any_of (status)
      CROSS JOIN LATERAL (
        SELECT FROM order_positions p
        WHERE p.client_id = known.client_id AND p.status = any_of.status
          AND ${after('known.position', 'known.id')}
        LIMIT 1
      ) changed
    ) AS "hasNews"
  FROM unnest($1::integer[], $2::bigint[], $3::bigint[])
    WITH ORDINALITY AS known (client_id, position, id, n)
  CROSS JOIN feed_state_now() state`;

// One range of the index is read for each status.
const SEARCH = `
  WITH bound AS MATERIALIZED (
    SELECT position, CASE WHEN position = $4 THEN $5::bigint ELSE 0 END AS id
    FROM (SELECT greatest($4::bigint, coalesce(${positionAt('$3::timestamptz')}::bigint, 0)) AS position) latest
  ), found AS MATERIALIZED (
    SELECT p.order_id AS id, p.position FROM bound
    CROSS JOIN unnest($2::text[]) AS wanted (status)
    CROSS JOIN LATERAL (
      SELECT p.order_id, p.position FROM order_positions p
      WHERE p.client_id = $1 AND p.status = wanted.status
        AND ${after('bound.position', 'bound.id')}
      ORDER BY p.position, p.order_id LIMIT $6
    ) p
    ORDER BY p.position, p.order_id LIMIT $6
  )
  SELECT ${NUMBERED_COLUMNS}, (
      SELECT coalesce(json_agg(r ORDER BY r.position, r.id), '[]') FROM (
        SELECT o.id, found.position, ${statusColumns('$7::boolean')}
        FROM found JOIN orders o USING (id)
      ) r
    ) AS orders
  FROM feed_state_now() state`;

@Injectable()
export class OrderStatusRepository {
  /** Finds the client's own orders by the ids of its store. */
  async findByStoreIds(
    manager: EntityManager,
    clientId: number,
    storeOrderIds: readonly string[],
  ): Promise<OrderRow[]> {
    return manager.query<OrderRow[]>(FIND_BY_STORE_IDS, [clientId, storeOrderIds]);
  }

  /** Finds the client's own orders, in the order of their latest changes. */
  async search(
    manager: EntityManager,
    { clientId, statuses, updatedSince, after, limit, withShipments }: OrderSearch,
  ): Promise<FoundOrders> {
    const [found] = await manager.query<FoundOrders[]>(SEARCH, [
      clientId,
      statuses,
      updatedSince,
      after.position,
      after.id,
      limit,
      withShipments,
    ]);
    if (found === undefined) throw new Error('a search has no row');
    return found;
  }
}
