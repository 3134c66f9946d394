import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Order } from '../../orders/order.entity.js';
import type { Period } from '../../platform/days/zoned-day.js';
import { CourierBooking } from '../bookings/courier-booking.entity.js';

/** A booking whose box is on its way, by the shipment that was made of it. */
export interface HandedOver {
  id: number;
  orderNumber: string;
  awb: string;
  shipmentId: number;
}

/** What was handed over earlier is on no manifest since the last. */
const NEW_WITHIN = "interval '7 days'";

/** A box that was handed over. */
interface HandedOverBox {
  accountId: number;
  accountName: string;
  pickupName: string | null;
  awb: string;
  orderNumber: string;
  weightGrams: number;
}

/** Bookings on their way to become shipments. Writers have locked the order. */
@Injectable()
export class HandOverRepository {
  constructor(
    @InjectRepository(CourierBooking) private readonly bookings: Repository<CourierBooking>,
  ) {}

  /** Finds the orders of bookings. */
  async findOrderNumbers(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<Map<number, string>> {
    const found = await manager.query<{ id: number; orderNumber: string }[]>(
      `SELECT b.id, o.order_number AS "orderNumber" FROM courier_bookings b JOIN orders o ON o.id = b.order_id
        WHERE b.id = ANY($1)`,
      [ids],
    );
    return new Map(found.map(({ id, orderNumber }) => [id, orderNumber]));
  }

  /** Locks the bookings of a locked order by id, as its shipment does, and returns one of them. */
  async lock(manager: EntityManager, { id: orderId }: Order, id: number): Promise<CourierBooking> {
    const bookings = await manager
      .withRepository(this.bookings)
      .find({ where: { orderId }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
    const booking = bookings.find((one) => one.id === id);
    if (booking === undefined) throw new Error(`booking ${id} is not of order ${orderId}`);
    return booking;
  }

  /** Finds the AWB of the latest booking of an order that waits to be handed over. */
  async findBookedAwb(manager: EntityManager, orderId: number): Promise<string | null> {
    const found = await manager
      .withRepository(this.bookings)
      .findOne({ where: { orderId, state: 'booked' }, order: { id: 'DESC' } });
    return found?.awb ?? null;
  }

  /** Notes what the scale says; what was sent to the courier stays. */
  async weigh(manager: EntityManager, id: number, weightGrams: number): Promise<void> {
    await manager.withRepository(this.bookings).update({ id }, { weightGrams });
  }

  async getHandedOver(manager: EntityManager, id: number): Promise<HandedOver> {
    const [found] = await manager.query<[HandedOver]>(
      `SELECT b.id, o.order_number AS "orderNumber", b.awb, b.shipment_id AS "shipmentId"
        FROM courier_bookings b JOIN orders o ON o.id = b.order_id WHERE b.id = $1`,
      [id],
    );
    return found;
  }

  /** Lists what was handed over within a period, or what is on no manifest yet (null), by account, and notes that it is on one. */
  async takeHandedOver(manager: EntityManager, period: Period | null): Promise<HandedOverBox[]> {
    return manager.query<HandedOverBox[]>(
      `WITH taken AS (
          UPDATE courier_bookings SET manifest_at = coalesce(manifest_at, now())
          WHERE state = 'handed_over' AND CASE WHEN $1::timestamptz IS NULL
            THEN manifest_at IS NULL AND handed_over_at > now() - ${NEW_WITHIN}
            ELSE handed_over_at >= $1 AND handed_over_at < $2 END
          RETURNING id, account_id, order_id, awb, weight_grams, handed_over_at
        )
        SELECT b.account_id AS "accountId", a.name AS "accountName", a.pickup_name AS "pickupName", b.awb,
          b.weight_grams AS "weightGrams", o.order_number AS "orderNumber"
        FROM taken b JOIN courier_accounts a ON a.id = b.account_id JOIN orders o ON o.id = b.order_id
        ORDER BY a.name, b.handed_over_at, b.id`,
      [period?.from ?? null, period?.to ?? null],
    );
  }
}
