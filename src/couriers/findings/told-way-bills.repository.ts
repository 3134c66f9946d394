import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CourierBooking } from '../bookings/courier-booking.entity.js';

/** Time after the handing over in which a number can still be reported, or another one. */
const TOLD_WITHIN = "interval '14 days'";
const BOXES_AT_ONCE = 500;

/** A box that needs an e-way bill and is on its way. */
export type BoxWithBill = Pick<
  CourierBooking,
  'id' | 'orderId' | 'accountId' | 'reference' | 'awb' | 'courierRef' | 'wayBill'
> & { shipmentId: number };

@Injectable()
export class ToldWayBillsRepository {
  /** Lists the boxes that need an e-way bill and are on their way; the latest first. */
  async list(manager: EntityManager): Promise<BoxWithBill[]> {
    return manager.query<BoxWithBill[]>(
      `SELECT b.id, b.order_id AS "orderId", b.account_id AS "accountId", b.reference, b.awb, b.courier_ref AS "courierRef",
          b.way_bill AS "wayBill", p.shipment_id AS "shipmentId"
        FROM courier_bookings b JOIN shipment_progress p ON p.shipment_id = b.shipment_id
        WHERE b.needs_way_bill AND b.handed_over_at > now() - ${TOLD_WITHIN} AND p.phase < 3
        ORDER BY b.handed_over_at DESC LIMIT ${BOXES_AT_ONCE}`,
    );
  }

  /** Notes that a number was reported to a courier, which may have refused it. */
  async noteTold(manager: EntityManager, id: number, number: string): Promise<void> {
    await manager.query('UPDATE courier_bookings SET way_bill = $2 WHERE id = $1', [id, number]);
  }
}
