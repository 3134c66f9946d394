import {
  advance,
  areLeft,
  done,
  isShippable,
  Model,
  refused,
  refusedFrom,
  restOf,
  sum,
  type Answer,
  type Order,
  type Units,
} from './model.js';
import { placeOf, type Scan } from './model-scans.js';

/**
 * What becomes of a call.
 * - lost: the courier books, but its answer is lost
 * - not_heard: the courier does not hear of it
 * - unclear: the courier refuses, and a person has to decide
 */
export const FATES = [
  'books',
  'books',
  'books',
  'lost',
  'not_heard',
  'refused',
  'unclear',
] as const;
export type Fate = (typeof FATES)[number];

export interface Booking {
  order: Order;
  units: readonly Units[];
  state:
    | 'wanted'
    | 'unknown'
    | 'booked'
    | 'refused'
    | 'needs_person'
    | 'canceling'
    | 'canceled'
    | 'handed_over';
  /** What becomes of its next call. */
  fate: Fate;
  /** True: its order or an operator no longer wants it. */
  isReleased: boolean;
  /** True: it was sent as it is now. */
  isSent: boolean;
  /** True: a call of it can still be executed. */
  isOpen: boolean;
  /** True: the courier gave an AWB, and the service knows it. The number comes from the service. */
  hasAwb: boolean;
  awb: string | null;
  /** What the courier has of it. */
  courier: 'nothing' | 'box' | 'canceled';
  scans: Scan[];
  /** True: it is listed because the courier has it although it was to be canceled. */
  isListed: boolean;
  /** True: what came back is recorded as a return, or left to a person. */
  isBack: boolean;
}

/** A shipment; without a booking it was typed by hand. */
export interface Sent {
  order: Order;
  booking: Booking | null;
  trackingNumber: string;
  units: readonly Units[];
}

const LIVE: readonly Booking['state'][] = ['wanted', 'unknown', 'booked', 'needs_person'];

const isLive = ({ state, isReleased }: Booking): boolean => !isReleased && LIVE.includes(state);
const hasEnded = ({ state }: Booking): boolean => state === 'canceled' || state === 'handed_over';
/** Returns true if a shipment with its AWB would be its box. */
const isWaiting = ({ state }: Booking): boolean => state === 'booked' || state === 'needs_person';
const isToBeCanceled = ({ state }: Booking): boolean =>
  state === 'canceled' || state === 'canceling';

/** A model of orders whose boxes a courier takes. */
export class BookedModel extends Model {
  readonly bookings: Booking[] = [];
  readonly sent: Sent[] = [];
  /** Orders with a return of what the courier brought back. */
  readonly broughtBack = new Set<Order>();

  /** Wants units of an order booked. `units` null books all that are left and not booked. */
  want(order: Order, units: readonly Units[] | null, fate: Fate): Answer {
    const live = this.of(order).filter(isLive);
    const held = heldBy(live);
    const free = restOf(order, held);
    const isSame = (booking: Booking): boolean =>
      units === null ? free.length === 0 : isSameUnits(booking.units, units);
    if (live.some(isSame)) return outcome('unchanged', null);
    const wanted = units ?? free;
    if (!areLeft(order, wanted, held)) return outcome('refused', 'validation_failed');
    if (!isShippable(order)) return outcome('refused', 'transition_refused');
    const lines = new Set(wanted.map(({ line }) => line));
    for (const booking of this.of(order)) {
      const isReplaced = booking.units.some(({ line }) => lines.has(line));
      if (booking.state === 'refused' && isReplaced) withdraw(booking);
    }
    this.add(order, wanted, fate);
    return outcome('wanted', null);
  }

  /** Lets the calls be made that are due. */
  work(): void {
    for (const booking of this.bookings) {
      if (booking.state === 'wanted') call(booking);
      else if (booking.state === 'canceling' && !booking.isOpen) cancelAtCourier(booking);
    }
  }

  /** Lets so much time pass that every call is settled, and looks again at what was awaited. */
  settle(): void {
    this.work();
    for (const booking of this.bookings.filter(({ isOpen }) => isOpen)) {
      booking.isOpen = false;
      if (booking.state === 'unknown') {
        // What the courier did not hear of is sent again.
        Object.assign(booking, { state: 'booked', courier: 'box' });
      }
      booking.hasAwb = booking.courier === 'box';
    }
    this.work();
    for (const order of this.orders) this.lookAt(order);
  }

  handOver(booking: Booking): Answer {
    if (booking.state === 'handed_over') return done(200);
    if (isToBeCanceled(booking)) return refused(409, 'booking_canceled');
    if (booking.state !== 'booked') return refused(409, 'booking_state_refused');
    const answer = this.ship(booking.order, booking.units, booking.awb!);
    return answer.http === 201 ? done(200) : answer;
  }

  /** Withdraws a booking. */
  withdraw(booking: Booking): Answer {
    if (booking.state === 'handed_over') return refused(409, 'booking_state_refused');
    if (!isToBeCanceled(booking)) withdraw(booking);
    return done(200);
  }

  /** Sends a booking again that was refused. */
  retry(booking: Booking, fate: Fate): Answer {
    const { order, units, state } = booking;
    const isUnclear = state === 'needs_person' && !booking.hasAwb && !booking.isReleased;
    if (state !== 'refused' && !isUnclear) return refused(409, 'booking_state_refused');
    const others = this.of(order).filter((one) => one !== booking && isLive(one));
    if (!areLeft(order, units, heldBy(others))) return refused(422, 'validation_failed');
    if (!isShippable(order)) return refusedFrom(order, 'partially_shipped', 'shipped');
    Object.assign(booking, { state: 'wanted', fate, isSent: false });
    return done(200);
  }

  /** Corrects the address of an order. What was sent with the old one is booked again. */
  correctAddress(order: Order): Answer {
    if (order.status !== 'awaiting_payment' && order.status !== 'pending') {
      return refused(409, 'not_correctable');
    }
    order.isCorrected = true;
    for (const booking of this.of(order)) {
      const isKept = !booking.isSent || booking.state === 'refused';
      if (hasEnded(booking) || booking.state === 'canceling' || isKept) continue;
      const wasLive = isLive(booking);
      withdraw(booking);
      if (wasLive) this.add(order, booking.units, 'books');
    }
    return done(200);
  }

  /** Lets the courier tell of a box when it is asked. */
  tell(booking: Booking, scan: Scan): void {
    booking.scans.push(scan);
    const { order, state, isReleased } = booking;
    if (state !== 'handed_over') {
      if (isReleased || !isWaiting(booking)) {
        if (!booking.isListed && state === 'canceling') booking.state = 'needs_person';
        booking.isListed = true;
        return;
      }
      if (this.ship(order, booking.units, booking.awb!).http !== 201) {
        booking.state = 'needs_person';
        return;
      }
    }
    this.lookAt(order);
  }

  override ship(order: Order, units: readonly Units[] | null, trackingNumber: string): Answer {
    const sent = units ?? restOf(order);
    if (!isShippable(order) || !areLeft(order, sent)) {
      return super.ship(order, units, trackingNumber);
    }
    const holders = this.bookings.filter(({ awb }) => awb === trackingNumber);
    const own = holders.find((booking) => booking.order === order && isWaiting(booking)) ?? null;
    if (own === null && holders.some(isToBeCanceled)) {
      return refused(409, 'booking_canceled');
    }
    const others = this.of(order).filter((booking) => booking !== own && isLive(booking));
    if (!areLeft(order, sent, heldBy(others))) return refused(409, 'units_are_booked');
    if (own === null && holders.some((one) => isWaiting(one) && !one.isReleased)) {
      return refused(422, 'validation_failed');
    }
    const answer = super.ship(order, units, trackingNumber);
    if (own !== null) Object.assign(own, { state: 'handed_over', isReleased: false });
    this.sent.push({ order, booking: own, trackingNumber, units: sent });
    return answer;
  }

  override cancel(order: Order): Answer {
    return this.releasedAfter(order, super.cancel(order));
  }

  override close(order: Order): Answer {
    return this.releasedAfter(order, super.close(order));
  }

  private releasedAfter(order: Order, answer: Answer): Answer {
    if (answer.http !== 200) return answer;
    for (const booking of this.of(order)) {
      if (!hasEnded(booking) && booking.state !== 'canceling') withdraw(booking);
    }
    return answer;
  }

  /** Moves an order whose boxes have ended. */
  private lookAt(order: Order): void {
    const sent = this.sent.filter((one) => one.order === order);
    const boxes = this.bookings.filter((one) => sent.some(({ booking }) => booking === one));
    for (const booking of boxes) {
      if (placeOf(booking) === 'returned' && !isShippable(order) && !booking.isBack) {
        booking.isBack = true;
        if (order.status !== 'returned') this.broughtBack.add(order);
      }
      const isDelivered = ({ booking: one }: Sent): boolean =>
        one !== null && placeOf(one) === 'delivered';
      if (order.status === 'shipped' && sent.every(isDelivered)) advance(order, 'delivered');
    }
  }

  private of(order: Order): Booking[] {
    return this.bookings.filter((booking) => booking.order === order);
  }

  private add(order: Order, units: readonly Units[], fate: Fate): void {
    this.bookings.push({
      order,
      units,
      fate,
      state: 'wanted',
      courier: 'nothing',
      awb: null,
      scans: [],
      isReleased: false,
      isSent: false,
      isOpen: false,
      hasAwb: false,
      isListed: false,
      isBack: false,
    });
  }
}

/** Makes the call of a wanted booking. A call that is repeated succeeds. */
function call(booking: Booking): void {
  const { fate } = booking;
  Object.assign(booking, { fate: 'books', isSent: true });
  switch (fate) {
    case 'books':
      Object.assign(booking, { state: 'booked', hasAwb: true, courier: 'box' });
      return;
    case 'lost':
      Object.assign(booking, { state: 'unknown', isOpen: true, courier: 'box' });
      return;
    case 'not_heard':
      Object.assign(booking, { state: 'unknown', isOpen: true });
      return;
    case 'refused':
      booking.state = 'refused';
      return;
    case 'unclear':
      booking.state = 'needs_person';
  }
}

/** Cancels a booking at the courier, which keeps what it has moved. */
function cancelAtCourier(booking: Booking): void {
  const hasMoved = booking.scans.length > 0;
  booking.state = hasMoved ? 'needs_person' : 'canceled';
  if (!hasMoved && booking.courier === 'box') booking.courier = 'canceled';
}

/** Ends a booking that was never bought; else the courier is to cancel it. */
function withdraw(booking: Booking): void {
  booking.state = booking.isOpen || booking.hasAwb ? 'canceling' : 'canceled';
  booking.isReleased = true;
}

function heldBy(bookings: readonly Booking[]): (line: number) => number {
  const all = bookings.flatMap(({ units }) => units);
  return (wanted) => sum(all.filter(({ line }) => line === wanted).map(({ quantity }) => quantity));
}

function isSameUnits(one: readonly Units[], other: readonly Units[]): boolean {
  const textOf = (units: readonly Units[]): string =>
    units
      .map(({ line, quantity }) => `${line} ${quantity}`)
      .sort()
      .join();
  return textOf(one) === textOf(other);
}

function outcome(wanted: string, code: string | null): Answer {
  return done(200, { data: [{ outcome: wanted, code }] });
}
