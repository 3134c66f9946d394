import { Injectable } from '@nestjs/common';
import type { OwnConnection } from '../database/own-connection.js';
import type { OrderStatus, PaymentStatus } from './order-life.js';

/** Which order is wanted: a client's own, by order number or store order id. */
export interface OrderReference {
  clientId: number;
  reference: string;
}

/** Everything the status of an order tells; instants as PostgreSQL writes them in JSON. */
export interface OrderRow {
  orderNumber: string;
  storeOrderId: string | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  totalMinor: number;
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

// No store order id has an order number's form, so that a reference finds one order at most.
const FIND_STATUSES = `
  SELECT wanted.n::integer, o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId", o.status,
    o.payment_status AS "paymentStatus", o.total_minor AS "totalMinor",
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
    ) AS shipment
  FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (client_id, reference, n)
  CROSS JOIN LATERAL (
    SELECT * FROM orders WHERE order_number = wanted.reference AND client_id = wanted.client_id
    UNION ALL
    SELECT * FROM orders WHERE client_id = wanted.client_id AND store_order_id = wanted.reference
  ) o`;

@Injectable()
export class OrderStatusRepository {
  /** The clients' own orders, with all that their status tells; null where there is none. */
  async findStatuses(
    connection: OwnConnection,
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
}
