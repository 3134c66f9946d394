import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository, type EntityManager } from 'typeorm';
import { rowsOf } from '../../platform/database/reads/returned-rows.js';
import { listed } from '../../orders/lifecycle/status-sql.js';
import { ORDER_NUMBER_ALPHABET } from '../../orders/order-number.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import { BoxPreset } from '../boxes/box-preset.entity.js';
import { BOOKINGS_WAIT, WAITS } from '../accounts/account-pauses.js';
import { COURIERS } from '../couriers.js';
import { BookingRules } from './booking-rules.entity.js';
import type { BookingChange, BookingFacts } from './booking-state.js';
import { CourierAwb } from './courier-awb.entity.js';
import { CourierBooking, OPEN_STATES, type BookingState } from './courier-booking.entity.js';

/** States whose next call the job makes. */
const WORKED_STATES = ['wanted', 'calling', 'unknown', 'canceling'] as const;
/** SQL condition: the job works on a booking `b`, if only to ask the courier once more. */
const IS_WORKED = `(b.state IN ${listed(WORKED_STATES)} OR (b.state = 'booked' AND b.due_at IS NOT NULL))`;
/** Time for which a claimed booking is left to its instance: longer than any call. */
const CLAIM_SECONDS = 60;
const REFERENCE_LENGTH = 12;

/** A booking that this instance works on, while its lease is that of the row. */
export type ClaimedBooking = Pick<
  CourierBooking,
  'id' | 'orderId' | 'accountId' | 'kind' | 'lease' | 'attempt' | 'sent'
> &
  BookingFacts & { orderNumber: string };

/** A booking with the names of what it belongs to. */
export type ListedBooking = CourierBooking & { orderNumber: string; accountName: string };

export interface BookingFilter {
  state?: BookingState | undefined;
  accountId?: number | undefined;
  orderNumber?: string | undefined;
  isPrinted?: boolean | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** A booking with an AWB. */
interface AwbHolder {
  orderId: number;
  orderNumber: string;
  isCanceled: boolean;
  /** True: its box was not handed over yet. */
  isWaiting: boolean;
}

/** A booking to be stored. */
export type NewBooking = Pick<
  CourierBooking,
  | 'orderId'
  | 'accountId'
  | 'kind'
  | 'units'
  | 'box'
  | 'weightGrams'
  | 'declaredMinor'
  | 'needsWayBill'
  | 'mode'
  | 'createdBy'
  | 'replacesId'
>;

/** SQL condition: a booking's next call is due. */
export const HAS_DUE_BOOKINGS = `EXISTS (SELECT FROM courier_bookings b WHERE due_at <= now() AND ${IS_WORKED})`;

const FACTS = `b.id, b.order_id AS "orderId", b.account_id AS "accountId", b.kind, b.state, b.lease, b.attempt, b.reference,
  b.step, b.awb, b.courier_ref AS "courierRef", b.tries, b.nones, b.sent,
  (extract(epoch FROM clock_timestamp() - b.called_at) * 1000)::float8 AS "unansweredMs",
  (SELECT order_number FROM orders o WHERE o.id = b.order_id) AS "orderNumber"`;

/** Bookings, and every AWB that was named for one. Callers that change the units of an order's bookings have locked the order. */
@Injectable()
export class BookingsRepository {
  constructor(
    @InjectRepository(CourierBooking) private readonly bookings: Repository<CourierBooking>,
    @InjectRepository(CourierAwb) private readonly awbs: Repository<CourierAwb>,
    @InjectRepository(BoxPreset) private readonly boxes: Repository<BoxPreset>,
    @InjectRepository(BookingRules) private readonly rules: Repository<BookingRules>,
  ) {}

  /** Stores a wanted booking, which is due at once. Returns null if its account was deleted or is with another courier since. */
  async insert(manager: EntityManager, booking: NewBooking): Promise<number | null> {
    const { orderId, accountId, kind, weightGrams, declaredMinor, mode, createdBy } = booking;
    const { replacesId, needsWayBill } = booking;
    const [stored] = await manager.query<{ id: number }[]>(
      `INSERT INTO courier_bookings (order_id, account_id, kind, state, reference, units, box, weight_grams, declared_minor, mode,
          created_by, replaces_id, needs_way_bill, due_at)
        SELECT $1::bigint, id, kind, 'wanted', $4::varchar, $5::jsonb, $6::jsonb, $7::integer, $8::bigint, $9::varchar, $10::varchar,
          $11::integer, $12::boolean, now() FROM courier_accounts WHERE id = $2 AND kind = $3 FOR KEY SHARE RETURNING id`,
      [
        ...[orderId, accountId, kind, newReference()],
        ...[JSON.stringify(booking.units), JSON.stringify(booking.box)],
        ...[weightGrams, declaredMinor, mode, createdBy, replacesId, needsWayBill],
      ],
    );
    return stored?.id ?? null;
  }

  async find(manager: EntityManager, id: number): Promise<ListedBooking | null> {
    const [found] = await this.read(manager, { id });
    return found ?? null;
  }

  /** Lists the bookings of an order, oldest first. */
  async listOfOrder(manager: EntityManager, orderId: number): Promise<CourierBooking[]> {
    return manager.withRepository(this.bookings).find({ where: { orderId }, order: { id: 'ASC' } });
  }

  /** Locks the bookings of a locked order that are not at their end. */
  async lockOpen(manager: EntityManager, orderId: number): Promise<CourierBooking[]> {
    return manager
      .withRepository(this.bookings)
      .find({
        where: { orderId, state: In(OPEN_STATES) },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
  }

  async lock(manager: EntityManager, id: number): Promise<CourierBooking | null> {
    return manager
      .withRepository(this.bookings)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Lists the latest bookings first. */
  async list(
    manager: EntityManager,
    filter: BookingFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<ListedBooking[]> {
    return this.read(manager, filter, { beforeId, limit });
  }

  /**
   * Claims bookings whose next call is due, so that no other instance works on them for a while. Bookings of an account that
   * waits are left; what was called is asked about even while nothing new is booked.
   */
  async claim(
    manager: EntityManager,
    limit: number,
    perAccount: number,
  ): Promise<ClaimedBooking[]> {
    return rowsOf<ClaimedBooking>(
      await manager.query(
        `WITH due AS (
            SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY due_at, id) AS turn FROM (
              SELECT b.id, b.account_id, b.due_at FROM courier_bookings b JOIN courier_accounts a ON a.id = b.account_id
              WHERE b.due_at <= now() AND ${IS_WORKED} AND NOT coalesce(${WAITS}, false)
                AND (b.called_at IS NOT NULL OR b.state = 'canceling' OR NOT coalesce(${BOOKINGS_WAIT}, false))
              ORDER BY b.due_at, b.id LIMIT 100 FOR UPDATE OF b SKIP LOCKED
            ) AS candidates
          ), taken AS (SELECT id FROM due WHERE turn <= $2 LIMIT $1)
          UPDATE courier_bookings b SET lease = lease + 1, due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
          FROM taken WHERE b.id = taken.id RETURNING ${FACTS}`,
        [limit, perAccount],
      ),
    );
  }

  /** Locks a booking as long as this instance has its lease; null: another one has. */
  async lockClaimed(
    manager: EntityManager,
    { id, lease }: Pick<ClaimedBooking, 'id' | 'lease'>,
  ): Promise<ClaimedBooking | null> {
    const [claimed] = await manager.query<ClaimedBooking[]>(
      `SELECT ${FACTS} FROM courier_bookings b
        WHERE id = $1 AND lease = $2 AND ${IS_WORKED} FOR UPDATE OF b`,
      [id, lease],
    );
    return claimed ?? null;
  }

  /** Writes down a call of a locked booking before it is made: until it has settled, no instance calls again. */
  async beginCall(
    manager: EntityManager,
    { id, step, awb, sent }: Pick<CourierBooking, 'id' | 'step' | 'awb' | 'sent'>,
    settleMs: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE courier_bookings SET state = 'calling', step = $2, awb = $3, sent = $4, tries = tries + 1,
          called_at = clock_timestamp(), due_at = clock_timestamp() + make_interval(secs => $5) WHERE id = $1`,
      [id, step, awb, JSON.stringify(sent), settleMs / 1000],
    );
  }

  /** Stores what an answer, or the lack of one, has changed of a locked booking. */
  async change(
    manager: EntityManager,
    id: number,
    { dueInMs, isAnswered, isNewAttempt = false, ...change }: BookingChange,
  ): Promise<void> {
    const due = `clock_timestamp() + make_interval(secs => ${(dueInMs ?? 0) / 1000})`;
    await manager
      .withRepository(this.bookings)
      .update(id, {
        ...(change as object),
        dueAt: dueInMs === null ? null : () => due,
        ...(isAnswered && { calledAt: null }),
        ...(isNewAttempt && NEW_ATTEMPT()),
      });
  }

  /** Leaves a claimed booking until later. */
  async postpone(
    manager: EntityManager,
    { id, lease }: Pick<ClaimedBooking, 'id' | 'lease'>,
    ms: number,
  ): Promise<void> {
    const dueAt = (): string => `clock_timestamp() + make_interval(secs => ${ms / 1000})`;
    await manager
      .withRepository(this.bookings)
      .update({ id, lease, state: In([...WORKED_STATES, 'booked']) }, { dueAt });
  }

  /** Changes a locked booking. */
  async update(
    manager: EntityManager,
    id: number,
    change: Partial<Omit<CourierBooking, 'dueAt' | 'calledAt'>> & {
      isDue?: boolean;
      calledAt?: null | (() => string);
    },
  ): Promise<void> {
    const { isDue, ...columns } = change;
    const due = isDue === undefined ? {} : { dueAt: isDue ? () => 'now()' : null };
    await manager.withRepository(this.bookings).update(id, { ...(columns as object), ...due });
  }

  /** Makes a locked booking that of a shipment. */
  async handOver(
    manager: EntityManager,
    id: number,
    shipmentId: number,
    handedOverBy: string,
  ): Promise<void> {
    const handedOverAt = (): string => 'now()';
    const problem = {
      problemCode: null,
      problemWords: null,
      releasedWhy: null,
      calledAt: null,
      dueAt: null,
    };
    await manager
      .withRepository(this.bookings)
      .update(id, { ...problem, state: 'handed_over', shipmentId, handedOverAt, handedOverBy });
  }

  /** Lists the bookings with an AWB, of any courier. */
  async listHolders(manager: EntityManager, awb: string): Promise<AwbHolder[]> {
    return manager.query<AwbHolder[]>(
      `SELECT b.order_id AS "orderId", o.order_number AS "orderNumber", b.state IN ('canceling', 'canceled') AS "isCanceled",
          b.state IN ('booked', 'needs_person') AND b.released_why IS NULL AS "isWaiting"
        FROM courier_bookings b JOIN orders o ON o.id = b.order_id WHERE b.kind = ANY($1) AND b.awb = $2`,
      [Object.keys(COURIERS), awb],
    );
  }

  /** Counts the units of each line of an order that are left to ship. */
  async countLeft(manager: EntityManager, orderId: number): Promise<Map<number, number>> {
    const lines = await manager.query<{ line: number; left: number }[]>(
      `SELECT line, quantity - shipped_quantity - canceled_quantity AS left FROM order_items WHERE order_id = $1`,
      [orderId],
    );
    return new Map(lines.map(({ line, left }) => [line, left]));
  }

  /** Reads the boxes, and the rules that choose one; null: no rules are set. */
  async findTerms(
    manager: EntityManager,
  ): Promise<{ boxes: BoxPreset[]; rules: BookingRules | null }> {
    const boxes = await manager
      .withRepository(this.boxes)
      .find({ order: { position: 'ASC', id: 'ASC' } });
    const [rules = null] = await manager.withRepository(this.rules).find();
    return { boxes, rules };
  }

  async findDefaultAccount(manager: EntityManager): Promise<number | null> {
    const [rules] = await manager.withRepository(this.rules).find();
    return rules?.accountId ?? null;
  }

  /** Reads if an order whose address was corrected is booked again automatically. */
  async booksAgain(manager: EntityManager): Promise<boolean> {
    const [rules] = await manager.withRepository(this.rules).find();
    return rules?.booksAgain ?? true;
  }

  /** Notes an AWB that was named for a booking. @returns the booking that it was first named for, or set aside for */
  async noteAwb(
    manager: EntityManager,
    { kind, id }: Pick<CourierBooking, 'kind' | 'id'>,
    awb: string,
  ): Promise<number> {
    // A conflict waits for a transaction that names the AWB at the same moment, and then returns its booking.
    const [noted] = await manager.query<[{ bookingId: number }]>(
      `INSERT INTO courier_awbs AS known (kind, awb, booking_id)
        VALUES ($1::varchar, $2::varchar, coalesce((SELECT id FROM courier_bookings WHERE kind = $1 AND awb = $2), $3))
        ON CONFLICT (kind, awb) DO UPDATE SET booking_id = known.booking_id RETURNING booking_id AS "bookingId"`,
      [kind, awb, id],
    );
    return noted.bookingId;
  }

  /** Lists the AWBs of a booking that were not canceled, the first first. */
  async listLiveAwbs(manager: EntityManager, bookingId: number): Promise<string[]> {
    const found = await manager
      .withRepository(this.awbs)
      .find({ where: { bookingId, canceledAt: IsNull() }, order: { seenAt: 'ASC', awb: 'ASC' } });
    return found.map(({ awb }) => awb);
  }

  async markAwbCanceled(manager: EntityManager, kind: string, awb: string): Promise<void> {
    const canceledAt = (): string => 'clock_timestamp()';
    await manager
      .withRepository(this.awbs)
      .update({ kind, awb, canceledAt: IsNull() }, { canceledAt });
  }

  private async read(
    manager: EntityManager,
    filter: BookingFilter & { id?: number },
    range?: NewestFirst,
  ): Promise<ListedBooking[]> {
    const query = manager
      .withRepository(this.bookings)
      .createQueryBuilder('b')
      .innerJoin('orders', 'o', 'o.id = b.order_id')
      .innerJoin('courier_accounts', 'a', 'a.id = b.account_id')
      .addSelect('o.order_number', 'orderNumber')
      .addSelect('a.name', 'accountName')
      .orderBy('b.id', 'DESC');
    if (filter.id !== undefined) query.andWhere('b.id = :id', { id: filter.id });
    if (filter.state !== undefined) query.andWhere('b.state = :state', { state: filter.state });
    if (filter.accountId !== undefined) {
      query.andWhere('b.account_id = :accountId', { accountId: filter.accountId });
    }
    if (filter.orderNumber !== undefined) {
      query.andWhere('o.order_number = :orderNumber', { orderNumber: filter.orderNumber });
    }
    if (filter.isPrinted !== undefined) {
      query.andWhere(`b.label_printed_at IS ${filter.isPrinted ? 'NOT' : ''} NULL`);
    }
    if (filter.from !== undefined) query.andWhere('b.created_at >= :from', { from: filter.from });
    if (filter.to !== undefined) query.andWhere('b.created_at < :to', { to: filter.to });
    if (range?.beforeId != null) query.andWhere('b.id < :beforeId', { beforeId: range.beforeId });
    if (range !== undefined) query.limit(range.limit);
    const { entities, raw } =
      await query.getRawAndEntities<Pick<ListedBooking, 'orderNumber' | 'accountName'>>();
    return entities.map((booking, at) => {
      const { orderNumber, accountName } = raw[at]!;
      return { ...booking, orderNumber, accountName };
    });
  }
}

/** Makes a booking one that the courier has not seen yet. */
export const NEW_ATTEMPT = (): object => ({
  attempt: () => 'attempt + 1',
  reference: newReference(),
  sent: null,
});

/**
 * Makes the reference that a courier stores with a booking. It is random, unlike the booking's id: ids are given out again after a
 * restore, and a courier would answer with the booking of before.
 */
function newReference(): string {
  let reference = 'B';
  for (let at = 0; at < REFERENCE_LENGTH; at += 1) {
    reference += ORDER_NUMBER_ALPHABET[randomInt(ORDER_NUMBER_ALPHABET.length)];
  }
  return reference;
}
