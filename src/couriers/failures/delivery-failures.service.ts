import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { ShipmentProgress } from '../../orders/tracking/shipment-progress.entity.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Page } from '../../platform/http/paging/page.js';
import {
  everySortedPage,
  toSortedPage,
  type Position,
  type SortedPageRequest,
} from '../../platform/http/paging/sorted-page.js';
import { currentActor } from '../../platform/http/request-context.js';
import { dateInShop } from '../../platform/time-zone.js';
import { OpenedCouriers } from '../accounts/opened-couriers.js';
import { CourierPaused, CourierRefused, CourierUnknown } from '../courier-errors.js';
import type {
  CourierGateway,
  DatedEvent,
  FailureAction,
  FailureReason,
} from '../courier-gateway.js';
import type { TrackedBooking } from '../tracking/tracked-bookings.repository.js';
import {
  FAILURE_STATES,
  type DeliveryFailure,
  type FailureState,
} from './delivery-failure.entity.js';
import {
  ANSWERABLE,
  DeliveryFailuresRepository,
  type DueAnswer,
  type ListedFailure,
  type OwnShipment,
  type ToAnswer,
} from './delivery-failures.repository.js';
import { answerBy, sendAt } from './rules.js';

/** An answer of a person to a failed delivery. */
export type Answer = Omit<FailureAction, 'awb' | 'code' | 'attempt'>;

/** Orders that the overview names. */
const NAMED_ORDERS = 5;
const ANSWERS_AT_ONCE = 20;
/** Minutes until an answer that the courier did not take is sent again, by its tries. */
const BACKOFF_MINUTES = [1, 5, 15, 30];
const NO_ANSWER = 'The courier did not answer';
/** Minutes until a courier that reads answers later is asked what became of one, and how often. */
const OUTCOME_MINUTES = 10;
const OUTCOME_TRIES = 24;
/** Scans after which an answer to an earlier failure comes too late. */
const MOVES_ON: ReadonlySet<string> = new Set(['out_for_delivery', 'failed_attempt']);

/** Deliveries that failed, from the courier's scan to the answer that it was sent. */
@Injectable()
export class DeliveryFailuresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly couriers: OpenedCouriers,
    private readonly repository: DeliveryFailuresRepository,
  ) {}

  /**
   * Opens a failure for each failed attempt among events that were not known, in the transaction that stores them.
   * - the courier's number of the attempt counts; without one it is the next
   * - what the courier did not even try is answered by the service if the settings say so
   */
  async openAll(
    manager: EntityManager,
    { shipmentId, orderId, awb }: TrackedBooking,
    events: readonly DatedEvent[],
    courier: Pick<CourierGateway, 'rules' | 'failureActions'>,
  ): Promise<void> {
    const failed = events.filter(({ failure }) => failure !== null);
    if (failed.length === 0) return;
    const known = await this.repository.listOf(manager, shipmentId!);
    const attempts = new Set(known.map(({ attempt }) => attempt));
    const times = new Set(known.map(({ code, failedAt }) => `${code} ${failedAt.getTime()}`));
    for (const { at, code, words, failure } of failed.sort((a, b) => +a.at - +b.at)) {
      const { reason, attempt: told } = failure!;
      const attempt = told ?? Math.max(0, ...attempts) + 1;
      if (times.has(`${code} ${at.getTime()}`) || attempts.has(attempt)) continue;
      attempts.add(attempt);
      const actions = courier.failureActions({ awb, code, attempt });
      const isRepeated =
        reason === 'not_attempted' &&
        actions.includes('reattempt') &&
        (await this.repository.areReattempted(manager));
      const deadline = answerBy(at, courier.rules);
      const now = new Date();
      await this.repository.insert(manager, {
        shipmentId: shipmentId!,
        orderId,
        attempt,
        reason,
        code,
        words: words === '' ? null : words,
        failedAt: at,
        answerBy: deadline,
        actions,
        ...(isRepeated && {
          state: 'decided',
          action: 'reattempt',
          comment: 'Not attempted',
          decidedBy: currentActor(),
          decidedAt: now,
          dueAt: sendAt(now, deadline, courier.rules),
        }),
      });
    }
  }

  /**
   * Ends failures whose answer a later scan has made needless.
   * - the truck is out again, a later attempt failed, or the goods go back or have ended
   * - not after a scan in a depot, where the courier still waits for the answer
   */
  async overtake(
    manager: EntityManager,
    shipmentId: number,
    { state, phase, bestAt }: Pick<ShipmentProgress, 'state' | 'phase' | 'bestAt'>,
  ): Promise<void> {
    if (phase < 2 && !MOVES_ON.has(state)) return;
    await this.repository.overtake(manager, shipmentId, phase < 2 ? bestAt : null);
  }

  async findLatestReason(
    manager: EntityManager,
    shipmentId: number,
  ): Promise<FailureReason | null> {
    return this.repository.findLatestReason(manager, shipmentId);
  }

  /** Lists failures by their deadline. @param state null: those that wait for an answer, or for its sending */
  async list(
    state: FailureState | null,
    page: SortedPageRequest,
  ): Promise<Page<ListedFailure & Position>> {
    const states = state === null ? ANSWERABLE : FAILURE_STATES.filter((one) => one === state);
    const { manager } = this.dataSource;
    const found = await this.repository.list(manager, states, { ...page, limit: page.limit + 1 });
    const { rows, nextCursor } = toSortedPage(found, page.limit, (row) => row);
    return { rows: rows.map(withOpenActions), nextCursor };
  }

  /** Yields all pages of {@link list}, the latest first. */
  everyPage(state: FailureState | null): AsyncGenerator<ListedFailure[], void> {
    return everySortedPage(
      (page) => this.list(state, page),
      (failure) => failure,
    );
  }

  /**
   * Stores the answer to a failure. It is sent when the courier takes answers, and replaces one that was not sent yet.
   *
   * @throws AppError failure_not_found, not_answerable (with the answers that the courier takes), validation_failed (a day that
   *   has passed)
   */
  async answer(id: number, answer: Answer): Promise<ListedFailure> {
    const { manager } = this.dataSource;
    if (answer.actOn !== null && answer.actOn < dateInShop(new Date())) {
      throw invalidField('date', 'out_of_range', 'must be today or a later day');
    }
    const failure = await this.repository.find(manager, id);
    if (failure === null) throw new AppError('failure_not_found');
    const { courier } = await this.couriers.open(failure.accountId, 'check');
    await this.changes.change(failure.orderNumber, null, async (within, order) => {
      const now = new Date();
      const isOpen = failure.actions.includes(answer.action) && failure.answerBy > now;
      const { action, actOn, phone, addressLines: address, comment } = answer;
      const isStored =
        isOpen &&
        (await this.repository.decide(within, id, {
          action,
          actOn,
          phone,
          address,
          comment,
          problem: null,
          decidedBy: currentActor(),
          decidedAt: now,
          tries: 0,
          dueAt: sendAt(now, failure.answerBy, courier.rules),
        }));
      if (!isStored) throw notAnswerable(failure);
      // Without phone, address and comment, which are the customer's.
      await this.changes.record(within, order, {
        action: 'delivery_failure.answered',
        after: { shipment_id: failure.shipmentId, attempt: failure.attempt, action, act_on: actOn },
      });
    });
    return (await this.repository.find(manager, id))!;
  }

  /**
   * Stores a client's answer to the latest failed delivery of its own shipment, see {@link answer}.
   *
   * @throws AppError order_not_found, failure_not_found, not_answerable
   */
  async answerOwn(own: OwnShipment, answer: Answer): Promise<void> {
    const id = await this.repository.findLatestIdOfOwn(this.dataSource.manager, own);
    if (id === null) {
      return this.changes.change(own.orderNumber, own.clientId, () =>
        Promise.reject(new AppError('failure_not_found')),
      );
    }
    await this.answer(id, answer);
  }

  /** Reads which failed deliveries of a client wait for an answer. */
  async readToAnswer(clientId: number): Promise<ToAnswer> {
    return this.repository.readToAnswer(this.dataSource.manager, clientId, NAMED_ORDERS);
  }

  /** Sends the answers that are due, and ends the failures that can no longer be answered. */
  async sendDue(): Promise<void> {
    const { manager } = this.dataSource;
    let firstError: Error | null = null;
    for (const due of await this.repository.claimDue(manager, ANSWERS_AT_ONCE)) {
      try {
        await this.send(due);
      } catch (error) {
        firstError ??= error as Error;
      }
    }
    await this.repository.expire(manager);
    if (firstError !== null) throw firstError;
  }

  /** Counts the failures that wait for an answer, and those of them that expire within three hours. */
  async countOpen(): Promise<{ open: number; expiring: number }> {
    return this.repository.countOpen(this.dataSource.manager);
  }

  /** Sends an answer, or asks what became of one that was sent. */
  private async send(due: DueAnswer): Promise<void> {
    const { manager } = this.dataSource;
    try {
      const { courier } = await this.couriers.open(due.accountId, 'asking');
      const change = due.state === 'sent' ? await outcomeOf(courier, due) : await act(courier, due);
      await this.repository.end(manager, due, change);
    } catch (error) {
      if (error instanceof CourierRefused) {
        await this.repository.end(manager, due, refusedWith(due, error.words));
      } else if (error instanceof CourierUnknown || error instanceof CourierPaused) {
        const minutes = BACKOFF_MINUTES[due.tries - 1];
        const change =
          minutes === undefined
            ? refusedWith(due, NO_ANSWER)
            : { problem: NO_ANSWER, dueAt: inMinutes(minutes) };
        await this.repository.end(manager, due, change);
      } else throw error;
    }
  }
}

/** Shows no answers for a failure that cannot be answered any more. */
function withOpenActions<F extends ListedFailure>(failure: F): F {
  const isOpen = ANSWERABLE.some((state) => state === failure.state);
  return isOpen && failure.answerBy > new Date() ? failure : { ...failure, actions: [] };
}

async function act(courier: CourierGateway, due: DueAnswer): Promise<Partial<DeliveryFailure>> {
  const { reference } = await courier.act({
    awb: due.awb,
    code: due.code,
    attempt: due.attempt,
    action: due.action!,
    actOn: due.actOn,
    phone: due.phone,
    addressLines: due.address,
    comment: due.comment ?? '',
  });
  const isAsked = reference !== null && courier.actionOutcome !== undefined;
  return {
    state: 'sent',
    sentAt: new Date(),
    courierRef: reference,
    dueAt: isAsked ? inMinutes(OUTCOME_MINUTES) : null,
    problem: null,
    tries: 0,
  };
}

async function outcomeOf(
  courier: CourierGateway,
  due: DueAnswer,
): Promise<Partial<DeliveryFailure>> {
  const outcome = await courier.actionOutcome!({ reference: due.courierRef!, awb: due.awb });
  if (outcome.state === 'refused') return refusedWith(due, outcome.words);
  if (outcome.state === 'accepted') return { state: 'accepted', dueAt: null };
  return { dueAt: due.tries < OUTCOME_TRIES ? inMinutes(OUTCOME_MINUTES) : null };
}

/** Another answer may be accepted as long as there is time for one. */
function refusedWith({ isInTime }: DueAnswer, problem: string): Partial<DeliveryFailure> {
  return { state: isInTime ? 'open' : 'refused', problem, dueAt: null };
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}

/** Makes the refusal of an answer that the courier does not take, or no longer. */
export function notAnswerable({
  state,
  answerBy: deadline,
  shipmentId,
  actions,
}: Pick<DeliveryFailure, 'state' | 'answerBy' | 'shipmentId' | 'actions'>): AppError {
  const expected = actions.length === 0 ? 'it takes none' : `expected ${actions.join(' or ')}`;
  return new AppError('not_answerable', {
    message: `The failed delivery of shipment ${shipmentId} is ${state} and could be answered until ${deadline.toISOString()}; of the courier ${expected}.`,
    details: { state, answer_by: deadline.toISOString(), actions },
  });
}
