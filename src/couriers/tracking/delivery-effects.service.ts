import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderReturnsService } from '../../fulfillment/returns/order-returns.service.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { phaseOf, type ShipmentState } from '../../orders/tracking/shipment-state.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { Metrics } from '../../platform/observability/metrics.js';
import type { CourierEvent, CourierGateway, DatedEvent } from '../courier-gateway.js';
import { DeliveryFailuresService } from '../failures/delivery-failures.service.js';
import { REASON_WORDS } from '../failures/reasons.js';
import type { FindingKind } from '../findings/finding-kinds.js';
import { DeliveryFindingsRepository } from '../findings/delivery-findings.repository.js';
import { isNotPickedUp, isSilent } from './schedule.js';
import { noticesOf } from './told-events.js';
import {
  findingKeys,
  TrackedBookingsRepository,
  type TrackedBooking,
} from './tracked-bookings.repository.js';

/** What a courier decides about failed deliveries without being called. */
export type FailureRules = Pick<CourierGateway, 'rules' | 'failureActions'>;

/** What a courier told of a shipment. */
export interface ToldByCourier {
  /** With the times under which they are stored. */
  events: readonly DatedEvent[];
  /** An end that differs from the one that the shipment has; null: none. */
  differingEnd: ShipmentState | null;
  courier: FailureRules;
}

/** Findings that news of a shipment settles. */
const STANDSTILL: readonly FindingKind[] = ['silent', 'not_picked_up'];

/** What follows from where shipments are. Callers lock the order first. */
@Injectable()
export class DeliveryEffectsService {
  /** Counts events whose code an adapter does not know. */
  readonly countUnknownCodes: (count: number) => void;
  /** Counts news of shipments by what told it first. */
  readonly countNews: (source: string) => void;

  constructor(
    private readonly changes: OrderChanges,
    private readonly returns: OrderReturnsService,
    private readonly tracking: ShipmentTrackingService,
    private readonly bookings: TrackedBookingsRepository,
    private readonly findings: DeliveryFindingsRepository,
    private readonly failures: DeliveryFailuresService,
    metrics: Metrics,
  ) {
    this.countUnknownCodes = metrics.counter(
      'courier_unknown_codes_total',
      'Events of couriers whose code their adapter does not know',
    );
    this.countNews = metrics.counters(
      'courier_news_total',
      'Answers and pushes of couriers that told something new, by source: push, asked',
      'source',
    );
  }

  /**
   * Notes what events mean for people: failed deliveries to answer, and what has to be looked at.
   *
   * @param told null: an operator noted the end
   */
  async follow(
    manager: EntityManager,
    booking: TrackedBooking,
    told: ToldByCourier | null,
  ): Promise<void> {
    const shipmentId = booking.shipmentId!;
    const keys = findingKeys(booking);
    const progress = await this.tracking.findProgress(manager, shipmentId);
    if (progress === null) return;
    const { state, phase, bestAt } = progress;
    if (told !== null) await this.failures.openAll(manager, booking, told.events, told.courier);
    await this.failures.overtake(manager, shipmentId, { state, phase, bestAt });
    if (told !== null && told.differingEnd !== null) {
      const note = `${state}, then ${told.differingEnd}`;
      await this.findings.open(manager, { kind: 'ends_differ', ...keys, note });
    }
    if (booking.isReleased && told?.events.some(isMove) === true) {
      await this.findings.open(manager, { kind: 'moving_but_canceled', ...keys, note: null });
    }
    if (phase > 0) await this.findings.settleKinds(manager, booking.id, STANDSTILL);
    if (state === 'returning') {
      await this.findings.open(manager, { kind: 'returning', ...keys, note: null });
    }
    if (phase === 3) await this.findings.settleKinds(manager, booking.id, ['returning']);
    if (state === 'lost' || state === 'destroyed') {
      await this.findings.open(manager, { kind: state, ...keys, note: null });
    }
  }

  /** Lists a shipment that was asked about and does not move. */
  async noteStandstill(
    manager: EntityManager,
    booking: TrackedBooking,
    shipment: Parameters<typeof isSilent>[0] & Parameters<typeof isNotPickedUp>[0],
    now: Date,
  ): Promise<void> {
    const keys = { ...findingKeys(booking), note: null };
    if (isSilent(shipment, now)) {
      await this.findings.open(manager, { kind: 'silent', ...keys });
    }
    if (isNotPickedUp(shipment, now)) {
      await this.findings.open(manager, { kind: 'not_picked_up', ...keys });
    }
  }

  /** Lists what a person has to read of a courier's answer, each news once and in the courier's words. */
  async noteNotices(
    manager: EntityManager,
    booking: TrackedBooking,
    told: readonly CourierEvent[],
    shipment: Parameters<typeof noticesOf>[2],
  ): Promise<void> {
    const { id: bookingId, shipmentId, isReleased } = booking;
    if (isReleased) return;
    const stored = await this.tracking.listEvents(manager, { bookingId, shipmentId });
    const notices = noticesOf(stored, told, shipment, new Date());
    if (notices.hasMovedOn) {
      await this.findings.settleKinds(manager, bookingId, ['not_understood']);
    }
    for (const kind of ['courier_reports', 'not_understood'] as const) {
      const news = notices[kind];
      if (news === null) continue;
      const { words, code, receivedAt } = news;
      const note = `${words ?? ''} (${code})`.trim().slice(0, 300);
      await this.findings.open(manager, { kind, ...findingKeys(booking), note, receivedAt });
    }
  }

  /**
   * Moves an order whose shipments have ended. Only the courier's answer or an operator ends one, so no push can lead here.
   * - it is delivered once all of its shipments are
   * - a return is recorded for what came back
   * - safe to repeat
   */
  async settle(manager: EntityManager, orderNumber: string): Promise<void> {
    const order = await this.changes.lock(manager, orderNumber);
    for (const booking of await this.bookings.listHandedOver(manager, order.id)) {
      const progress = await this.tracking.findProgress(manager, booking.shipmentId!);
      if (progress?.state === 'returned') await this.takeBack(manager, order, booking);
      if (progress?.state === 'delivered') await this.deliver(manager, order, booking);
    }
  }

  private async deliver(
    manager: EntityManager,
    order: Order,
    booking: TrackedBooking,
  ): Promise<void> {
    const keys = findingKeys(booking);
    if (isIn('shippable', order.status)) {
      await this.findings.open(manager, { kind: 'delivered_waits', ...keys, note: null });
      return;
    }
    await this.findings.settleKinds(manager, booking.id, ['delivered_waits']);
    const isLeft = isIn('deliverable', order.status);
    if (!isLeft || !(await this.bookings.areAllDelivered(manager, order.id))) return;
    const { status } = await this.changes.lock(manager, order.orderNumber);
    if (isIn('deliverable', status)) await this.changes.advance(manager, order, 'deliver');
  }

  /** Records a return of what the courier brought back, so that it is received and inspected as any other. */
  private async takeBack(
    manager: EntityManager,
    order: Order,
    booking: TrackedBooking,
  ): Promise<void> {
    const keys = findingKeys(booking);
    const known = await this.findings.listKinds(manager, booking.id);
    if (known.includes('returned') || known.includes('return_by_hand')) return;
    if (isIn('shippable', order.status)) {
      await this.findings.open(manager, { kind: 'return_waits', ...keys, note: null });
      return;
    }
    await this.findings.settleKinds(manager, booking.id, ['return_waits']);
    if (order.status === 'returned') {
      // It came back as a whole: a return of some units would limit its refund to them.
      const note = 'The order was returned as a whole.';
      await this.findings.open(manager, { kind: 'return_by_hand', ...keys, note });
      return;
    }
    try {
      await inTransaction(manager, async (within) =>
        this.returns.recordLocked(within, order, {
          reason: `Not delivered: ${await this.reasonOf(within, booking)}`,
          items: booking.units,
          shipmentId: booking.shipmentId!,
        }),
      );
      await this.findings.open(manager, { kind: 'returned', ...keys, note: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const note = error.message.slice(0, 300);
      await this.findings.open(manager, { kind: 'return_by_hand', ...keys, note });
    }
  }

  /** Says in our words why a delivery failed last: the courier's may name people. */
  private async reasonOf(
    manager: EntityManager,
    { shipmentId, isReleased }: TrackedBooking,
  ): Promise<string> {
    if (isReleased) return 'it was not handed over to the courier';
    const reason = await this.failures.findLatestReason(manager, shipmentId!);
    return reason === null ? 'the courier brought it back' : REASON_WORDS[reason];
  }
}

function isMove({ state }: CourierEvent): boolean {
  return state !== null && phaseOf(state) > 0;
}
