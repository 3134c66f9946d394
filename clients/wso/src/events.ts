import { createHash } from 'node:crypto';
import type { OrderStatusDto } from '../../typescript/src/index.js';

/** Everything about an order that the list of orders can add. */
export const ALL_PARTS = 'shipments,returns,refunds,documents,details';

/** Change as it is forwarded. */
export interface Event {
  id: string;
  type: string;
  data: unknown;
}

/** Something that happened to an order once. It has the same id whenever and wherever it is read. */
export interface Fact extends Event {
  /** Milliseconds since 1970. */
  at: number;
}

/** Facts of one moment, in the order in which they are forwarded. */
const RANKS = ['order.status', 'return', 'order.refunded', 'document.issued', 'return.settled'];
/** Keys of a return that its events tell. */
const TOLD = new Set([
  ...[
    'id',
    'status',
    'origin',
    'reason',
    'decline_reason',
    'created_at',
    'decided_at',
    'received_at',
  ],
  ...['return_address', 'instructions'],
]);
/** Statuses of a return that was accepted, if it was decided about. */
const ACCEPTED = new Set(['awaited', 'received', 'settled']);
/** The day of a document is one of India. */
const MIDNIGHT = 'T00:00:00+05:30';

/** Lists what happened to an order, the oldest first. */
export function factsOf(order: OrderStatusDto): Fact[] {
  const { order_number, store_order_id } = order;
  const { timeline, returns = [], refunds = [], documents = [], shipments = [] } = order;
  const facts: (Fact & { rank: number })[] = [];
  const add = (type: string, of: string, at: number, data: object, kind: string): void => {
    const id = idOf([order_number, type, of]);
    facts.push({ id, type, at, data, rank: RANKS.indexOf(kind) });
  };
  for (const { status, changed_at } of timeline) {
    add(`order.${status}`, changed_at, Date.parse(changed_at), order, 'order.status');
  }
  for (const back of returns) {
    const { id, status, created_at, decided_at, received_at, inspected_at } = back;
    const data = { order_number, store_order_id, return: back };
    const happened = (step: string, time: string, kind = 'return'): void =>
      add(`return.${step}`, `${id} ${created_at}`, Date.parse(time), data, kind);
    if (back.origin !== 'undelivered') happened('requested', created_at);
    if (decided_at !== null) happened(ACCEPTED.has(status) ? 'accepted' : status, decided_at);
    if (received_at !== null) happened('received', received_at);
    if (status === 'settled') {
      const own = refunds.filter(({ return_id }) => return_id === id);
      const times = [created_at, received_at, inspected_at, ...own.map((one) => one.created_at)];
      happened('settled', latest(times), 'return.settled');
    }
  }
  for (const refund of refunds) {
    const { id, created_at } = refund;
    const data = { order_number, store_order_id, refund };
    add('order.refunded', `${id} ${created_at}`, Date.parse(created_at), data, 'order.refunded');
  }
  for (const document of documents) {
    const { id, number, shipment_id, refund_id, issued_on } = document;
    const shipment = shipments.find((one) => one.id === shipment_id)?.shipped_at;
    const refund = refunds.find((one) => one.id === refund_id)?.created_at;
    const at = latest([`${issued_on}${MIDNIGHT}`, shipment, refund]);
    const data = { order_number, store_order_id, document };
    add('document.issued', `${id} ${number}`, Date.parse(at), data, 'document.issued');
  }
  return facts
    .sort((a, b) => a.at - b.at || a.rank - b.rank)
    .map(({ id, type, data, at }) => ({ id, type, data, at }));
}

/** Makes the event of an order that changed in another way than its facts say. Its id is that of what the order says now. */
export function updateOf(order: OrderStatusDto, facts: readonly Fact[]): Event {
  const id = idOf([order.order_number, 'order.updated', String(facts.length), restOf(order)]);
  return { id, type: 'order.updated', data: order };
}

/** Returns true if an event shows the whole order as it is now. */
export function showsOrder({ data }: Event): boolean {
  return typeof data === 'object' && data !== null && 'timeline' in data;
}

/** Computes a hash of all that an order says, apart from what documents and the steps of returns say. */
export function restOf({
  documents: _documents,
  returns = [],
  refunds = [],
  ...order
}: OrderStatusDto): string {
  const money = refunds.map(({ document_id: _document, ...refund }) => refund);
  const goods = returns.map(({ items, ...back }) => {
    const inspected = items.filter(({ good, scrap }) => good + scrap > 0);
    const others = Object.entries(back).filter(([key, value]) => !TOLD.has(key) && value !== null);
    return [...inspected, ...others];
  });
  return idOf([JSON.stringify([order, money, goods.filter(({ length }) => length > 0)])]);
}

/** Makes an id that is the same for the same texts. */
export function idOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join(' ')).digest('hex').slice(0, 32);
}

function latest(times: readonly (string | null | undefined)[]): string {
  const known = times.filter((time) => typeof time === 'string');
  return known.reduce((a, b) => (Date.parse(b) > Date.parse(a) ? b : a));
}
