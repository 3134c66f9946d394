import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { BookingToSend } from '../courier-gateway.js';
import { KINDS_WITH_FILES } from '../couriers.js';
import { CourierBooking } from '../bookings/courier-booking.entity.js';

/** A booking that has a label. */
export interface PrintedBooking extends Pick<
  CourierBooking,
  'id' | 'accountId' | 'units' | 'weightGrams' | 'routing' | 'reference' | 'courierRef'
> {
  awb: string;
  courierName: string;
  orderNumber: string;
  clientId: number;
  /** What the courier knows of it. */
  sent: BookingToSend;
  isReprint: boolean;
  /** True: its label is a file of the courier. */
  isFile: boolean;
  /** True: the file was stored at an earlier print. */
  hasFile: boolean;
}

@Injectable()
export class PrintedBookingsRepository {
  constructor(
    @InjectRepository(CourierBooking) private readonly bookings: Repository<CourierBooking>,
  ) {}

  /** Lists the bookings that have an AWB and were not canceled, the oldest order first, as the pick list has them. */
  async listBooked(manager: EntityManager, ids: readonly number[]): Promise<PrintedBooking[]> {
    return manager.query<PrintedBooking[]>(
      `SELECT b.id, b.account_id AS "accountId", b.reference, b.courier_ref AS "courierRef", b.units, b.weight_grams AS "weightGrams", b.routing, b.awb, b.sent,
          coalesce(b.courier_name, a.name) AS "courierName", o.order_number AS "orderNumber", o.client_id AS "clientId",
          b.label_printed_at IS NOT NULL AS "isReprint", b.label IS NOT NULL AS "hasFile",
          (b.label IS NOT NULL OR b.kind = ANY($2)) AS "isFile"
        FROM courier_bookings b JOIN courier_accounts a ON a.id = b.account_id JOIN orders o ON o.id = b.order_id
        WHERE b.id = ANY($1) AND b.state IN ('booked', 'handed_over') AND (b.sent IS NOT NULL OR b.label IS NOT NULL)
        ORDER BY o.created_at, o.id, b.id`,
      [ids, KINDS_WITH_FILES],
    );
  }

  /** Finds the courier's own label. */
  async findFile(manager: EntityManager, id: number): Promise<Buffer | null> {
    const found = await manager
      .withRepository(this.bookings)
      .findOne({ where: { id }, select: { id: true, label: true } });
    return found?.label ?? null;
  }

  async storeFile(manager: EntityManager, id: number, label: Buffer | null): Promise<void> {
    await manager.withRepository(this.bookings).update(id, { label });
  }

  /** Notes in a transaction that labels were printed. Locks the bookings by id, as shipments do. */
  async notePrinted(manager: EntityManager, ids: readonly number[]): Promise<void> {
    const bookings = manager.withRepository(this.bookings);
    const where = { id: In(ids) };
    const lock = { mode: 'pessimistic_write' as const };
    await bookings.find({ select: { id: true }, where, order: { id: 'ASC' }, lock });
    await bookings.update(where, { labelPrintedAt: () => 'clock_timestamp()' });
  }
}
