import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Period } from '../../platform/days/zoned-day.js';
import { CourierBooking } from '../bookings/courier-booking.entity.js';

/** A booking whose box is on its way, by the shipment that was made of it. */
export interface HandedOver {
  id: number;
  orderNumber: string;
  awb: string;
  shipmentId: number;
}

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

  async findOrderNumber(manager: EntityManager, id: number): Promise<string | null> {
    const [found] = await manager.query<{ orderNumber: string }[]>(
      `SELECT o.order_number AS "orderNumber" FROM courier_bookings b JOIN orders o ON o.id = b.order_id WHERE b.id = $1`,
      [id],
    );
    return found?.orderNumber ?? null;
  }

  async lock(manager: EntityManager, id: number): Promise<CourierBooking> {
    return manager
      .withRepository(this.bookings)
      .findOneOrFail({ where: { id }, lock: { mode: 'pessimistic_write' } });
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

  /** Lists what was handed over within a period, by account. */
  async listHandedOver(manager: EntityManager, { from, to }: Period): Promise<HandedOverBox[]> {
    return manager.query<HandedOverBox[]>(
      `SELECT b.account_id AS "accountId", a.name AS "accountName", a.pickup_name AS "pickupName", b.awb,
          b.weight_grams AS "weightGrams", o.order_number AS "orderNumber"
        FROM courier_bookings b JOIN courier_accounts a ON a.id = b.account_id JOIN orders o ON o.id = b.order_id
        WHERE b.state = 'handed_over' AND b.handed_over_at >= $1 AND b.handed_over_at < $2
        ORDER BY a.name, b.handed_over_at, b.id`,
      [from, to],
    );
  }
}
