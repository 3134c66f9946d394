import { LIMITS } from '../../platform/config/limits.js';

/** Where the goods of a shipment are. Of two events at the same time, the one of the higher rank decides. */
const ROWS = {
  handed_over: { phase: 0, rank: 0, words: 'Handed over to the courier' },
  picked_up: { phase: 1, rank: 1, words: 'Picked up by the courier' },
  in_transit: { phase: 1, rank: 2, words: 'On its way' },
  at_destination: { phase: 1, rank: 3, words: 'Arrived near its destination' },
  out_for_delivery: { phase: 1, rank: 4, words: 'Out for delivery' },
  failed_attempt: { phase: 1, rank: 5, words: 'Delivery failed' },
  returning: { phase: 2, rank: 6, words: 'On its way back to the sender' },
  delivered: { phase: 3, rank: 7, words: 'Delivered' },
  returned: { phase: 3, rank: 7, words: 'Back at the sender' },
  lost: { phase: 3, rank: 7, words: 'Lost by the courier' },
  destroyed: { phase: 3, rank: 7, words: 'Destroyed by the courier' },
} as const satisfies Record<string, { phase: ShipmentPhase; rank: number; words: string }>;

/** 0: handed over, 1: moving, 2: going back, 3: ended. */
export type ShipmentPhase = 0 | 1 | 2 | 3;
export type ShipmentState = keyof typeof ROWS;

export const SHIPMENT_STATES = Object.keys(ROWS) as readonly ShipmentState[];

/** What tells of an event: a courier's push, its answer, an operator, or the scenario of a test order. */
export const EVENT_SOURCES = ['push', 'asked', 'operator', 'test'] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

/** Most events that are kept of a shipment, or of a booking that was not handed over. */
export const SHIPMENT_EVENTS_MAX = 200;
/** Most events of a shipment that stores see: the latest. */
export const SHOWN_EVENTS_MAX = 30;
/** A courier's clock may be ahead by this much. */
const AHEAD_MS = 10 * 60_000;

/** An event as a courier, an operator or a test scenario tells it. */
export interface NewShipmentEvent {
  /** The courier's time; null where it gave none. */
  at: Date | null;
  /** null: kept, but it says nothing of where the goods are. */
  state: ShipmentState | null;
  /** The courier's own code. */
  code: string;
  /** The courier's own words, which may name people. */
  words: string | null;
  place: string | null;
}

/** Where a shipment is, by the events so far. */
export interface Whereabouts {
  state: ShipmentState;
  phase: ShipmentPhase;
  /** Time of the event that decided the state. */
  bestAt: Date;
  deliveredAt: Date | null;
}

/** What is known of a shipment, or of a booking that was not handed over. */
export interface ShipmentHistory {
  events: readonly KnownEvent[];
  /** null: it was not handed over. */
  whereabouts: Whereabouts | null;
}

/** An event with a time that can be true. */
interface DatedEvent extends NewShipmentEvent {
  at: Date;
}

/** A stored event. */
export interface KnownEvent extends DatedEvent {
  id: number;
  source: EventSource;
}

/** Limits of times that can be true. */
export interface EventTimes {
  receivedAt: Date;
  /** When the booking was made; null: not known. */
  notBefore: Date | null;
}

/** How a history changes with further events. */
export interface HistoryChange<E extends NewShipmentEvent> {
  /** All events of the source, with the times under which they are stored. */
  told: (E & { at: Date })[];
  /** Events to store, with a time that can be true. */
  inserted: { event: E; row: DatedEvent }[];
  /** Events that were pushed, and are no longer only that. */
  confirmed: { event: E; id: number }[];
  /** Stored events that give way to others. */
  removedIds: number[];
  /** Number of events that were not kept, or are no longer. */
  dropped: number;
  whereabouts: Whereabouts | null;
  /** An end that differs from the one that the shipment has; null: none. */
  differingEnd: E | null;
  /** True if the courier has to say itself what it pushed. */
  mustAsk: boolean;
}

export function phaseOf(state: ShipmentState): ShipmentPhase {
  return ROWS[state].phase;
}

/** Returns true for a state that a shipment never leaves. */
export function isEnd(state: ShipmentState): boolean {
  return phaseOf(state) === 3;
}

/** Says in our words where a shipment is, so that no name of a person leaks. */
export function wordsOf(state: ShipmentState): string {
  return ROWS[state].words;
}

/** Where a shipment is when it is handed over. */
export function handedOver(at: Date): Whereabouts {
  return { state: 'handed_over', phase: 0, bestAt: at, deliveredAt: null };
}

/** Moves a shipment by an event. Ends and returns are believed only if the courier was asked, because pushes are not signed. */
export function movedBy(
  now: Whereabouts,
  { at, state }: Pick<DatedEvent, 'at' | 'state'>,
  source: EventSource,
): Whereabouts {
  if (state === null || isEnd(now.state)) return now;
  const phase = phaseOf(state);
  if (phase < now.phase || (source === 'push' && phase > 1)) return now;
  const isAhead =
    at > now.bestAt || (+at === +now.bestAt && ROWS[state].rank > ROWS[now.state].rank);
  if (phase === now.phase && !isAhead) return now;
  return { state, phase, bestAt: at, deliveredAt: state === 'delivered' ? at : null };
}

/**
 * Computes how a history changes with further events of one source.
 * - an event is known if code, time and state are; a push is replaced by any other source, and nothing else is
 * - above {@link SHIPMENT_EVENTS_MAX}, those in the middle of the way are dropped
 */
export function withEvents<E extends NewShipmentEvent>(
  { events: known, whereabouts: before }: ShipmentHistory,
  events: readonly E[],
  source: EventSource,
  times: EventTimes,
): HistoryChange<E> {
  const sources = new Map<string, { id: number | null; source: EventSource; at: Date }>();
  for (const row of known) {
    sources.set(keyOf(row), row);
    sources.set(keyWithoutTime(row), row);
  }
  const inserted: HistoryChange<E>['inserted'] = [];
  const confirmed: HistoryChange<E>['confirmed'] = [];
  const told: HistoryChange<E>['told'] = [];
  for (const event of events) {
    const { row, isTimeReplaced } = rowOf(event, times);
    // Each receipt would give it another time.
    const key = isTimeReplaced ? keyWithoutTime(row) : keyOf(row);
    // Two whose times were replaced may be the same then.
    const same = sources.get(key) ?? sources.get(keyOf(row));
    const at = same?.at ?? row.at;
    told.push({ ...event, at });
    if (same === undefined) inserted.push({ event, row });
    else if (same.source === 'push' && source !== 'push') confirmed.push({ event, id: same.id! });
    else continue;
    const stored = { id: same?.id ?? null, source, at };
    // Without a time, a later event of the same answer only repeats it.
    sources.set(keyWithoutTime(row), stored).set(keyOf(row), stored);
  }
  const added = [...inserted.map(({ row }) => row), ...rowsOf(known, confirmed)];
  const whereabouts = before && added.reduce((now, row) => movedBy(now, row, source), before);
  const end = whereabouts !== null && isEnd(whereabouts.state) ? whereabouts.state : null;
  const differing = [...inserted, ...confirmed].find(
    ({ event: { state } }) => end !== null && state !== null && isEnd(state) && state !== end,
  );
  return {
    ...withoutMiddle(known, inserted),
    told,
    confirmed,
    whereabouts,
    differingEnd: source === 'push' ? null : (differing?.event ?? null),
    mustAsk: source === 'push' && added.some(({ state }) => isToBeAsked(state, before)),
  };
}

/** Returns true for a pushed state that only the courier's answer may give a shipment. */
function isToBeAsked(state: ShipmentState | null, before: Whereabouts | null): boolean {
  if (state === null || state === before?.state) return false;
  return before === null ? phaseOf(state) > 0 : phaseOf(state) > 1;
}

function keyOf({ code, at, state }: DatedEvent): string {
  return JSON.stringify([code, at.getTime(), state]);
}

function keyWithoutTime({ code, words, state }: NewShipmentEvent): string {
  return JSON.stringify([code, words, state]);
}

/** Finds the rows of events whose source changes. */
function rowsOf(
  known: readonly KnownEvent[],
  confirmed: readonly { id: number }[],
): readonly KnownEvent[] {
  const ids = new Set(confirmed.map(({ id }) => id));
  return known.filter(({ id }) => ids.has(id));
}

/** Makes the row of an event. A time that cannot be true is replaced by that of the receipt, and kept in the words. */
function rowOf(
  { at, state, code, words, place }: NewShipmentEvent,
  { receivedAt, notBefore }: EventTimes,
): { row: DatedEvent; isTimeReplaced: boolean } {
  const isTrue =
    at !== null && +at <= +receivedAt + AHEAD_MS && !(notBefore !== null && at < notBefore);
  const note = at === null || isTrue ? '' : ` (the courier's time: ${textOf(at)})`;
  const text = storable(words ?? '', LIMITS.shipmentWordsLength - note.length) + note;
  const row = {
    at: isTrue ? at : receivedAt,
    state,
    code: storable(code, LIMITS.shipmentCodeLength),
    words: text.trim() || null,
    place: storable(place ?? '', LIMITS.shipmentPlaceLength).trim() || null,
  };
  return { row, isTimeReplaced: !isTrue };
}

function textOf(time: Date): string {
  return Number.isNaN(+time) ? 'none' : time.toISOString();
}

/** Cuts a text, and removes the characters that PostgreSQL cannot store. */
function storable(text: string, length: number): string {
  return text.replaceAll('\u0000', '\uFFFD').slice(0, length).toWellFormed();
}

/** Drops the events in the middle of the way that are too many: the first and the latest say the most. */
function withoutMiddle<E extends NewShipmentEvent>(
  known: readonly KnownEvent[],
  inserted: HistoryChange<E>['inserted'],
): Pick<HistoryChange<E>, 'inserted' | 'removedIds' | 'dropped'> {
  const excess = known.length + inserted.length - SHIPMENT_EVENTS_MAX;
  if (excess <= 0) return { inserted, removedIds: [], dropped: 0 };
  const all = [
    ...known.map((row) => ({ row, id: row.id })),
    ...inserted.map((added) => ({ ...added, id: null })),
  ].sort((a, b) => a.row.at.getTime() - b.row.at.getTime());
  const isMoving = ({ row: { state } }: (typeof all)[number]): boolean =>
    state === null || phaseOf(state) === 1;
  const moving = middleOf(all.filter(isMoving), excess);
  const others = middleOf(
    all.filter((one) => !isMoving(one)),
    excess - moving.length,
  );
  const dropped = new Set([...moving, ...others].map(({ row }) => row));
  return {
    inserted: inserted.filter(({ row }) => !dropped.has(row)),
    removedIds: known.filter((row) => dropped.has(row)).map(({ id }) => id),
    dropped: dropped.size,
  };
}

function middleOf<T>(list: readonly T[], count: number): T[] {
  const first = Math.max(0, Math.floor((list.length - count) / 2));
  return list.slice(first, first + count);
}
