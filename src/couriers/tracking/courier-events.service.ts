import { Injectable } from '@nestjs/common';
import { COURIER_ACTOR } from '../courier-actor.js';
import type { EntityManager } from 'typeorm';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { Order } from '../../orders/order.entity.js';
import type { EventSource, ShipmentState } from '../../orders/tracking/shipment-state.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { runAs } from '../../platform/http/request-context.js';
import { startOfDay } from '../../platform/time-zone.js';
import type { TrackedShipment } from '../courier-gateway.js';
import { DeliveryFindingsRepository } from '../findings/delivery-findings.repository.js';
import { PushesRepository } from '../pushes/pushes.repository.js';
import { DeliveryEffectsService, type FailureRules } from './delivery-effects.service.js';
import { EarlyPickupsService } from './early-pickups.service.js';
import {
  findingKeys,
  TrackedBookingsRepository,
  type TrackedBooking,
} from './tracked-bookings.repository.js';

/** The courier may bill up to this many times the weight that we sent. */
const WEIGHT_TOLERANCE = 1.2;

type ToldBy = Extract<EventSource, 'push' | 'asked'>;

/** What came of what a courier told of a booking. */
export interface ToldResult {
  /** True if the courier has to say itself what it pushed. */
  mustAsk: boolean;
}

/** Applies what couriers tell of bookings and shipments. One transaction for each, which locks the order first. */
@Injectable()
export class CourierEventsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly pickups: EarlyPickupsService,
    private readonly tracking: ShipmentTrackingService,
    private readonly bookings: TrackedBookingsRepository,
    private readonly findings: DeliveryFindingsRepository,
    private readonly pushes: PushesRepository,
    private readonly effects: DeliveryEffectsService,
  ) {}

  /**
   * Applies events of a booking. They may come repeatedly and in any order.
   * - `push`: only scans on the way move a shipment; everything else makes the courier due for asking
   * - `asked`: a scan of a booking that was not handed over ships it, and an end moves the order
   */
  async tell(
    { id, orderNumber }: Pick<TrackedBooking, 'id' | 'orderNumber'>,
    told: TrackedShipment,
    source: ToldBy,
    courier: FailureRules,
  ): Promise<ToldResult> {
    return runAs(COURIER_ACTOR, () =>
      this.changes.change(orderNumber, null, (manager, order) =>
        this.tellLocked(manager, order, id, told, source, courier),
      ),
    );
  }

  /** Lists the booking unless the courier, when asked, told all of these states. @returns true if it did */
  async confirm(
    { id, orderId, orderNumber, shipmentId }: TrackedBooking,
    states: readonly ShipmentState[],
  ): Promise<boolean> {
    return this.changes.change(orderNumber, null, async (manager) => {
      const events = await this.tracking.listEvents(manager, { bookingId: id, shipmentId });
      const known = new Set(
        events.flatMap(({ source, state }) => (source === 'push' ? [] : state)),
      );
      if (states.every((state) => known.has(state))) return true;
      await this.findings.open(manager, {
        kind: 'push_not_confirmed',
        bookingId: id,
        orderId,
        shipmentId,
        note: states.filter((state) => !known.has(state)).join(', '),
      });
      return false;
    });
  }

  /** Looks again at an order whose shipments have ended, because it may have moved on since. */
  async settle({ orderNumber }: Pick<TrackedBooking, 'orderNumber'>): Promise<void> {
    await runAs(COURIER_ACTOR, () =>
      this.changes.change(orderNumber, null, (manager) =>
        this.effects.settle(manager, orderNumber),
      ),
    );
  }

  private async tellLocked(
    manager: EntityManager,
    order: Order,
    bookingId: number,
    told: TrackedShipment,
    source: ToldBy,
    courier: FailureRules,
  ): Promise<ToldResult> {
    let booking = await this.bookings.read(manager, bookingId);
    const applied = await this.tracking.apply(manager, order, {
      bookingId,
      shipmentId: booking.shipmentId,
      source,
      events: told.events,
      notBefore: booking.createdAt,
      expectedAt: told.expectedOn === null ? null : startOfDay(told.expectedOn),
    });
    if (applied.added.length > 0) this.effects.countNews(source);
    const unknown = applied.added.filter(({ isUnknown }) => isUnknown);
    if (unknown.length > 0) {
      await this.pushes.countCodes(manager, booking.kind, unknown);
      this.effects.countUnknownCodes(unknown.length);
    }
    await this.noteWeight(manager, booking, told.chargedGrams);
    if (booking.shipmentId === null) {
      if (source === 'push') {
        if (applied.mustAsk) await this.bookings.askNow(manager, bookingId);
        return { mustAsk: applied.mustAsk };
      }
      const shipmentId = await this.pickups.take(manager, order, booking);
      if (shipmentId === null) return { mustAsk: false };
      booking = { ...booking, shipmentId };
    }
    await this.effects.follow(manager, booking, {
      events: applied.told,
      differingEnd: applied.differingEnd?.state ?? null,
      courier,
    });
    if (source === 'asked') await this.effects.settle(manager, booking.orderNumber);
    return { mustAsk: applied.mustAsk };
  }

  /** Lists a booking for which the courier bills much more than what was weighed. */
  private async noteWeight(
    manager: EntityManager,
    booking: TrackedBooking,
    grams: number | null,
  ): Promise<void> {
    if (grams === null || grams === booking.chargedGrams) return;
    await this.bookings.noteChargedGrams(manager, booking.id, grams);
    if (grams <= booking.weightGrams * WEIGHT_TOLERANCE) return;
    await this.findings.open(manager, {
      kind: 'billed_heavier',
      ...findingKeys(booking),
      note: `${grams} g, not ${booking.weightGrams} g`,
    });
  }
}
