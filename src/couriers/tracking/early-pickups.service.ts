import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CouriersService } from '../../fulfillment/shipping/couriers.service.js';
import { ShippingService } from '../../fulfillment/shipping/shipping.service.js';
import type { Order } from '../../orders/order.entity.js';
import type { ShipmentEvent } from '../../orders/tracking/shipment-event.entity.js';
import { phaseOf } from '../../orders/tracking/shipment-state.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { sentBy } from '../sent-by.js';
import { DeliveryFindingsRepository } from '../findings/delivery-findings.repository.js';
import {
  findingKeys,
  TrackedBookingsRepository,
  type TrackedBooking,
} from './tracked-bookings.repository.js';

const DAY_MS = 86_400_000;
/** A pick-up that is older ships at the time at which it became known. */
const OLD_PICK_UP_MS = 7 * DAY_MS;

/** Boxes that the courier has although they were not handed over. */
@Injectable()
export class EarlyPickupsService {
  constructor(
    private readonly couriers: CouriersService,
    private readonly shipping: ShippingService,
    private readonly tracking: ShipmentTrackingService,
    private readonly bookings: TrackedBookingsRepository,
    private readonly findings: DeliveryFindingsRepository,
  ) {}

  /**
   * Decides about a booking that was not handed over once the courier itself tells that it has it.
   *
   * @returns the shipment that it has become; null: none
   */
  async take(
    manager: EntityManager,
    order: Order,
    booking: TrackedBooking,
  ): Promise<number | null> {
    const events = await this.tracking.listEvents(manager, {
      bookingId: booking.id,
      shipmentId: null,
    });
    const scan = events.find(
      ({ source, state }) => source !== 'push' && state !== null && phaseOf(state) > 0,
    );
    if (scan === undefined) return null;
    const isBooked = booking.state === 'booked' || booking.state === 'needs_person';
    if (isBooked && !booking.isReleased) return this.shipByScan(manager, order, booking, scan);
    const finding = { kind: 'moving_but_canceled', ...findingKeys(booking), note: null } as const;
    if (await this.findings.open(manager, finding)) {
      const words = 'The courier has scanned it';
      if (booking.state === 'canceling') {
        await this.bookings.needPerson(manager, booking.id, 'moving_but_canceled', words);
      }
    }
    return null;
  }

  /** Ships a booking that the courier picked up before it was handed over. */
  private async shipByScan(
    manager: EntityManager,
    order: Order,
    booking: TrackedBooking,
    { at }: ShipmentEvent,
  ): Promise<number | null> {
    const isRecent = Date.now() - at.getTime() <= OLD_PICK_UP_MS;
    try {
      const { id: shipmentId } = await inTransaction(manager, async (within) =>
        this.shipping.shipLocked(within, order, {
          ...(await sentBy(this.couriers, within, booking)),
          shippedAt: isRecent ? at : null,
          items: booking.units,
        }),
      );
      const keys = { ...findingKeys(booking), shipmentId };
      await this.findings.open(manager, { kind: 'picked_up_early', ...keys, note: null });
      return shipmentId;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const note = error.message.slice(0, 300);
      const kind = 'picked_up_not_shippable';
      await this.findings.open(manager, { kind, ...findingKeys(booking), note });
      await this.bookings.needPerson(manager, booking.id, kind, note);
      return null;
    }
  }
}
