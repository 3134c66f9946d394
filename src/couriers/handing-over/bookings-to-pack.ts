import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BookingFilter } from '../../fulfillment/pick-list/booking-filters.js';
import {
  BookingsToPackPort,
  type BookingToPack,
  type ScannedBooking,
} from '../../fulfillment/pick-list/bookings-to-pack.port.js';
import { BOOKINGS_WAIT, WAITS } from '../accounts/account-pauses.js';
import { COURIER_KINDS, KINDS_WITH_FILES } from '../couriers.js';

/** SQL for the state of a booking at the packing table. */
const STATE = `CASE b.state WHEN 'booked' THEN 'booked' WHEN 'refused' THEN 'problem' WHEN 'needs_person' THEN 'problem'
  ELSE 'booking' END`;
/** SQL condition: a booking holds units of its order, or would if the courier had not refused it. */
const IS_OPEN = `b.state IN ('wanted', 'calling', 'unknown', 'booked', 'refused', 'needs_person') AND b.released_why IS NULL`;

/** SQL for why a booking is not called yet, if its account is the reason; see `BookingsRepository.claim`. */
const WAITS_FOR = `CASE WHEN b.state <> 'booked' AND (${WAITS} OR (b.called_at IS NULL AND ${BOOKINGS_WAIT}))
  THEN CASE WHEN a.is_active THEN a.pause_reason ELSE 'account_not_used' END END`;

/** Shows pick list and scans what is booked. */
@Injectable()
export class BookingsToPack extends BookingsToPackPort {
  async listOf(manager: EntityManager, orderIds: readonly number[]): Promise<BookingToPack[]> {
    return manager.query<BookingToPack[]>(
      `SELECT b.id, b.order_id AS "orderId", ${STATE} AS state, b.awb, coalesce(b.courier_name, a.name) AS courier,
          b.box->>'name' AS box, b.weight_grams AS "weightGrams", b.units, b.label_printed_at IS NOT NULL AS "isPrinted",
          (b.label IS NOT NULL OR b.kind = ANY($2)) AS "isPrintedAlone", b.needs_way_bill AS "needsWayBill", coalesce(b.problem_words, replace(coalesce(b.problem_code, ${WAITS_FOR}), '_', ' ')) AS problem
        FROM courier_bookings b JOIN courier_accounts a ON a.id = b.account_id
        WHERE b.order_id = ANY($1) AND ${IS_OPEN} ORDER BY b.id`,
      [orderIds, KINDS_WITH_FILES],
    );
  }

  async findOrders(
    manager: EntityManager,
    filter: Exclude<BookingFilter, 'none'> | null,
  ): Promise<number[]> {
    const isPrinted = filter === 'not_printed' ? false : null;
    const state = filter === 'not_printed' ? 'booked' : filter;
    const found = await manager.query<{ orderId: number }[]>(
      `SELECT DISTINCT b.order_id AS "orderId" FROM courier_bookings b
        WHERE ${IS_OPEN} AND ($1::text IS NULL OR ${STATE} = $1)
          AND ($2::boolean IS NULL OR (b.label_printed_at IS NOT NULL) = $2)`,
      [state, isPrinted],
    );
    return found.map(({ orderId }) => orderId);
  }

  async findByAwb(
    manager: EntityManager,
    texts: readonly string[],
  ): Promise<ScannedBooking | null> {
    const [found] = await manager.query<ScannedBooking[]>(
      `SELECT b.id, o.order_number AS "orderNumber", NOT (${IS_OPEN}) AS "isOld",
          (SELECT awb FROM courier_bookings WHERE order_id = b.order_id AND state = 'booked' ORDER BY id DESC LIMIT 1) AS "currentAwb"
        FROM courier_bookings b JOIN orders o ON o.id = b.order_id
        WHERE b.id = (
          SELECT booking_id FROM (
            SELECT id AS booking_id FROM courier_bookings WHERE kind = ANY($2) AND awb = ANY($1)
            UNION SELECT booking_id FROM courier_awbs WHERE kind = ANY($2) AND awb = ANY($1)
          ) named ORDER BY booking_id DESC LIMIT 1
        ) AND b.state <> 'handed_over'`,
      [texts, COURIER_KINDS],
    );
    return found ?? null;
  }
}
