import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Order } from '../order.entity.js';
import { OrdersRepository } from '../orders.repository.js';
import type { ShipmentEvent } from './shipment-event.entity.js';
import type { ShipmentProgress } from './shipment-progress.entity.js';
import {
  handedOver,
  isEnd,
  movedBy,
  phaseOf,
  withEvents,
  type EventSource,
  type HistoryChange,
  type NewShipmentEvent,
  type ShipmentState,
  type Whereabouts,
} from './shipment-state.js';
import { ShipmentTrackingRepository, type TrackedGoods } from './shipment-tracking.repository.js';

const DAY_MS = 24 * 3_600_000;

/** Events that one source tells of a shipment or a booking at once. */
export interface ToldEvents<E extends NewShipmentEvent> extends TrackedGoods {
  source: EventSource;
  events: readonly E[];
  /** Time at which the booking was made: no event is earlier. null: not known. */
  notBefore: Date | null;
  /** When the courier expects to deliver; null: it does not say. */
  expectedAt?: Date | null;
}

/** What events have changed. */
export interface AppliedEvents<E extends NewShipmentEvent> {
  /** null: the booking was not handed over. */
  before: ShipmentState | null;
  after: ShipmentState | null;
  /** All events of the source, with the times under which they are stored. */
  told: (E & { at: Date })[];
  /** Events that were not known yet, or only from a push. */
  added: E[];
  /** The end that the shipment has reached by these events; null: none. */
  ended: ShipmentState | null;
  /** An added end that differs from the one that the shipment has; it changes nothing. null: none. */
  differingEnd: E | null;
  /** True if the courier has to say itself what it pushed. A shipment is due for asking already. */
  mustAsk: boolean;
  /** Number of events that were not kept, or are no longer. */
  dropped: number;
}

/** Follows shipments by their events, and knows no couriers. Callers lock the order first. */
@Injectable()
export class ShipmentTrackingService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly repository: ShipmentTrackingRepository,
  ) {}

  /**
   * Stores events of a locked order's shipment, or of its booking that was not handed over, and moves the shipment. The
   * caller read the booking after the lock: by then, it may have become a shipment.
   * - events that are known change nothing, so that they can be repeated, and in any order
   * - lists the order as changed if a delivery failed, if the goods go back or have ended, or if they are expected another day
   */
  async apply<E extends NewShipmentEvent>(
    manager: EntityManager,
    order: Pick<Order, 'id' | 'anonymizedAt'>,
    { bookingId, shipmentId, source, events, notBefore, expectedAt = null }: ToldEvents<E>,
  ): Promise<AppliedEvents<E>> {
    const goods = { bookingId, shipmentId };
    const progress =
      shipmentId === null ? null : await this.repository.findProgress(manager, shipmentId);
    const known = await this.repository.listEvents(manager, goods);
    const receivedAt = await this.repository.readNow(manager);
    const history = { events: known, whereabouts: progress };
    const change = withEvents(history, events, source, { receivedAt, notBefore });
    const { inserted, confirmed, removedIds, whereabouts, mustAsk } = change;
    await this.repository.insertEvents(
      manager,
      inserted.map(({ row }) => ({
        ...row,
        ...(order.anonymizedAt !== null && { words: null, place: null }),
        ...goods,
        orderId: order.id,
        source,
      })),
    );
    await this.repository.confirmEvents(
      manager,
      confirmed.map(({ id }) => id),
      source,
    );
    await this.repository.removeEvents(manager, removedIds);
    const applied = appliedOf(progress, change);
    if (progress === null) return applied;
    const { shipmentId: id } = progress;
    const isExpectedElse = expectedAt !== null && +expectedAt !== +(progress.expectedAt ?? NaN);
    await this.repository.updateProgress(manager, id, {
      ...(whereabouts !== progress && whereabouts),
      ...(isExpectedElse && { expectedAt }),
    });
    if (mustAsk) await this.repository.askNow(manager, id);
    const isAnotherDay = isExpectedElse && !isSameDay(expectedAt, progress.expectedAt);
    const hasNewFailure = inserted.some(({ row: { state } }) => state === 'failed_attempt');
    if (hasNewFailure || isAnotherDay || isNews(applied)) {
      await this.orders.listAsChanged(manager, order.id);
    }
    return applied;
  }

  /**
   * Begins to follow the shipment that a booking of a locked order has become. The events of the booking are its own from now
   * on, and its courier is asked at once.
   */
  async bindBooking(
    manager: EntityManager,
    keys: Pick<ShipmentProgress, 'shipmentId' | 'orderId'> & { bookingId: number },
  ): Promise<AppliedEvents<ShipmentEvent>> {
    const { bookingId, shipmentId } = keys;
    const hasEvents = await this.repository.bindEvents(manager, bookingId, shipmentId);
    const events = hasEvents
      ? await this.repository.listEvents(manager, { bookingId: null, shipmentId })
      : [];
    return this.begin(manager, keys, events, { isAsked: true });
  }

  /** Begins to follow a shipment that no courier is asked about. */
  async beginUnasked(
    manager: EntityManager,
    keys: Pick<ShipmentProgress, 'shipmentId' | 'orderId'>,
  ): Promise<void> {
    await this.begin(manager, keys, [], { isAsked: false });
  }

  /** Lists the events of a shipment or of a booking that was not handed over, the oldest first. */
  async listEvents(manager: EntityManager, goods: TrackedGoods): Promise<ShipmentEvent[]> {
    return this.repository.listEvents(manager, goods);
  }

  /** Finds where a shipment is; null: it is not followed. */
  async findProgress(manager: EntityManager, shipmentId: number): Promise<ShipmentProgress | null> {
    return this.repository.findProgress(manager, shipmentId);
  }

  private async begin(
    manager: EntityManager,
    { shipmentId, orderId }: Pick<ShipmentProgress, 'shipmentId' | 'orderId'>,
    events: readonly ShipmentEvent[],
    asking: { isAsked: boolean },
  ): Promise<AppliedEvents<ShipmentEvent>> {
    const start = handedOver(await this.repository.readShippedAt(manager, shipmentId));
    const whereabouts = events.reduce<Whereabouts>(
      (now, event) => movedBy(now, event, event.source),
      start,
    );
    await this.repository.insertProgress(manager, { shipmentId, orderId }, whereabouts, asking);
    const isEnded = isEnd(whereabouts.state);
    const differs = ({ state, source }: ShipmentEvent): boolean =>
      isEnded && source !== 'push' && state !== null && isEnd(state) && state !== whereabouts.state;
    return {
      before: null,
      after: whereabouts.state,
      told: [...events],
      added: [...events],
      ended: isEnded ? whereabouts.state : null,
      differingEnd: events.find(differs) ?? null,
      mustAsk: asking.isAsked,
      dropped: 0,
    };
  }
}

function appliedOf<E extends NewShipmentEvent>(
  progress: ShipmentProgress | null,
  { inserted, confirmed, whereabouts, ...change }: HistoryChange<E>,
): AppliedEvents<E> {
  const [before, after] = [progress?.state ?? null, whereabouts?.state ?? null];
  const added = [...inserted, ...confirmed].map(({ event }) => event);
  return {
    before,
    after,
    told: change.told,
    added,
    ended: after !== null && after !== before && isEnd(after) ? after : null,
    differingEnd: change.differingEnd,
    mustAsk: change.mustAsk,
    dropped: change.dropped,
  };
}

/** Returns true if a shipment goes back or has ended, which stores see at once. */
function isNews({ before, after }: AppliedEvents<NewShipmentEvent>): boolean {
  return after !== null && after !== before && phaseOf(after) > 1;
}

function isSameDay(a: Date, b: Date | null): boolean {
  return b !== null && Math.abs(a.getTime() - b.getTime()) < DAY_MS;
}
