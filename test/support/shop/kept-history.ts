import {
  handedOver,
  withEvents,
  type EventSource,
  type EventTimes,
  type HistoryChange,
  type KnownEvent,
  type NewShipmentEvent,
  type ShipmentHistory,
  type ShipmentState,
} from '../../../src/orders/tracking/shipment-state.js';

export const HANDED_OVER = new Date('2026-11-20T10:00:00Z');
export const receivedAt = new Date('2026-11-27T10:00:00Z');
export const times: EventTimes = { receivedAt, notBefore: null };

/** An event and what tells of it. */
export interface Told {
  event: NewShipmentEvent;
  source: EventSource;
}

/** Computes a time some minutes after the hand-over. */
export function at(minutes: number): Date {
  return new Date(HANDED_OVER.getTime() + minutes * 60_000);
}

/** Makes an event some minutes after the hand-over. */
export function event(
  state: ShipmentState | null,
  minutes = 0,
  rest: Partial<NewShipmentEvent> = {},
): NewShipmentEvent {
  return { at: at(minutes), state, code: 'X', words: null, place: null, ...rest };
}

/** Keeps a history as the tables do. */
export class KeptHistory implements ShipmentHistory {
  events: KnownEvent[] = [];
  whereabouts: ShipmentHistory['whereabouts'] = handedOver(HANDED_OVER);
  private nextId = 1;

  tell(
    events: readonly NewShipmentEvent[],
    source: EventSource,
    limits = times,
  ): HistoryChange<NewShipmentEvent> {
    const change = withEvents(this, events, source, limits);
    const confirmed = new Set(change.confirmed.map(({ id }) => id));
    this.events = this.events
      .filter(({ id }) => !change.removedIds.includes(id))
      .map((row) => (confirmed.has(row.id) ? { ...row, source } : row));
    for (const { row } of change.inserted) {
      this.events.push({ ...row, id: this.nextId, source });
      this.nextId += 1;
    }
    this.whereabouts = change.whereabouts;
    return change;
  }

  tellAll(told: readonly Told[]): this {
    for (const { event: one, source } of told) this.tell([one], source);
    return this;
  }
}
