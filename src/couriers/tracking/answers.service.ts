import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ShipmentProgress } from '../../orders/tracking/shipment-progress.entity.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { startOfDay } from '../../platform/time-zone.js';
import type { CourierGateway, TrackedShipment } from '../courier-gateway.js';
import { CourierEventsService } from './courier-events.service.js';
import { DeliveryEffectsService } from './delivery-effects.service.js';
import { nextAskAt } from './schedule.js';
import { TrackedBookingsRepository, type TrackedBooking } from './tracked-bookings.repository.js';

/** What couriers answer when they are asked. */
@Injectable()
export class AnswersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tracking: ShipmentTrackingService,
    private readonly bookings: TrackedBookingsRepository,
    private readonly events: CourierEventsService,
    private readonly effects: DeliveryEffectsService,
  ) {}

  /** Applies an answer about a booking, and sets when the courier is asked again. @param told null: it knows nothing of it */
  async take(
    booking: TrackedBooking,
    told: TrackedShipment | null,
    courier: CourierGateway,
  ): Promise<void> {
    const before = await this.progressOf(booking);
    if (told !== null && (await this.isNews(booking, told))) {
      await this.events.tell(booking, told, 'asked', courier);
    } else if (before?.phase === 3) await this.events.settle(booking);
    await inTransaction(this.dataSource, async (manager) => {
      const current = await this.bookings.read(manager, booking.id);
      if (current.shipmentId === null) {
        await this.bookings.noteAsked(manager, booking.id);
        return;
      }
      const progress = await this.tracking.findProgress(manager, current.shipmentId);
      if (progress === null) return;
      const now = new Date();
      const { state, phase } = progress;
      const shipment = {
        state,
        phase,
        newsAt: progress.bestAt,
        handedOverAt: current.handedOverAt,
        wasEnded: before?.phase === 3,
      };
      await this.bookings.noteShipmentAsked(manager, current.shipmentId, nextAskAt(shipment, now));
      await this.effects.noteStandstill(manager, current, shipment, now);
    });
  }

  private async progressOf({
    shipmentId,
  }: Pick<TrackedBooking, 'shipmentId'>): Promise<ShipmentProgress | null> {
    return shipmentId === null
      ? null
      : this.tracking.findProgress(this.dataSource.manager, shipmentId);
  }

  /** Returns true if an answer tells something that is not stored. Most answers do not, and lock no order then. */
  private async isNews(
    { id, shipmentId, state, chargedGrams }: TrackedBooking,
    told: TrackedShipment,
  ): Promise<boolean> {
    if (shipmentId === null && state === 'booked' && told.events.length > 0) return true;
    if (told.chargedGrams !== null && told.chargedGrams !== chargedGrams) return true;
    const { manager } = this.dataSource;
    const stored = await this.tracking.listEvents(manager, { bookingId: id, shipmentId });
    const known = new Set(stored.flatMap((event) => (event.source === 'push' ? [] : keyOf(event))));
    if (told.events.some((event) => !known.has(keyOf(event)))) return true;
    const progress = await this.progressOf({ shipmentId });
    if (told.expectedOn === null || progress === null) return false;
    return startOfDay(told.expectedOn).getTime() !== progress.expectedAt?.getTime();
  }
}

function keyOf({ at, code, state }: { at: Date; code: string; state: string | null }): string {
  return JSON.stringify([at.getTime(), code, state]);
}
