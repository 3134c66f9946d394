import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../../orders/lifecycle/order-lifecycle.js';
import { listed, statusIsIn } from '../../../orders/lifecycle/status-sql.js';
import { LIVE_STATES } from '../booking-state.js';
import { OPEN_STATES } from '../courier-booking.entity.js';

const ORDERS_AT_ONCE = 100;
/** Days for which what was sent and the courier's words are kept. */
const RAW_DAYS = 30;
/** Days for which a label is kept after the end. */
const LABEL_DAYS = 14;
const ROWS_AT_ONCE = 1_000;

/** SQL condition: a booking `b` holds its units. */
const IS_LIVE = `b.state IN ${listed(LIVE_STATES)} AND b.released_why IS NULL`;

/** A shipment by whose number a box was sent. */
export interface SentBox {
  id: number;
  trackingNumber: string;
}

/** Looks for bookings that their orders left behind, and for what need not be kept of bookings. */
@Injectable()
export class BookingUpkeepRepository {
  /**
   * Lists orders with bookings that do not fit them. An instance of an earlier release, which knows no bookings, cancels and ships
   * orders without them.
   */
  async listStray(manager: EntityManager): Promise<string[]> {
    const found = await manager.query<{ orderNumber: string }[]>(
      `SELECT DISTINCT o.order_number AS "orderNumber" FROM courier_bookings b JOIN orders o ON o.id = b.order_id
        WHERE b.state IN ${listed(OPEN_STATES)} AND (
          (b.shipment_id IS NULL AND EXISTS (SELECT FROM shipments s WHERE s.order_id = b.order_id AND s.tracking_number = b.awb))
          OR (b.state <> 'canceling' AND b.released_why IS NULL
            AND (NOT ${statusIsIn('o.status', STATUS_SETS.shippable)} OR o.anonymized_at IS NOT NULL))
          OR (${IS_LIVE} AND EXISTS (
            SELECT FROM order_items i
            WHERE i.order_id = b.order_id AND i.quantity - i.shipped_quantity - i.canceled_quantity < (
              SELECT coalesce(sum(u.quantity), 0) FROM courier_bookings b, jsonb_to_recordset(b.units) AS u (line integer, quantity integer)
              WHERE b.order_id = i.order_id AND u.line = i.line AND ${IS_LIVE})
          ))
        ) LIMIT ${ORDERS_AT_ONCE}`,
    );
    return found.map(({ orderNumber }) => orderNumber);
  }

  /** Lists the shipments of an order that no booking became. */
  async listSent(manager: EntityManager, orderId: number): Promise<SentBox[]> {
    return manager.query<SentBox[]>(
      `SELECT s.id, s.tracking_number AS "trackingNumber" FROM shipments s
        WHERE s.order_id = $1 AND NOT EXISTS (SELECT FROM courier_bookings b WHERE b.shipment_id = s.id) ORDER BY s.id`,
      [orderId],
    );
  }

  /** Counts the bookings that are not at their end, by state. */
  async countOpen(manager: EntityManager): Promise<{ state: string; count: number }[]> {
    return manager.query<{ state: string; count: number }[]>(
      `SELECT state, count(*)::integer AS count FROM courier_bookings WHERE state IN ${listed(OPEN_STATES)} GROUP BY state`,
    );
  }

  /** Reads for how many seconds the oldest wanted booking has waited, and the oldest call that was not answered; 0: none. */
  async findOldest(manager: EntityManager): Promise<{ wanted: number; unknown: number }> {
    const [oldest] = await manager.query<[{ wanted: number; unknown: number }]>(
      `SELECT coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state = 'wanted')), 0)::float8 AS wanted,
          coalesce(extract(epoch FROM now() - min(called_at)), 0)::float8 AS unknown
        FROM courier_bookings WHERE state IN ${listed(OPEN_STATES)}`,
    );
    return oldest;
  }

  /** Erases what was sent and the courier's words of old bookings that have ended, and labels that have served. */
  async eraseOld(manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE courier_bookings SET sent = NULL, problem_words = NULL WHERE id IN (
          SELECT id FROM courier_bookings WHERE state IN ('canceled', 'handed_over') AND (sent IS NOT NULL OR problem_words IS NOT NULL)
            AND created_at < now() - make_interval(days => ${RAW_DAYS}) LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    );
    await manager.query(
      `UPDATE courier_bookings SET label = NULL WHERE id IN (
          SELECT b.id FROM courier_bookings b LEFT JOIN shipment_progress p ON p.shipment_id = b.shipment_id
          WHERE b.label IS NOT NULL AND b.created_at < now() - make_interval(days => ${LABEL_DAYS})
            AND (b.state = 'canceled' OR (p.phase = 3 AND p.best_at < now() - make_interval(days => ${LABEL_DAYS})))
          LIMIT ${ROWS_AT_ONCE} FOR UPDATE OF b SKIP LOCKED)`,
    );
  }
}
