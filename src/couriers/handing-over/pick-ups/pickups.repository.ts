import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';
import { TIME_ZONE, TODAY } from '../../../platform/time-zone.js';
import type { SentBooking } from '../../courier-gateway.js';
import { CourierPickup } from './courier-pickup.entity.js';

/** Time for which a claimed pick-up is left to its instance: longer than any call. */
const CLAIM_SECONDS = 60;
/** Time after the cut-off in which a service that was down still asks. */
const LATE = '1 hour';
const LISTED_MAX = 100;

/** Time after the handing over in which a box that was not picked up counts. Later, it is taken for lost. */
const WAITS = "interval '7 days'";
/** Boxes that wait for the courier: booked ones, those of today that are at the door, and earlier ones that were not picked up. */
const WAITING = `b.state = 'booked' OR (b.state = 'handed_over' AND (
  (b.handed_over_at AT TIME ZONE '${TIME_ZONE}')::date = ${TODAY} OR (b.handed_over_at > now() - ${WAITS} AND EXISTS (
    SELECT FROM shipment_progress s WHERE s.shipment_id = b.shipment_id AND s.state = 'handed_over'))))`;
const NOW = `(now() AT TIME ZONE '${TIME_ZONE}')`;
const IS_CUT_OFF = `${NOW}::time - r.pickup_cut_off::time BETWEEN interval '0' AND interval '${LATE}'`;
/** At the cut-off, a pick-up of the day for each account with boxes. */
const AT_CUT_OFF = `FROM courier_accounts a JOIN booking_rules r ON ${IS_CUT_OFF}
  JOIN courier_bookings b ON b.account_id = a.id AND (${WAITING})
  WHERE a.is_active AND NOT EXISTS (SELECT FROM courier_pickups p WHERE p.account_id = a.id AND p.pickup_on = ${TODAY})`;

/**
 * Makes the SQL condition: a box that waits may move. One that needs an e-way bill gets it after the handing over.
 *
 * @param without parameter with the shipments whose e-way bills are missing
 */
const mayMove = (without: string): string =>
  `NOT (b.state = 'booked' AND b.needs_way_bill) AND (b.shipment_id IS NULL OR b.shipment_id <> ALL(${without}::bigint[]))`;

/** SQL condition: a pick-up is to be asked for. */
export const HAS_DUE_PICKUPS = `EXISTS (SELECT FROM courier_pickups WHERE due_at <= now()) OR EXISTS (SELECT ${AT_CUT_OFF})`;

/** A pick-up with the name of its account. */
export type ListedPickup = Omit<CourierPickup, 'dueAt' | 'lease'> & { accountName: string };

export type PickupKey = Pick<CourierPickup, 'accountId' | 'pickupOn'>;
export type ClaimedPickup = PickupKey &
  Pick<CourierPickup, 'count' | 'lease'> & {
    /** True: its day is over. */
    hasPassed: boolean;
  };

@Injectable()
export class PickupsRepository {
  constructor(
    @InjectRepository(CourierPickup) private readonly pickups: Repository<CourierPickup>,
  ) {}

  /** Lists the latest days first; of one account and day, or of all. */
  async list(manager: EntityManager, key?: PickupKey): Promise<ListedPickup[]> {
    return manager.query<ListedPickup[]>(
      `SELECT p.account_id AS "accountId", a.name AS "accountName", p.pickup_on::text AS "pickupOn", p.count, p.state, p.token,
          p.problem, p.created_by AS "createdBy", p.created_at AS "createdAt"
        FROM courier_pickups p JOIN courier_accounts a ON a.id = p.account_id
        WHERE $1::integer IS NULL OR (p.account_id = $1 AND p.pickup_on = $2::date)
        ORDER BY p.pickup_on DESC, a.name LIMIT ${LISTED_MAX}`,
      [key?.accountId ?? null, key?.pickupOn ?? null],
    );
  }

  /** Lists the boxes of an account that wait for the courier, as it knows them. @param withoutBill shipments whose e-way bills are missing */
  async listWaiting(
    manager: EntityManager,
    accountId: number,
    withoutBill: readonly number[],
  ): Promise<SentBooking[]> {
    return manager.query<SentBooking[]>(
      `SELECT b.reference, b.awb, b.courier_ref AS ref FROM courier_bookings b
        WHERE b.account_id = $1 AND (${WAITING}) AND ${mayMove('$2')} ORDER BY b.id`,
      [accountId, withoutBill],
    );
  }

  /** Returns the day that a pick-up asked for now is for: tomorrow after the cut-off. */
  async findDay(manager: EntityManager): Promise<string> {
    const [row] = await manager.query<[{ day: string }]>(
      `SELECT (${TODAY} + coalesce((SELECT (${NOW}::time >= pickup_cut_off::time)::integer FROM booking_rules), 0))::text AS day`,
    );
    return row.day;
  }

  /** Stores that a pick-up is wanted. One that was refused, or was asked for fewer boxes, is asked for again. */
  async want(
    manager: EntityManager,
    { accountId, pickupOn }: PickupKey,
    { count, createdBy }: Pick<CourierPickup, 'count' | 'createdBy'>,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO courier_pickups (account_id, pickup_on, count, created_by, due_at) VALUES ($1, $2, $3, $4, now())
        ON CONFLICT (account_id, pickup_on) DO UPDATE SET state = 'wanted', count = excluded.count, problem = NULL, due_at = now()
        WHERE courier_pickups.state = 'refused' OR (courier_pickups.state = 'asked' AND courier_pickups.count < excluded.count)`,
      [accountId, pickupOn, count, createdBy],
    );
  }

  /** @param withoutBill shipments whose e-way bills are missing */
  async wantAtCutOff(
    manager: EntityManager,
    createdBy: string,
    withoutBill: readonly number[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO courier_pickups (account_id, pickup_on, count, created_by, due_at)
        SELECT a.id, ${TODAY}, count(*)::integer, $1, now() ${AT_CUT_OFF} AND ${mayMove('$2')}
        GROUP BY a.id ON CONFLICT DO NOTHING`,
      [createdBy, withoutBill],
    );
  }

  /** Claims a due pick-up, so that no other instance asks for it for a while. */
  async claim(manager: EntityManager): Promise<ClaimedPickup | null> {
    const [claimed] = rowsOf<ClaimedPickup>(
      await manager.query(
        `UPDATE courier_pickups SET lease = lease + 1, due_at = now() + interval '${CLAIM_SECONDS} seconds'
          WHERE (account_id, pickup_on) = (
            SELECT account_id, pickup_on FROM courier_pickups WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
          ) RETURNING account_id AS "accountId", pickup_on::text AS "pickupOn", count, lease,
            pickup_on < ${TODAY} AS "hasPassed"`,
      ),
    );
    return claimed ?? null;
  }

  /** Moves a pick-up to today. Returns null if the account has one today. */
  async moveToToday(
    manager: EntityManager,
    { accountId, pickupOn }: ClaimedPickup,
  ): Promise<string | null> {
    const [moved] = rowsOf<{ day: string }>(
      await manager.query(
        `UPDATE courier_pickups p SET pickup_on = ${TODAY} WHERE account_id = $1 AND pickup_on = $2
          AND NOT EXISTS (SELECT FROM courier_pickups WHERE account_id = $1 AND pickup_on = ${TODAY})
          RETURNING pickup_on::text AS day`,
        [accountId, pickupOn],
      ),
    );
    return moved?.day ?? null;
  }

  /** Stores how a claimed pick-up ended, unless another instance has claimed it since. */
  async end(
    manager: EntityManager,
    { accountId, pickupOn, lease }: ClaimedPickup,
    change: Pick<CourierPickup, 'state' | 'token' | 'problem'>,
  ): Promise<void> {
    await manager
      .withRepository(this.pickups)
      .update({ accountId, pickupOn, lease }, { ...change, dueAt: null });
  }

  /** Leaves a claimed pick-up until a day begins in the shop, or for some minutes. */
  async postpone(
    manager: EntityManager,
    { accountId, pickupOn, lease }: ClaimedPickup,
    until: 'tomorrow' | 'soon',
    problem: string,
  ): Promise<void> {
    const midnight = `(${TODAY} + 1)::timestamp AT TIME ZONE '${TIME_ZONE}' + interval '5 minutes'`;
    const dueAt = (): string => (until === 'tomorrow' ? midnight : "now() + interval '2 minutes'");
    await manager
      .withRepository(this.pickups)
      .update({ accountId, pickupOn, lease }, { dueAt, problem });
  }
}
