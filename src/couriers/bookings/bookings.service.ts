import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ShippingService } from '../../fulfillment/shipping/shipping.service.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { unitProblems } from '../../orders/lifecycle/order-units.js';
import type { Order } from '../../orders/order.entity.js';
import { AppError, ERRORS, invalidField, type FieldError } from '../../platform/http/errors.js';
import { currentActor } from '../../platform/http/request-context.js';
import {
  everyPageFromLatest,
  type NewestFirst,
  type Page,
  readPage,
} from '../../platform/http/paging/page.js';
import { OpenedCouriers, type OpenedCourier } from '../accounts/opened-couriers.js';
import { CourierPaused } from '../courier-errors.js';
import { BookingDraftsService } from './drafts/booking-drafts.service.js';
import {
  BookingsRepository,
  NEW_ATTEMPT,
  type BookingFilter,
  type ListedBooking,
} from './bookings.repository.js';
import type { BookedUnits, BookingState, CourierBooking } from './courier-booking.entity.js';
import type { WantedBox } from './drafts/measures.js';
import { OrderBookings } from './order-bookings.js';
import { heldUnits, isLive, isSameUnits } from './units.js';

/** Bookings of an order, canceled ones included. */
const BOOKINGS_MAX = 50;

/** What an operator wants booked of an order. */
export interface WantedBooking extends WantedBox {
  orderNumber: string;
  /** null: all units that are left and not booked. */
  units: readonly BookedUnits[] | null;
  /** null: the account of the house's rules. */
  accountId: number | null;
}

export const WANT_OUTCOMES = {
  wanted: 'its call follows within seconds',
  unchanged: 'the units were booked already',
  refused: 'see `code` and `errors`',
} as const;

/** The outcome for one order. */
export interface WantOutcome {
  orderNumber: string;
  outcome: keyof typeof WANT_OUTCOMES;
  booking: ListedBooking | null;
  code: string | null;
  message: string | null;
  errors: readonly FieldError[];
}

/** Account, box and weight of a booking that was refused; null: chosen as for a new one. */
export type BookingEdit = WantedBox & Pick<WantedBooking, 'accountId'>;

/** What an operator has found out about a booking. */
export type Resolution = { awb: string } | 'not_booked';

/** Wishes for bookings, and what operators decide about them. The job makes the calls. */
@Injectable()
export class BookingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly shipping: ShippingService,
    private readonly couriers: OpenedCouriers,
    private readonly drafts: BookingDraftsService,
    private readonly seam: OrderBookings,
    private readonly repository: BookingsRepository,
  ) {}

  /**
   * Stores which units of orders are to be booked. Each order has an outcome, and the same call again changes nothing.
   * - an order is booked only if it could be shipped and invoiced now, so that no box waits for a document
   */
  async want(orders: readonly WantedBooking[]): Promise<WantOutcome[]> {
    const outcomes: WantOutcome[] = [];
    for (const wanted of orders) outcomes.push(await this.wantOne(wanted));
    return outcomes;
  }

  /** Lists the latest bookings first. */
  async list(filter: BookingFilter, page: NewestFirst): Promise<Page<ListedBooking>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, filter, range));
  }

  /** Yields all pages of {@link list}. */
  everyPage(filter: BookingFilter): AsyncGenerator<ListedBooking[], void> {
    return everyPageFromLatest((page) => this.list(filter, page));
  }

  /** Lists the latest bookings of an order first. */
  async listOfOrder(orderNumber: string): Promise<ListedBooking[]> {
    const page = { beforeId: null, limit: BOOKINGS_MAX };
    return this.repository.list(this.dataSource.manager, { orderNumber }, page);
  }

  /** @throws AppError booking_not_found */
  async get(id: number, manager = this.dataSource.manager): Promise<ListedBooking> {
    const booking = await this.repository.find(manager, id);
    if (booking === null) throw new AppError('booking_not_found');
    return booking;
  }

  /**
   * Withdraws a booking. Safe to repeat.
   * - its units are free at once; the job cancels at the courier what may be bought
   *
   * @throws AppError booking_not_found, booking_state_refused (it was handed over)
   */
  async cancel(id: number): Promise<ListedBooking> {
    return this.change(id, async (manager, order, booking) => {
      if (booking.state === 'canceled' || booking.state === 'canceling') return;
      if (booking.state === 'handed_over') throw wrongState(booking, 'be canceled');
      await this.seam.withdraw(manager, booking, booking.releasedWhy ?? 'withdrawn');
      await this.record(manager, order, 'booking.withdrawn', booking);
    });
  }

  /**
   * Changes a booking that the courier refused, to be sent again by {@link retry}.
   *
   * @throws AppError booking_not_found, booking_state_refused, validation_failed
   */
  async edit(id: number, { accountId, ...box }: BookingEdit): Promise<ListedBooking> {
    const opened = await this.open(accountId);
    return this.change(id, async (manager, order, booking) => {
      if (booking.state !== 'refused') throw wrongState(booking, 'be changed');
      const wanted = { units: booking.units, ...box };
      const drafted = await this.drafts.draft(manager, order, wanted, opened);
      // A waybill is of its account.
      const awb = drafted.accountId === booking.accountId ? booking.awb : null;
      await this.repository.update(manager, id, { ...drafted, awb });
    });
  }

  /**
   * Sends a booking again that the courier refused, or about which the service must not decide because of its account.
   * - the checks of a new booking run again, and the courier gets another reference
   * - the courier is asked first about one whose outcome is not known
   *
   * @throws AppError booking_not_found, booking_state_refused, and as for a new booking
   */
  async retry(id: number): Promise<ListedBooking> {
    return this.change(id, async (manager, order, booking, siblings) => {
      const { state, problemCode, calledAt } = booking;
      if (state === 'needs_person' && problemCode === 'unknown_too_long' && calledAt !== null) {
        await this.repository.update(manager, id, { state: 'unknown', ...NO_PROBLEM, isDue: true });
        return;
      }
      const isAgain =
        state === 'refused' || (state === 'needs_person' && AGAIN.has(problemCode ?? ''));
      if (!isAgain) throw wrongState(booking, 'be sent again');
      await this.assertFree(manager, order, booking.units, without(siblings, booking));
      await this.shipping.check(manager, order, booking.units);
      await this.sendAgain(manager, booking);
    });
  }

  /**
   * Stores what an operator has found out about a booking that the service must not decide about.
   *
   * @throws AppError booking_not_found, booking_state_refused, validation_failed (another booking has the AWB)
   */
  async resolve(id: number, resolution: Resolution): Promise<ListedBooking> {
    return this.change(id, async (manager, order, booking) => {
      if (booking.state !== 'needs_person') throw wrongState(booking, 'be resolved');
      const isWanted = booking.releasedWhy === null && isIn('shippable', order.status);
      if (resolution === 'not_booked') {
        if (isWanted) await this.sendAgain(manager, booking);
        else
          await this.repository.update(manager, id, { state: 'canceled', ...KNOWN, isDue: false });
      } else {
        const { awb } = resolution;
        const holder = await this.repository.noteAwb(manager, booking, awb);
        if (holder !== id)
          throw invalidField('awb', 'awb_taken', `booking ${holder} has AWB ${awb}`);
        const state = isWanted ? 'booked' : 'canceling';
        await this.repository.update(manager, id, { state, awb, ...KNOWN, isDue: !isWanted });
      }
      await this.record(manager, order, 'booking.resolved', booking);
    });
  }

  private async wantOne(wanted: WantedBooking): Promise<WantOutcome> {
    const { orderNumber } = wanted;
    try {
      const opened = await this.open(wanted.accountId);
      const { id, isNew } = await this.changes.change(orderNumber, null, (manager, order) =>
        this.wantLocked(manager, order, wanted, opened),
      );
      const outcome = isNew ? 'wanted' : 'unchanged';
      return { orderNumber, outcome, booking: await this.get(id), ...NOT_REFUSED };
    } catch (error) {
      if (!(error instanceof AppError) || ERRORS[error.code].status >= 500) throw error;
      const { code, message, fields: errors } = error;
      return { orderNumber, outcome: 'refused', booking: null, code, message, errors };
    }
  }

  private async wantLocked(
    manager: EntityManager,
    order: Order,
    wanted: WantedBooking,
    opened: OpenedCourier,
  ): Promise<{ id: number; isNew: boolean }> {
    const bookings = await this.repository.listOfOrder(manager, order.id);
    const live = bookings.filter(isLive);
    const left = await this.freeUnits(manager, order, live);
    const same = live.find(({ units }) =>
      wanted.units === null ? left.length === 0 : isSameUnits(units, wanted.units),
    );
    if (same !== undefined) return { id: same.id, isNew: false };
    if (bookings.length >= BOOKINGS_MAX) {
      throw invalidField(
        'order_number',
        'too_many_bookings',
        `the order has ${BOOKINGS_MAX} bookings`,
      );
    }
    const units = wanted.units ?? left;
    await this.assertFree(manager, order, units, live);
    await this.shipping.check(manager, order, units);
    const drafted = await this.drafts.draft(manager, order, { ...wanted, units }, opened);
    const isReplaced = ({ state, ...refused }: CourierBooking): boolean =>
      state === 'refused' &&
      refused.units.some(({ line }) => units.some((one) => one.line === line));
    for (const refused of bookings.filter(isReplaced)) {
      await this.seam.withdraw(manager, refused, 'withdrawn');
    }
    const keys = { orderId: order.id, createdBy: currentActor(), replacesId: null };
    const id = await this.repository.insert(manager, { ...drafted, ...keys });
    if (id === null) throw inactive(drafted.accountId);
    await this.record(manager, order, 'booking.wanted', { id, units: drafted.units });
    return { id, isNew: true };
  }

  /** Opens an account that can book. @throws AppError validation_failed */
  private async open(accountId: number | null): Promise<OpenedCourier> {
    const id = accountId ?? (await this.repository.findDefaultAccount(this.dataSource.manager));
    if (id === null)
      throw invalidField('account', 'required', 'account must be named: there is no default');
    try {
      const opened = await this.couriers.open(id, 'check');
      if (opened.account.isActive && opened.account.pickupName !== null) return opened;
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'courier_account_not_found';
      if (!isUnknown && !(error instanceof CourierPaused)) throw error;
    }
    throw inactive(id);
  }

  /** Lists the units of an order that are left and in no live booking. */
  private async freeUnits(
    manager: EntityManager,
    order: Order,
    live: readonly CourierBooking[],
  ): Promise<BookedUnits[]> {
    const left = await this.repository.countLeft(manager, order.id);
    const held = heldUnits(live);
    const free = [...left].map(([line, quantity]) => ({
      line,
      quantity: quantity - (held.get(line) ?? 0),
    }));
    return free.filter(({ quantity }) => quantity > 0);
  }

  /** @throws AppError validation_failed (more than is left and not booked) */
  private async assertFree(
    manager: EntityManager,
    order: Order,
    units: readonly BookedUnits[],
    live: readonly CourierBooking[],
  ): Promise<void> {
    const items = await this.changes.listItems(manager, order.id);
    const free = new Map(
      (await this.freeUnits(manager, order, live)).map(({ line, quantity }) => [line, quantity]),
    );
    const freeOf = ({ line }: { line: number }): number => free.get(line) ?? 0;
    const fields = unitProblems(items, units, 'items', freeOf, 'units left that are not booked');
    if (fields.length > 0) throw new AppError('validation_failed', { fields });
  }

  private async sendAgain(manager: EntityManager, { id }: CourierBooking): Promise<void> {
    const again = { state: 'wanted' as const, step: null, courierRef: null, ...KNOWN };
    await this.repository.update(manager, id, { ...again, ...NEW_ATTEMPT(), isDue: true });
  }

  /** Changes a booking whose order is locked first, and then the booking. */
  private async change(
    id: number,
    work: (
      manager: EntityManager,
      order: Order,
      booking: CourierBooking,
      siblings: readonly CourierBooking[],
    ) => Promise<void>,
  ): Promise<ListedBooking> {
    const { orderNumber } = await this.get(id);
    return this.changes.change(orderNumber, null, async (manager, order) => {
      const booking = (await this.repository.lock(manager, id))!;
      const siblings = await this.repository.listOfOrder(manager, order.id);
      await work(manager, order, booking, siblings);
      return this.get(id, manager);
    });
  }

  private async record(
    manager: EntityManager,
    order: Order,
    action: string,
    { id, units }: Pick<CourierBooking, 'id' | 'units'>,
  ): Promise<void> {
    await this.changes.record(manager, order, { action, after: { booking: id, units } });
  }
}

const NOT_REFUSED = { code: null, message: null, errors: [] };
/** Problems of the account, after which nothing was bought. */
const AGAIN: ReadonlySet<string> = new Set([
  'keys_refused',
  'no_money_at_courier',
  'pickup_place_unknown',
]);
const NO_PROBLEM = { problemCode: null, problemWords: null };
/** The outcome of every call is known. */
const KNOWN = { ...NO_PROBLEM, calledAt: null, tries: 0, nones: 0 };

function without(bookings: readonly CourierBooking[], { id }: CourierBooking): CourierBooking[] {
  return bookings.filter((booking) => booking.id !== id);
}

function inactive(accountId: number): AppError {
  return invalidField('account', 'account_inactive', `account ${accountId} is not active`);
}

function wrongState({ state }: { state: BookingState }, what: string): AppError {
  const message = `The booking is ${state} and cannot ${what}.`;
  return new AppError('booking_state_refused', { message });
}
