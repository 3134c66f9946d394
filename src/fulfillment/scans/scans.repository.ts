import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../orders/lifecycle/status-sql.js';
import type { Order } from '../../orders/order.entity.js';
import type { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { searchTerm } from '../../platform/database/search-words.js';

/** What a scanned text may be found as. */
export const FOUND_BY = [
  'order_number',
  'store_order_id',
  'tracking_number',
  'part',
  'similar',
] as const;

/** What each way of looking a text up finds it as: a part first of the orders to ship, then of all. */
const WAYS: readonly FoundOrder['foundBy'][] = [
  'order_number',
  'store_order_id',
  'tracking_number',
  'part',
  'part',
  'similar',
];

/** An order that a scanned text names, with its last shipment. */
export interface FoundOrder
  extends
    Pick<Order, 'orderNumber' | 'storeOrderId' | 'status' | 'totalMinor'>,
    Pick<
      { [key in keyof Shipment]: Shipment[key] | null },
      'courier' | 'trackingNumber' | 'shippedAt'
    > {
  foundBy: (typeof FOUND_BY)[number];
  clientName: string;
  /** Time of the last change of its status. */
  changedAt: Date;
  shipmentsCount: number;
  unitsLeft: number;
}

/** A scan names one order, or those of a few clients. */
const FOUND_MAX = 10;

@Injectable()
export class ScansRepository {
  /**
   * Finds the live orders that a text names in the first way in which it names any.
   *
   * @param texts the scanned text in the cases that stores and couriers write it in
   * @param part a part of the number of an order; null: none is looked for
   * @param similar order numbers that differ from the text by one character
   */
  async findOrders(
    manager: EntityManager,
    orderNumber: string,
    texts: readonly string[],
    part: string | null,
    similar: readonly string[],
  ): Promise<FoundOrder[]> {
    return manager.query<FoundOrder[]>(
      `WITH named AS (
          SELECT id, 1 AS way FROM orders WHERE order_number = $1 AND NOT is_test
          UNION ALL
          -- By client: the index of store order ids begins with it.
          SELECT o.id, 2 FROM clients c JOIN orders o ON o.client_id = c.id AND o.store_order_id = ANY($2) AND NOT o.is_test
          UNION ALL
          SELECT s.order_id, 3 FROM shipments s JOIN orders o ON o.id = s.order_id
            WHERE s.tracking_number = ANY($2) AND NOT o.is_test
          UNION ALL
          SELECT r.order_id, 3 FROM order_returns r JOIN orders o ON o.id = r.order_id
            WHERE r.tracking_number = ANY($2) AND NOT o.is_test
          UNION ALL
          SELECT id, 4 FROM orders o WHERE order_number LIKE '%' || $5 || '%' AND ${statusIsIn('o.status', STATUS_SETS.shippable)} AND NOT is_test
          UNION ALL
          SELECT w.order_id, 5 FROM order_search_words w JOIN orders o ON o.id = w.order_id
            WHERE w.words @@ lower($6)::tsquery AND o.order_number LIKE '%' || $5 || '%' AND NOT o.is_test
          UNION ALL
          SELECT id, 6 FROM orders WHERE order_number = ANY($3) AND NOT is_test
        )
        SELECT ($4::text[])[found.way] AS "foundBy", o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId",
          o.status, o.total_minor AS "totalMinor", c.name AS "clientName",
          (SELECT max(changed_at) FROM order_status_changes WHERE order_id = o.id) AS "changedAt",
          (SELECT count(*)::integer FROM shipments WHERE order_id = o.id) AS "shipmentsCount",
          (SELECT sum(quantity - shipped_quantity - canceled_quantity)::integer FROM order_items WHERE order_id = o.id) AS "unitsLeft",
          s.courier, s.tracking_number AS "trackingNumber", s.shipped_at AS "shippedAt"
        FROM (SELECT DISTINCT id, way FROM named WHERE way = (SELECT min(way) FROM named)) found
        JOIN orders o ON o.id = found.id
        JOIN clients c ON c.id = o.client_id
        LEFT JOIN LATERAL (SELECT * FROM shipments WHERE order_id = o.id ORDER BY id DESC LIMIT 1) s ON true
        ORDER BY o.id DESC LIMIT ${FOUND_MAX}`,
      [orderNumber, texts, similar, WAYS, part, part === null ? null : wordsOfPart(part)],
    );
  }
}

/** Writes a part of an order number as a query of its words; see order_words.sql. */
function wordsOfPart(part: string): string {
  const inside = part.replace(/^WO-/, '');
  return `${searchTerm(`WO-${inside}`)}:* | ${searchTerm(` part:${inside}`)}:*`;
}
