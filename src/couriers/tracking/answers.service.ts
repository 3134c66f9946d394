import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
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
    const { manager } = this.dataSource;
    const wasEnded = booking.phase === 3;
    const isNews = told !== null && (await this.isNews(booking, told));
    if (isNews) await this.events.tell(booking, told, 'asked', courier);
    else if (wasEnded) await this.events.settle(booking);
    const current = isNews ? await this.bookings.read(manager, booking.id) : booking;
    const { shipmentId, shipmentState: state, phase, newsAt, handedOverAt } = current;
    if (shipmentId === null) await this.bookings.noteAsked(manager, booking.id);
    if (shipmentId === null || state === null || phase === null || newsAt === null) return;
    const now = new Date();
    const shipment = { state, phase, newsAt, handedOverAt, wasEnded };
    await this.bookings.noteShipmentAsked(manager, shipmentId, nextAskAt(shipment, now));
    await this.effects.noteStandstill(manager, current, shipment, now);
    if (told !== null) await this.effects.noteNotices(manager, current, told.events, shipment);
  }

  /** Returns true if an answer tells something that is not stored. Most answers do not, and lock no order then. */
  private async isNews(
    { id, shipmentId, state, chargedGrams, expectedAt }: TrackedBooking,
    told: TrackedShipment,
  ): Promise<boolean> {
    if (shipmentId === null && state === 'booked' && told.events.length > 0) return true;
    if (told.chargedGrams !== null && told.chargedGrams !== chargedGrams) return true;
    const { expectedOn } = told;
    const isExpectedElse = expectedOn !== null && +startOfDay(expectedOn) !== +(expectedAt ?? NaN);
    if (shipmentId !== null && isExpectedElse) return true;
    const { manager } = this.dataSource;
    const stored = await this.tracking.listEvents(manager, { bookingId: id, shipmentId });
    const known = new Set(stored.flatMap((event) => (event.source === 'push' ? [] : keyOf(event))));
    return told.events.some(
      ({ at, ...event }) => at === null || !known.has(keyOf({ ...event, at })),
    );
  }
}

function keyOf({ at, code, state }: { at: Date; code: string; state: string | null }): string {
  return JSON.stringify([at.getTime(), code, state]);
}
