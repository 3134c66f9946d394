import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { ShipmentEvent } from '../../orders/tracking/shipment-event.entity.js';
import type { ShipmentProgress } from '../../orders/tracking/shipment-progress.entity.js';
import { isEnd } from '../../orders/tracking/shipment-state.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { AppError } from '../../platform/http/errors.js';
import { BookingsRepository } from '../bookings/bookings.repository.js';
import { OrderBookings } from '../bookings/order-bookings.js';
import { DeliveryEffectsService } from './delivery-effects.service.js';
import { TrackedBookingsRepository, type FollowedShipment } from './tracked-bookings.repository.js';

/** How an operator can note that a shipment has ended; a box that was not handed over counts as returned. */
export const NOTED_ENDS = ['delivered', 'lost', 'returned', 'not_handed_over'] as const;
export type NotedEnd = (typeof NOTED_ENDS)[number];

/** The trail of a shipment; without progress, no courier is asked about it. */
export interface ShipmentTrail {
  shipment: FollowedShipment;
  progress: ShipmentProgress | null;
  events: ShipmentEvent[];
}

/** What operators see of a shipment's way, and note when they know more than the courier. */
@Injectable()
export class ShipmentNotesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly tracking: ShipmentTrackingService,
    private readonly bookings: TrackedBookingsRepository,
    private readonly effects: DeliveryEffectsService,
    private readonly storedBookings: BookingsRepository,
    private readonly seam: OrderBookings,
  ) {}

  /** @throws AppError shipment_not_found */
  async get(shipmentId: number): Promise<ShipmentTrail> {
    const { manager } = this.dataSource;
    const shipment = await this.bookings.findShipment(manager, shipmentId);
    if (shipment === null) throw new AppError('shipment_not_found');
    const progress = await this.tracking.findProgress(manager, shipmentId);
    const events = await this.tracking.listEvents(manager, { bookingId: null, shipmentId });
    return { shipment, progress, events };
  }

  /**
   * Notes how a shipment has ended, which moves its order as the courier's own answer would. Safe to repeat.
   * - one that was not handed over is canceled at its courier, too
   *
   * @throws AppError shipment_not_found, not_followed, shipment_ended (otherwise), booking_state_refused (not handed over, but
   *   the courier has scanned it)
   */
  async note(shipmentId: number, noted: NotedEnd, words: string | null): Promise<ShipmentTrail> {
    const isKept = noted === 'not_handed_over';
    const state = isKept ? 'returned' : noted;
    await this.get(shipmentId);
    const booking = await this.bookings.findByShipment(this.dataSource.manager, shipmentId);
    if (booking === null) throw new AppError('not_followed');
    await this.changes.change(booking.orderNumber, null, async (manager, order) => {
      const current = await this.tracking.findProgress(manager, shipmentId);
      if (current?.state === state) return;
      if (current === null || isEnd(current.state)) {
        throw new AppError('shipment_ended', {
          message: `Shipment ${shipmentId} has ended as ${current?.state}: nothing else can be noted about it.`,
        });
      }
      if (isKept) {
        if (current.state !== 'handed_over') throw hasBeenScanned(shipmentId);
        const handedOver = (await this.storedBookings.lock(manager, booking.id))!;
        await this.seam.withdraw(manager, handedOver, 'withdrawn');
      }
      const applied = await this.tracking.apply(manager, order, {
        bookingId: booking.id,
        shipmentId,
        source: 'operator',
        events: [{ at: new Date(), state, code: 'operator', words, place: null }],
        notBefore: booking.createdAt,
      });
      await this.changes.record(manager, order, {
        action: 'shipment.noted',
        before: { shipment_id: shipmentId, state: applied.before },
        after: { shipment_id: shipmentId, state: noted },
      });
      await this.effects.follow(manager, booking, null);
      await this.effects.settle(manager, order.orderNumber);
    });
    return this.get(shipmentId);
  }
}

function hasBeenScanned(shipmentId: number): AppError {
  return new AppError('booking_state_refused', {
    message: `The courier has scanned shipment ${shipmentId}: note that it is back once it is.`,
  });
}
