import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderChanges } from '../../../orders/lifecycle/order-changes.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import { Metrics } from '../../../platform/observability/metrics.js';
import { CourierRefused, isOfCourier } from '../../courier-errors.js';
import type { CourierGateway, SentBooking } from '../../courier-gateway.js';
import type { BookingChange, PersonCode } from '../booking-state.js';
import { BookingsRepository, type ClaimedBooking } from '../bookings.repository.js';

/** Stores what couriers answer, and keeps a booking from having two AWBs. */
@Injectable()
export class BookingAnswersService {
  private readonly countSecondAwb;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
    private readonly changes: OrderChanges,
    private readonly repository: BookingsRepository,
  ) {
    this.countSecondAwb = metrics.counter(
      'courier_second_awbs_total',
      'AWBs that a courier gave in addition to a living one of the same booking',
    );
  }

  /**
   * Stores an answer. It changes the booking only while this instance has its lease, and by the state that it has by then.
   * - an AWB that was named is stored in any case, because it costs money
   *
   * @param named the AWB that the answer names
   */
  async store(
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
      if (change.state === 'booked' && now.state !== 'booked') {
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

  /** Cancels an AWB that a booking has in addition to its own, and alarms. */
  private async cancelSecond(booking: ClaimedBooking, courier: CourierGateway): Promise<void> {
    this.countSecondAwb();
    const { id, kind, awb } = booking;
    this.logger.error({ booking: id, kind, awb }, 'a courier gave a second AWB for a booking');
    if ((await this.cancelAwb(booking, courier, { isSecond: true })) !== 'canceled') return;
    await inTransaction(this.dataSource, async (manager) => {
      const now = await this.repository.lock(manager, id);
      if (now?.state !== 'needs_person' || now.problemCode !== 'two_awbs') return;
      const solved = { state: 'booked', problemCode: null, problemWords: null } as const;
      await this.repository.update(manager, id, solved);
    });
  }

  /** Cancels one AWB of a booking. @returns null: the courier did not say */
  async cancelAwb(
    booking: ClaimedBooking,
    courier: CourierGateway,
    { isSecond }: { isSecond: boolean },
  ): Promise<'canceled' | CancelProblem | null> {
    try {
      const outcome = await courier.cancel(sentOf(booking), isSecond);
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
}

/** Why a booking was not canceled. */
export interface CancelProblem {
  code: PersonCode;
  words: string | null;
}

/** Decides after a courier named an AWB in addition to another one, or that of another booking (null). */
function otherAwb({ state }: ClaimedBooking, own: string | null): BookingChange {
  const isCanceling = state === 'canceling';
  const answered = { awb: own, problemWords: null, dueInMs: null, isAnswered: true };
  if (isCanceling && own === null) return { ...answered, state: 'canceled' };
  if (isCanceling) return { ...answered, state, dueInMs: 0 };
  const problemCode = own === null ? 'duplicate_of_another' : 'two_awbs';
  return { ...answered, state: 'needs_person', problemCode };
}

export function sentOf({ reference, awb, courierRef: ref }: ClaimedBooking): SentBooking {
  return { reference, awb, ref };
}

/** Returns undefined for an error of the courier. */
function ofCourier(error: unknown): undefined {
  if (!isOfCourier(error)) throw error;
}
