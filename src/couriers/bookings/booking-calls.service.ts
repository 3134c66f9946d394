import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { OpenedCouriers, type OpenedCourier } from '../accounts/opened-couriers.js';
import { CourierPaused, CourierRefused, isOfCourier } from '../courier-errors.js';
import type { BookingStep, BookingToSend, CourierGateway } from '../courier-gateway.js';
import { WaybillsRepository } from '../waybills/waybills.repository.js';
import { BookingDraftsService } from './drafts/booking-drafts.service.js';
import {
  afterFinding,
  afterRefusal,
  afterSilence,
  afterStep,
  afterUnknown,
  workOf,
  type BookingChange,
  type PersonCode,
} from './booking-state.js';
import { BookingsRepository, type ClaimedBooking } from './bookings.repository.js';
import { OrderBookings } from './order-bookings.js';

/** Bookings that an instance works on at once, and those of one account among them. */
const AT_ONCE = 8;
const AT_ONCE_OF_ACCOUNT = 4;
/** Delay until a booking of an account that waits, or without a waybill, is looked at again. */
const WAIT_MS = 30_000;

/** A call that was written down and may be made. */
interface BegunCall {
  booking: ClaimedBooking;
  sent: BookingToSend;
  /** Time until which it must begin, by the clock of this process that also runs while it is stopped. */
  untilMs: number;
}

/**
 * Makes the calls of bookings. Several instances may do so at the same time.
 * - a call that can cost money is written down before it is made. Whoever finds one without an answer lets it settle, asks the
 *   courier, and calls again only if the courier says that there is none
 * - no lock is held while a call is made. What an answer changes depends on the state that the booking has by then
 */
@Injectable()
export class BookingCallsService {
  private readonly countSecondAwb;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
    private readonly changes: OrderChanges,
    private readonly couriers: OpenedCouriers,
    private readonly drafts: BookingDraftsService,
    private readonly seam: OrderBookings,
    private readonly waybills: WaybillsRepository,
    private readonly repository: BookingsRepository,
  ) {
    this.countSecondAwb = metrics.counter(
      'courier_second_awbs_total',
      'AWBs that a courier gave beside another living one of the same booking',
    );
  }

  /** Takes the next step of bookings that are due. @returns false if none was */
  async workOnDue(): Promise<boolean> {
    const claimed = await this.repository.claim(
      this.dataSource.manager,
      AT_ONCE,
      AT_ONCE_OF_ACCOUNT,
    );
    const results = await Promise.allSettled(claimed.map((booking) => this.workOn(booking)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return claimed.length > 0;
  }

  private async workOn(booking: ClaimedBooking): Promise<void> {
    const opened = await this.open(booking);
    if (opened === null) return this.repository.postpone(this.dataSource.manager, booking, WAIT_MS);
    const { courier } = opened;
    const work = workOf(booking, courier.rules);
    if (work.kind === 'wait') {
      return this.repository.postpone(this.dataSource.manager, booking, work.ms);
    }
    if (work.kind === 'step') return this.takeStep(booking, work.step, opened);
    if (work.kind === 'find') return this.find(booking, courier);
    if (work.kind === 'cancel') return this.cancel(booking, courier);
    await this.store(booking, () => ({ state: 'canceled', dueInMs: null, isAnswered: true }));
  }

  /** Opens the account of a booking; null: its work waits. */
  private async open({
    accountId,
    state,
    unansweredMs,
  }: ClaimedBooking): Promise<OpenedCourier | null> {
    const isNew = unansweredMs === null && state !== 'canceling';
    try {
      return await this.couriers.open(accountId, isNew ? 'booking' : 'asking');
    } catch (error) {
      if (error instanceof CourierPaused) return null;
      throw error;
    }
  }

  private async takeStep(
    claimed: ClaimedBooking,
    step: BookingStep,
    opened: OpenedCourier,
  ): Promise<void> {
    const { courier } = opened;
    const begun = await this.begin(claimed, step, opened);
    if (begun === null) return;
    const { booking, sent } = begun;
    // The process was stopped since: by now, another one may ask the courier and call again.
    if (performance.now() > begun.untilMs) return;
    try {
      const progress = await courier.book(sent, step);
      if (progress.step === 'done' && (progress.awb ?? booking.awb) === null) {
        throw new Error(`${courier.kind} booked without an AWB`);
      }
      const awb = progress.step === 'done' ? (progress.awb ?? booking.awb) : null;
      await this.store(booking, (now) => afterStep(now, progress), { awb, courier });
    } catch (error) {
      if (!isOfCourier(error)) throw error;
      await this.store(booking, (now) =>
        error instanceof CourierRefused
          ? afterRefusal(now, error)
          : afterUnknown(now, courier.rules),
      );
    }
  }

  /** Writes down a call before it is made; null: it must not be made. */
  private async begin(
    claimed: ClaimedBooking,
    step: BookingStep,
    opened: OpenedCourier,
  ): Promise<BegunCall | null> {
    const { courier } = opened;
    const beganMs = performance.now();
    return inTransaction(this.dataSource, async (manager) => {
      const order = await this.changes.lock(manager, claimed.orderNumber);
      const booking = await this.repository.lockClaimed(manager, claimed);
      // The order was canceled or corrected since the claim.
      if (booking === null || booking.state === 'canceling') return null;
      if (!isIn('shippable', order.status) || order.anonymizedAt !== null) {
        await this.seam.withdraw(
          manager,
          (await this.repository.lock(manager, booking.id))!,
          'canceled',
        );
        return null;
      }
      const sent = booking.sent ?? (await this.compose(manager, booking, opened, order));
      if (sent === null) return null;
      const awb = booking.awb ?? (await this.takeWaybill(manager, booking, courier));
      if (awb === null && courier.prepare !== undefined) {
        await this.repository.postpone(manager, booking, WAIT_MS);
        return null;
      }
      await this.repository.beginCall(
        manager,
        { ...booking, step, awb, sent },
        courier.rules.settleMs,
      );
      const untilMs = beganMs + courier.rules.timeoutMs;
      const { courierRef: ref, reference } = booking;
      return { booking: { ...booking, awb }, sent: { ...sent, reference, awb, ref }, untilMs };
    });
  }

  /** Writes what is sent; null: something is missing, so it is refused without a call. */
  private async compose(
    manager: EntityManager,
    { id }: ClaimedBooking,
    opened: OpenedCourier,
    order: Parameters<BookingDraftsService['compose']>[1],
  ): Promise<BookingToSend | null> {
    const booking = (await this.repository.lock(manager, id))!;
    try {
      return await this.drafts.compose(manager, order, booking, opened);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      const { code, message } = error.fields[0]!;
      const problem = { problemCode: code, problemWords: message.slice(0, 300) };
      await this.repository.update(manager, id, { state: 'refused', ...problem, isDue: false });
      return null;
    }
  }

  private async takeWaybill(
    manager: EntityManager,
    { accountId }: ClaimedBooking,
    { prepare }: CourierGateway,
  ): Promise<string | null> {
    return prepare === undefined ? null : this.waybills.take(manager, accountId);
  }

  private async find(booking: ClaimedBooking, courier: CourierGateway): Promise<void> {
    try {
      const found = await courier.find(sentOf(booking));
      const isOurs = found !== null && (found.reference ?? booking.reference) === booking.reference;
      const awb = isOurs && !found.isCanceled ? (found.awb ?? null) : null;
      await this.store(booking, (now) => afterFinding(now, found, courier.rules), { awb, courier });
    } catch (error) {
      if (!isOfCourier(error)) throw error;
      await this.store(booking, (now) => afterSilence(now, courier.rules));
    }
  }

  /** Cancels everything that the courier may have for a booking. */
  private async cancel(booking: ClaimedBooking, courier: CourierGateway): Promise<void> {
    const { manager } = this.dataSource;
    const live = await this.repository.listLiveAwbs(manager, booking.id);
    const problems: (CancelProblem | null)[] = [];
    const awbs = new Set(booking.awb === null ? live : [...live, booking.awb]);
    for (const awb of awbs.size === 0 ? [null] : awbs) {
      const outcome = await this.cancelAwb({ ...booking, awb }, courier);
      if (outcome !== 'canceled') problems.push(outcome);
    }
    const [problem] = problems;
    await this.store(booking, ({ state, ...now }): BookingChange => {
      if (state !== 'canceling') return { state, dueInMs: null, isAnswered: true };
      if (problem === undefined) return { state: 'canceled', dueInMs: null, isAnswered: true };
      if (problem === null) return afterSilence({ state, ...now }, courier.rules);
      const person = { state: 'needs_person', dueInMs: null, isAnswered: true } as const;
      return { ...person, problemCode: problem.code, problemWords: problem.words };
    });
  }

  /** Cancels one AWB of a booking. @returns null: the courier did not say */
  private async cancelAwb(
    booking: ClaimedBooking,
    courier: CourierGateway,
  ): Promise<'canceled' | CancelProblem | null> {
    try {
      const outcome = await courier.cancel(sentOf(booking));
      if (outcome === 'too_late') return { code: 'moving_but_canceled', words: null };
    } catch (error) {
      if (!isOfCourier(error)) throw error;
      if (!(error instanceof CourierRefused)) return null;
      // It may refuse what it does not have, or has canceled already.
      const found = await courier.find(sentOf(booking)).catch(ofCourier);
      if (found === undefined) return null;
      const isOurs = found !== null && (found.reference ?? booking.reference) === booking.reference;
      if (isOurs && !found.isCanceled) return { code: 'cancel_refused', words: error.words };
    }
    if (booking.awb !== null) {
      await this.repository.markAwbCanceled(this.dataSource.manager, booking.kind, booking.awb);
    }
    return 'canceled';
  }

  /**
   * Stores an answer. It changes the booking only while this instance has its lease, and by the state that it has by then. An AWB
   * that was named is stored in any case, because it costs money.
   *
   * @param named the AWB that the answer names
   */
  private async store(
    claimed: ClaimedBooking,
    decide: (now: ClaimedBooking) => BookingChange,
    named: { awb: string | null; courier: CourierGateway } | null = null,
  ): Promise<void> {
    const awb = named?.awb ?? null;
    const isSecond = await inTransaction(this.dataSource, async (manager) => {
      const now = await this.repository.lockClaimed(manager, claimed);
      const own = awb === null ? null : await this.keepAwb(manager, claimed, awb);
      if (now === null) {
        if (own !== null) await this.keepLate(manager, claimed, own, awb);
        return own !== null && own !== awb;
      }
      const change = own === awb ? decide(now) : otherAwb(now, own);
      await this.repository.change(manager, now.id, change);
      if (change.state === 'booked') {
        const record = { action: 'booking.booked', after: { booking: now.id, awb: change.awb } };
        await this.changes.record(manager, { orderNumber: now.orderNumber, isTest: false }, record);
      }
      return own !== null && own !== awb;
    });
    if (isSecond && awb !== null && named !== null) {
      await this.cancelSecond({ ...claimed, awb }, named.courier);
    }
  }

  /** Keeps an AWB that was named for a booking. @returns its first AWB that lives; null: the AWB is another booking's */
  private async keepAwb(
    manager: EntityManager,
    booking: ClaimedBooking,
    awb: string,
  ): Promise<string | null> {
    const holder = await this.repository.noteAwb(manager, booking, awb);
    if (holder !== booking.id) return null;
    const [first] = await this.repository.listLiveAwbs(manager, booking.id);
    return first ?? awb;
  }

  /** Makes use of an AWB that was named after this instance lost its lease. @param first the booking's first AWB that lives */
  private async keepLate(
    manager: EntityManager,
    { id }: ClaimedBooking,
    first: string,
    awb: string | null,
  ): Promise<void> {
    const { state } = (await this.repository.lock(manager, id))!;
    if (first !== awb) {
      const problem = { problemCode: 'two_awbs', problemWords: null };
      if (state === 'booked') {
        await this.repository.update(manager, id, { state: 'needs_person', ...problem });
      }
    } else if (state === 'canceled') {
      await this.repository.update(manager, id, { state: 'canceling', awb, isDue: true });
    } else if (state === 'wanted') {
      // It is not called again before the courier was asked.
      await this.repository.update(manager, id, { state: 'unknown', awb, calledAt: () => 'now()' });
    } else if (state === 'calling' || state === 'unknown' || state === 'canceling') {
      await this.repository.update(manager, id, { awb });
    }
  }

  /** Cancels an AWB that a booking has beside its own, and alarms. */
  private async cancelSecond(booking: ClaimedBooking, courier: CourierGateway): Promise<void> {
    this.countSecondAwb();
    const { id, kind, awb } = booking;
    this.logger.error({ booking: id, kind, awb }, 'a courier gave a second AWB for a booking');
    if ((await this.cancelAwb(booking, courier)) !== 'canceled') return;
    await inTransaction(this.dataSource, async (manager) => {
      const now = await this.repository.lock(manager, id);
      if (now?.state !== 'needs_person' || now.problemCode !== 'two_awbs') return;
      const solved = { state: 'booked', problemCode: null, problemWords: null } as const;
      await this.repository.update(manager, id, solved);
    });
  }
}

/** Why a booking was not canceled. */
interface CancelProblem {
  code: PersonCode;
  words: string | null;
}

/** Decides after a courier named an AWB beside another one, or that of another booking (null). */
function otherAwb({ state }: ClaimedBooking, own: string | null): BookingChange {
  const isCanceling = state === 'canceling';
  const answered = { awb: own, problemWords: null, dueInMs: null, isAnswered: true };
  if (isCanceling && own === null) return { ...answered, state: 'canceled' };
  if (isCanceling) return { ...answered, state, dueInMs: 0 };
  const problemCode = own === null ? 'duplicate_of_another' : 'two_awbs';
  return { ...answered, state: 'needs_person', problemCode };
}

function sentOf({ reference, awb, courierRef: ref }: ClaimedBooking): {
  reference: string;
  awb: string | null;
  ref: ClaimedBooking['courierRef'];
} {
  return { reference, awb, ref };
}

/** Returns undefined for an error of the courier. */
function ofCourier(error: unknown): undefined {
  if (!isOfCourier(error)) throw error;
}
