import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ShipmentPhase, ShipmentState } from '../../orders/tracking/shipment-state.js';
import { rowsOf } from '../../platform/database/reads/returned-rows.js';
import type { BookedUnits, BookingState } from '../bookings/courier-booking.entity.js';
import type { DeliveryFinding } from '../findings/delivery-finding.entity.js';
import { BOOKED_HOURS } from './schedule.js';

/** A booking with an AWB, as its tracking needs it. */
export interface TrackedBooking {
  id: number;
  orderId: number;
  orderNumber: string;
  accountId: number;
  kind: string;
  state: BookingState;
  /**
   * True: its units are free again, because its order was canceled, closed or corrected, or it was withdrawn.
   * - with a shipment: it was not handed over after all
   */
  isReleased: boolean;
  awb: string;
  courierName: string | null;
  /** Those of its shipment, which an operator may have made of fewer than were booked; before the hand-over, those that it holds. */
  units: BookedUnits[];
  weightGrams: number;
  chargedGrams: number | null;
  shipmentId: number | null;
  /** Time of the hand-over, else that of the booking. */
  handedOverAt: Date;
  createdAt: Date;
  /** Where its shipment is; null: it was not handed over. */
  shipmentState: ShipmentState | null;
  phase: ShipmentPhase | null;
  newsAt: Date | null;
  expectedAt: Date | null;
}

/** A shipment with its order. */
export interface FollowedShipment {
  id: number;
  orderNumber: string;
  courier: string;
  trackingNumber: string;
  /** null: it was typed by hand. */
  bookingId: number | null;
}

/** Names a booking in findings. */
export function findingKeys({
  id: bookingId,
  orderId,
  shipmentId,
}: TrackedBooking): Pick<DeliveryFinding, 'bookingId' | 'orderId' | 'shipmentId'> {
  return { bookingId, orderId, shipmentId };
}

const COLUMNS = `b.id, b.order_id AS "orderId", o.order_number AS "orderNumber", b.account_id AS "accountId", b.kind, b.state,
  b.released_why IS NOT NULL AS "isReleased",
  b.awb, b.courier_name AS "courierName", coalesce((
    SELECT jsonb_agg(jsonb_build_object('line', i.line, 'quantity', i.quantity) ORDER BY i.line)
    FROM shipment_items i WHERE i.shipment_id = b.shipment_id
  ), b.units) AS units, b.weight_grams AS "weightGrams", b.charged_grams AS "chargedGrams",
  b.shipment_id AS "shipmentId", coalesce(b.handed_over_at, b.created_at) AS "handedOverAt", b.created_at AS "createdAt",
  p.state AS "shipmentState", p.phase, p.best_at AS "newsAt", p.expected_at AS "expectedAt"`;
const FROM = `courier_bookings b JOIN orders o ON o.id = b.order_id
  LEFT JOIN shipment_progress p ON p.shipment_id = b.shipment_id`;

/** Time after which an unfinished question is asked again. */
const LEASE = "interval '5 minutes'";
/**
 * SQL condition: the courier is to be asked about a booking that was not handed over. Each that is booked, in case its pick-up
 * was missed; others only after a push.
 */
const BOOKED_DUE = `(b.state = 'booked' AND coalesce(b.ask_at, b.created_at + interval '${BOOKED_HOURS} hours') <= now()
  OR b.ask_at <= now() AND b.shipment_id IS NULL)`;

/** SQL condition: a courier is to be asked. */
export const HAS_DUE_QUESTIONS = `EXISTS (SELECT FROM shipment_progress WHERE next_ask_at <= now())
  OR EXISTS (SELECT FROM courier_bookings b WHERE ${BOOKED_DUE})`;

/** Bookings as far as couriers are asked about them. What they do otherwise belongs to the bookings. */
@Injectable()
export class TrackedBookingsRepository {
  async findByAwb(
    manager: EntityManager,
    accountId: number,
    awb: string,
  ): Promise<TrackedBooking | null> {
    const [found] = await manager.query<TrackedBooking[]>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE b.account_id = $1 AND b.awb = $2`,
      [accountId, awb],
    );
    return found ?? null;
  }

  async findByShipment(manager: EntityManager, shipmentId: number): Promise<TrackedBooking | null> {
    const [found] = await manager.query<TrackedBooking[]>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE b.shipment_id = $1`,
      [shipmentId],
    );
    return found ?? null;
  }

  async findShipment(manager: EntityManager, id: number): Promise<FollowedShipment | null> {
    const [found] = await manager.query<FollowedShipment[]>(
      `SELECT s.id, o.order_number AS "orderNumber", s.courier, s.tracking_number AS "trackingNumber", b.id AS "bookingId"
        FROM shipments s JOIN orders o ON o.id = s.order_id LEFT JOIN courier_bookings b ON b.shipment_id = s.id
        WHERE s.id = $1`,
      [id],
    );
    return found ?? null;
  }

  /** Reads a booking as it is. Only the holder of the lock on its order changes its shipment. */
  async read(manager: EntityManager, id: number): Promise<TrackedBooking> {
    const [found] = await manager.query<[TrackedBooking]>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE b.id = $1`,
      [id],
    );
    return found;
  }

  /** Lists the bookings of an order that were handed over. */
  async listHandedOver(manager: EntityManager, orderId: number): Promise<TrackedBooking[]> {
    return manager.query(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE b.order_id = $1 AND b.shipment_id IS NOT NULL ORDER BY b.id`,
      [orderId],
    );
  }

  /** Returns true if each shipment of an order is followed, and delivered. */
  async areAllDelivered(manager: EntityManager, orderId: number): Promise<boolean> {
    const [{ areAll }] = await manager.query<[{ areAll: boolean }]>(
      `SELECT coalesce(bool_and(coalesce(p.state = 'delivered', false)), false) AS "areAll"
        FROM shipments s LEFT JOIN shipment_progress p ON p.shipment_id = s.id WHERE s.order_id = $1`,
      [orderId],
    );
    return areAll;
  }

  /** Lists the accounts whose couriers are to be asked, the most urgent first. */
  async listDueAccounts(manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ accountId: number }[]>(
      `SELECT account_id AS "accountId" FROM (
          SELECT b.account_id, p.next_ask_at AS due_at FROM shipment_progress p
            JOIN courier_bookings b ON b.shipment_id = p.shipment_id WHERE p.next_ask_at <= now()
          UNION ALL
          SELECT b.account_id, now() FROM courier_bookings b WHERE ${BOOKED_DUE}
        ) due GROUP BY account_id ORDER BY min(due_at)`,
    );
    return rows.map(({ accountId }) => accountId);
  }

  /** Claims what is due of an account, the oldest first: shipments, and then bookings that wait to be handed over. */
  async claimDue(
    manager: EntityManager,
    accountId: number,
    limit: number,
  ): Promise<TrackedBooking[]> {
    const shipments = rowsOf<{ shipmentId: number }>(
      await manager.query(
        `UPDATE shipment_progress SET next_ask_at = now() + ${LEASE} WHERE shipment_id IN (
            SELECT p.shipment_id FROM shipment_progress p JOIN courier_bookings b ON b.shipment_id = p.shipment_id
            WHERE p.next_ask_at <= now() AND b.account_id = $1
            ORDER BY p.next_ask_at LIMIT $2 FOR UPDATE OF p SKIP LOCKED
          ) RETURNING shipment_id AS "shipmentId"`,
        [accountId, limit],
      ),
    );
    const bookings =
      shipments.length === limit
        ? []
        : rowsOf<{ id: number }>(
            await manager.query(
              `UPDATE courier_bookings SET ask_at = now() + ${LEASE} WHERE id IN (
                  SELECT b.id FROM courier_bookings b WHERE ${BOOKED_DUE} AND b.account_id = $1
                  ORDER BY b.id LIMIT $2 FOR UPDATE SKIP LOCKED
                ) RETURNING id`,
              [accountId, limit - shipments.length],
            ),
          );
    if (shipments.length + bookings.length === 0) return [];
    return manager.query(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE b.shipment_id = ANY($1) OR b.id = ANY($2)`,
      [shipments.map(({ shipmentId }) => shipmentId), bookings.map(({ id }) => id)],
    );
  }

  /** Makes a booking that was not handed over due for asking. */
  async askNow(manager: EntityManager, id: number): Promise<void> {
    await manager.query('UPDATE courier_bookings SET ask_at = now() WHERE id = $1', [id]);
  }

  /** Notes that the courier was asked about a booking that was not handed over. */
  async noteAsked(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE courier_bookings SET ask_at = CASE WHEN state = 'booked' THEN now() + interval '${BOOKED_HOURS} hours' END
        WHERE id = $1`,
      [id],
    );
  }

  /** Sets when the courier is asked next about a shipment, unless news has made it due meanwhile. @param at null: never again */
  async noteShipmentAsked(
    manager: EntityManager,
    shipmentId: number,
    at: Date | null,
  ): Promise<void> {
    // A claim ends in the future; what is due now was asked for during the question.
    await manager.query(
      `UPDATE shipment_progress SET asked_at = now(), next_ask_at = CASE WHEN next_ask_at <= now() THEN next_ask_at ELSE $2::timestamptz END
        WHERE shipment_id = $1`,
      [shipmentId, at],
    );
  }

  /** Reads by how many seconds the oldest question about a shipment is late. */
  async readDelaySeconds(manager: EntityManager): Promise<number> {
    const [{ seconds }] = await manager.query<[{ seconds: number }]>(
      `SELECT coalesce(extract(epoch FROM now() - min(next_ask_at)), 0)::float AS seconds
        FROM shipment_progress WHERE next_ask_at <= now()`,
    );
    return seconds;
  }

  /** Stores the weight that the courier bills. */
  async noteChargedGrams(manager: EntityManager, id: number, grams: number): Promise<void> {
    await manager.query('UPDATE courier_bookings SET charged_grams = $2 WHERE id = $1', [
      id,
      grams,
    ]);
  }

  /** Leaves a booking to a person, because the courier carries what it should not, or what cannot be shipped. */
  async needPerson(manager: EntityManager, id: number, code: string, words: string): Promise<void> {
    await manager.query(
      `UPDATE courier_bookings SET state = 'needs_person', problem_code = $2, problem_words = $3, due_at = NULL WHERE id = $1`,
      [id, code, words.slice(0, 300)],
    );
  }
}
