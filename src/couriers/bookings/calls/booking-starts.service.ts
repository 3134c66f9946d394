import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isIn } from '../../../orders/lifecycle/order-lifecycle.js';
import { OrderChanges } from '../../../orders/lifecycle/order-changes.js';
import type { Order } from '../../../orders/order.entity.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import type { OpenedCourier } from '../../accounts/opened-couriers.js';
import type { BookingStep, BookingToSend } from '../../courier-gateway.js';
import { WaybillsRepository } from '../../waybills/waybills.repository.js';
import { BookingsRepository, type ClaimedBooking } from '../bookings.repository.js';
import { BookingDraftsService } from '../drafts/booking-drafts.service.js';
import { OrderBookings } from '../order-bookings.js';

/** Delay until a booking without a waybill is looked at again. */
const WAIT_MS = 30_000;

/** A call that was written down and may be made. */
export interface BegunCall {
  booking: ClaimedBooking;
  sent: BookingToSend;
  /** Time until which it must begin, by the clock of this process that also runs while it is stopped. */
  untilMs: number;
}

/** Writes down calls of bookings before they are made. */
@Injectable()
export class BookingStartsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly drafts: BookingDraftsService,
    private readonly seam: OrderBookings,
    private readonly waybills: WaybillsRepository,
    private readonly repository: BookingsRepository,
  ) {}

  /** Writes down a call before it is made; null: it must not be made. */
  async begin(
    claimed: ClaimedBooking,
    step: BookingStep,
    opened: OpenedCourier,
  ): Promise<BegunCall | null> {
    const { courier } = opened;
    const beganMs = performance.now();
    return inTransaction(this.dataSource, async (manager) => {
      const order = await this.changes.lock(manager, claimed.orderNumber);
      const booking = await this.repository.lockClaimed(manager, claimed);
      // The order was canceled or corrected since the claim.
      if (booking === null || booking.state === 'canceling') return null;
      if (!isIn('shippable', order.status) || order.anonymizedAt !== null) {
        await this.seam.withdraw(
          manager,
          (await this.repository.lock(manager, booking.id))!,
          'canceled',
        );
        return null;
      }
      const sent = booking.sent ?? (await this.compose(manager, booking, opened, order));
      if (sent === null) return null;
      const needsWaybill = booking.awb === null && courier.prepare !== undefined;
      const awb = needsWaybill ? await this.waybills.take(manager, booking.accountId) : booking.awb;
      if (awb === null && needsWaybill) {
        await this.repository.postpone(manager, booking, WAIT_MS);
        return null;
      }
      await this.repository.beginCall(
        manager,
        { ...booking, step, awb, sent },
        courier.rules.settleMs,
      );
      const untilMs = beganMs + courier.rules.timeoutMs;
      const { courierRef: ref, reference } = booking;
      return { booking: { ...booking, awb }, sent: { ...sent, reference, awb, ref }, untilMs };
    });
  }

  /** Writes what is sent; null: something is missing, so it is refused without a call. */
  private async compose(
    manager: EntityManager,
    { id }: ClaimedBooking,
    opened: OpenedCourier,
    order: Order,
  ): Promise<BookingToSend | null> {
    const booking = (await this.repository.lock(manager, id))!;
    try {
      return await this.drafts.compose(manager, order, booking, opened);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      const { code, message } = error.fields[0]!;
      const problem = { problemCode: code, problemWords: message.slice(0, 300) };
      await this.repository.update(manager, id, { state: 'refused', ...problem, isDue: false });
      return null;
    }
  }
}
