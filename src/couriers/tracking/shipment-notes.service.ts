import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { ShipmentEvent } from '../../orders/tracking/shipment-event.entity.js';
import type { ShipmentProgress } from '../../orders/tracking/shipment-progress.entity.js';
import { isEnd } from '../../orders/tracking/shipment-state.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { AppError } from '../../platform/http/errors.js';
import { DeliveryEffectsService } from './delivery-effects.service.js';
import { TrackedBookingsRepository, type FollowedShipment } from './tracked-bookings.repository.js';

/** Ends that an operator can note. */
export const NOTED_ENDS = ['delivered', 'lost', 'returned'] as const;
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
   *
   * @throws AppError shipment_not_found, not_followed, shipment_ended (otherwise)
   */
  async note(shipmentId: number, state: NotedEnd, words: string | null): Promise<ShipmentTrail> {
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
        after: { shipment_id: shipmentId, state },
      });
      await this.effects.follow(manager, booking, null);
      await this.effects.settle(manager, order.orderNumber);
    });
    return this.get(shipmentId);
  }
}
