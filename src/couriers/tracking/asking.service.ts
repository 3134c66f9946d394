import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { OpenedCouriers } from '../accounts/opened-couriers.js';
import { CourierCallsRepository } from '../budget/courier-calls.repository.js';
import { CourierPaused, isOfCourier } from '../courier-errors.js';
import type { CourierGateway } from '../courier-gateway.js';
import { AnswersService } from './answers.service.js';
import { questionsLeft } from './schedule.js';
import { TrackedBookingsRepository, type TrackedBooking } from './tracked-bookings.repository.js';

/** Questions of a run about one account, so that the others have their turn. */
const QUESTIONS_AT_ONCE = 20;

/** Asks couriers where shipments are. Only what they answer ends a shipment, and finds what their pushes have lost. */
@Injectable()
export class AskingService {
  private readonly noteShare;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly couriers: OpenedCouriers,
    private readonly calls: CourierCallsRepository,
    private readonly bookings: TrackedBookingsRepository,
    private readonly answers: AnswersService,
    metrics: Metrics,
  ) {
    this.noteShare = metrics.gauge(
      'courier_budget_share',
      'Share of the allowed questions of the running five minutes that an account has asked; the latest account',
    );
  }

  /**
   * Asks about everything that is due, the oldest first. What the share of the limit does not allow waits, and so stretches the
   * schedule.
   *
   * @throws the first error, after all accounts were asked
   */
  async askDue(): Promise<void> {
    let firstError: Error | null = null;
    for (const accountId of await this.bookings.listDueAccounts(this.dataSource.manager)) {
      try {
        await this.askAccount(accountId);
      } catch (error) {
        if (!(error instanceof CourierPaused) && !isOfCourier(error)) firstError ??= error as Error;
      }
    }
    if (firstError !== null) throw firstError;
  }

  /** Reads by how many seconds the oldest question about a shipment is late. */
  async readDelaySeconds(): Promise<number> {
    return this.bookings.readDelaySeconds(this.dataSource.manager);
  }

  private async askAccount(accountId: number): Promise<void> {
    const { manager } = this.dataSource;
    const { courier } = await this.couriers.open(accountId, 'asking');
    const { asksPerFiveMinutes, maxAwbsPerAsk } = courier.rules;
    const asked = await this.calls.countOf(manager, accountId, 'track');
    const allowed = questionsLeft(asksPerFiveMinutes, 0);
    this.noteShare(allowed === 0 ? 1 : asked / allowed);
    const left = Math.min(questionsLeft(asksPerFiveMinutes, asked), QUESTIONS_AT_ONCE);
    for (let question = 0; question < left; question += 1) {
      const due = await this.bookings.claimDue(manager, accountId, maxAwbsPerAsk);
      if (due.length === 0) return;
      await this.ask(courier, due);
      if (due.length < maxAwbsPerAsk) return;
    }
  }

  /** Asks about some bookings. Without an answer they are due again when their claims end. @throws CourierUnknown, CourierRefused */
  private async ask(courier: CourierGateway, due: readonly TrackedBooking[]): Promise<void> {
    const answers = await courier.track(due.map(({ awb }) => awb));
    const byAwb = new Map(answers.map((answer) => [answer.awb, answer]));
    for (const booking of due) {
      try {
        await this.answers.take(booking, byAwb.get(booking.awb) ?? null, courier);
      } catch (error) {
        // The others of the answer are not lost for it; this one is asked about again.
        this.logger.error(
          { booking: booking.id, stack: (error as Error).stack },
          'what a courier told could not be applied',
        );
      }
    }
  }
}
