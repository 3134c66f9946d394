import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  OrderBookingsPort,
  unitsAreBooked,
  type HandOver,
  type ReleaseReason,
} from '../../orders/lifecycle/order-bookings.port.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { Order } from '../../orders/order.entity.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { currentActor } from '../../platform/http/request-context.js';
import { releasedTo } from './booking-state.js';
import { BookingsRepository } from './bookings.repository.js';
import type { CourierBooking } from './courier-booking.entity.js';
import { heldUnits, isLive } from './units.js';

/** Releases the bookings of orders that change, and hands them over with the shipments that take their units. */
@Injectable()
export class OrderBookings extends OrderBookingsPort {
  constructor(
    private readonly repository: BookingsRepository,
    private readonly tracking: ShipmentTrackingService,
  ) {
    super();
  }

  /**
   * Releases the bookings of a locked order. Their units are free at once; the job cancels at the courier what may be bought.
   * - after a correction of the address, an order is booked again with the new one, unless the house's rules say otherwise
   */
  async release(manager: EntityManager, order: Order, why: ReleaseReason): Promise<void> {
    const isCorrection = why === 'address_changed';
    for (const booking of await this.repository.lockOpen(manager, order.id)) {
      if (booking.state === 'canceling') continue;
      // Not sent yet, or declined: it is sent with the address of that time.
      if (isCorrection && (booking.sent === null || booking.state === 'refused')) continue;
      const wasLive = isLive(booking);
      await this.withdraw(manager, booking, why);
      if (isCorrection && wasLive && (await this.repository.booksAgain(manager))) {
        const again = { ...booking, createdBy: currentActor(), replacesId: booking.id };
        await this.repository.insert(manager, again);
      }
    }
  }

  /** Cancels a locked booking as soon as the courier allows it; what was never bought has ended. */
  async withdraw(
    manager: EntityManager,
    booking: CourierBooking,
    releasedWhy: CourierBooking['releasedWhy'],
  ): Promise<void> {
    const state = releasedTo(booking);
    const hasEnded = state === 'canceled';
    // A call that may still be executed is left to settle until the time that was noted with it.
    const isDue = booking.calledAt === null && !hasEnded;
    await this.repository.update(manager, booking.id, {
      state,
      releasedWhy,
      ...((isDue || hasEnded) && { isDue }),
    });
  }

  async claim(
    manager: EntityManager,
    order: Order,
    units: readonly OrderUnits[],
    trackingNumber: string,
  ): Promise<HandOver | null> {
    const open = await this.repository.lockOpen(manager, order.id);
    const own = open.find((booking) => {
      const isWaiting = booking.state === 'booked' || booking.state === 'needs_person';
      return booking.awb === trackingNumber && isWaiting && booking.shipmentId === null;
    });
    // People and files write AWBs in groups.
    const awb = trackingNumber.replaceAll(/[\s-]/g, '');
    const holders = own === undefined ? await this.repository.listHolders(manager, awb) : [];
    if (holders.some(({ isCanceled }) => isCanceled)) {
      const current = open.findLast(({ state }) => state === 'booked');
      throw labelIsOld(trackingNumber, current?.awb ?? null);
    }
    const others = open.filter((booking) => booking !== own && isLive(booking));
    if (others.length > 0) {
      const held = heldUnits(others);
      const left = await this.repository.countLeft(manager, order.id);
      const isTaken = ({ line, quantity }: OrderUnits): boolean =>
        quantity > (left.get(line) ?? 0) - (held.get(line) ?? 0);
      const taken = units.find(isTaken);
      const holder = others.find((booking) =>
        booking.units.some(({ line }) => line === taken?.line),
      );
      if (holder !== undefined) throw unitsAreBooked(order, holder.awb);
    }
    if (own !== undefined) return (shipmentId) => this.handOver(manager, own, shipmentId);
    const waiting = holders.find(({ isWaiting }) => isWaiting);
    if (waiting !== undefined) throw awbTaken(trackingNumber, waiting.orderNumber);
    return null;
  }

  /** Makes a locked booking that of a shipment, whose events it has from now on. */
  async handOver(
    manager: EntityManager,
    { id: bookingId, orderId }: CourierBooking,
    shipmentId: number,
  ): Promise<void> {
    await this.repository.handOver(manager, bookingId, shipmentId, currentActor());
    await this.tracking.bindBooking(manager, { bookingId, orderId, shipmentId });
  }
}

/** Makes the refusal of a box whose label is of a canceled booking. @param current AWB that the order has now; null: none */
export function labelIsOld(awb: string | null, current: string | null): AppError {
  const label = awb === null ? 'The booking' : `The booking with AWB ${awb}`;
  const instead =
    current === null ? 'the order has no other label' : `print the label with AWB ${current}`;
  return new AppError('booking_canceled', {
    message: `${label} was canceled: ${instead}.`,
    details: { awb: current },
  });
}

/** Makes the refusal of a label that was mistaken for this order's: a box of another one waits with it. */
function awbTaken(awb: string, holder: string): AppError {
  const message = `${awb} is the AWB of order ${holder}, whose box was not handed over yet`;
  return invalidField('tracking_number', 'awb_taken', message);
}
