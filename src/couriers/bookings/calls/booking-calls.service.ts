import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OpenedCouriers, type OpenedCourier } from '../../accounts/opened-couriers.js';
import { CourierPaused, CourierRefused, isOfCourier } from '../../courier-errors.js';
import type { BookingStep, CourierGateway } from '../../courier-gateway.js';
import {
  afterFinding,
  afterRefusal,
  afterSilence,
  afterStep,
  afterUncanceled,
  afterUnknown,
  workOf,
  type BookingChange,
} from '../booking-state.js';
import { BookingsRepository, type ClaimedBooking } from '../bookings.repository.js';
import { BookingAnswersService, sentOf, type CancelProblem } from './booking-answers.service.js';
import { BookingStartsService } from './booking-starts.service.js';

/** Bookings that an instance works on at once, and those of one account among them. */
const AT_ONCE = 8;
const AT_ONCE_OF_ACCOUNT = 4;
/** Delay until a booking of an account that waits is looked at again. */
const WAIT_MS = 30_000;

/**
 * Makes the calls of bookings. Several instances may do so at the same time.
 * - a call that can cost money is written down before it is made. An instance that finds one without an answer lets it settle, asks
 *   the courier, and calls again only if the courier has no such booking
 * - no lock is held while a call is made. What an answer changes depends on the state that the booking has by then
 */
@Injectable()
export class BookingCallsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly couriers: OpenedCouriers,
    private readonly starts: BookingStartsService,
    private readonly answers: BookingAnswersService,
    private readonly repository: BookingsRepository,
  ) {}

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
    await this.answers.store(booking, () => ({
      state: 'canceled',
      dueInMs: null,
      isAnswered: true,
    }));
  }

  /** Opens the account of a booking; null: its work waits. */
  private async open({
    accountId,
    state,
    unansweredMs,
  }: ClaimedBooking): Promise<OpenedCourier | null> {
    const isNew = unansweredMs === null && (state === 'wanted' || state === 'calling');
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
    const begun = await this.starts.begin(claimed, step, opened);
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
      await this.answers.store(booking, (now) => afterStep(now, progress, courier.rules), {
        awb,
        courier,
      });
    } catch (error) {
      if (!isOfCourier(error)) throw error;
      await this.answers.store(booking, (now) =>
        error instanceof CourierRefused
          ? afterRefusal(now, error)
          : afterUnknown(now, courier.rules),
      );
    }
  }

  private async find(booking: ClaimedBooking, courier: CourierGateway): Promise<void> {
    try {
      const found = await courier.find(sentOf(booking));
      const isOurs = found !== null && (found.reference ?? booking.reference) === booking.reference;
      const awb = isOurs && !found.isCanceled ? (found.awb ?? null) : null;
      await this.answers.store(booking, (now) => afterFinding(now, found, courier.rules), {
        awb,
        courier,
      });
    } catch (error) {
      if (!isOfCourier(error)) throw error;
      await this.answers.store(booking, (now) => afterSilence(now, courier.rules));
    }
  }

  /** Cancels everything that the courier may have for a booking. */
  private async cancel(booking: ClaimedBooking, courier: CourierGateway): Promise<void> {
    const { manager } = this.dataSource;
    const live = await this.repository.listLiveAwbs(manager, booking.id);
    const problems: (CancelProblem | null)[] = [];
    const awbs = new Set(booking.awb === null ? live : [...live, booking.awb]);
    for (const awb of awbs.size === 0 ? [null] : awbs) {
      const outcome = await this.answers.cancelAwb({ ...booking, awb }, courier, {
        isSecond: false,
      });
      if (outcome !== 'canceled') problems.push(outcome);
    }
    const [problem] = problems;
    await this.answers.store(booking, ({ state, ...now }): BookingChange => {
      if (state !== 'canceling') return { state, dueInMs: null, isAnswered: true };
      if (problem === undefined) return { state: 'canceled', dueInMs: null, isAnswered: true };
      if (problem === null) return afterUncanceled({ state, ...now }, courier.rules);
      const person = { state: 'needs_person', dueInMs: null, isAnswered: true } as const;
      return { ...person, problemCode: problem.code, problemWords: problem.words };
    });
  }
}
