import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { rowsOf } from '../../platform/database/reads/returned-rows.js';
import { listed } from '../../orders/lifecycle/status-sql.js';
import {
  microsOf,
  whereBehind,
  type Position,
  type SortedPageRequest,
} from '../../platform/http/paging/sorted-page.js';
import type { FailureReason } from '../courier-gateway.js';
import { DeliveryFailure, type FailureState } from './delivery-failure.entity.js';

/** States in which an answer can be given or replaced. */
export const ANSWERABLE = ['open', 'decided'] as const satisfies readonly FailureState[];
/** States in which a later scan makes an answer needless. */
const OVERTAKEN = ['open', 'decided', 'sent', 'accepted', 'refused'] as const;
const LEASE = "interval '5 minutes'";

const DUE = 'FROM delivery_failures WHERE due_at <= now()';
const EXPIRED = "FROM delivery_failures WHERE state = 'open' AND answer_by <= now()";

/** SQL condition: an answer is to be sent, or can no longer be given. */
export const HAS_DUE_FAILURES = `EXISTS (SELECT ${DUE}) OR EXISTS (SELECT ${EXPIRED})`;

/** A failure with what a person sees of its order. */
export interface ListedFailure extends DeliveryFailure {
  orderNumber: string;
  customerName: string;
  city: string;
  pincode: string;
  accountId: number;
  kind: string;
  courier: string;
  awb: string;
}

/** A shipment of a client's order. */
export interface OwnShipment {
  clientId: number;
  orderNumber: string;
  shipmentId: number;
}

/** The failed deliveries of a client that wait for an answer. */
export interface ToAnswer {
  count: number;
  /** Until when the first of them can be answered; null: none waits. */
  answerBy: Date | null;
  orderNumbers: string[];
}

/** A claimed answer. */
export interface DueAnswer extends ListedFailure {
  isInTime: boolean;
}

const COLUMNS = `f.id, f.shipment_id AS "shipmentId", f.order_id AS "orderId", f.attempt, f.reason, f.code, f.words,
  f.failed_at AS "failedAt", f.answer_by AS "answerBy", f.actions, f.state, f.action, f.act_on::text AS "actOn", f.phone, f.address,
  f.comment, f.decided_by AS "decidedBy", f.decided_at AS "decidedAt", f.due_at AS "dueAt", f.lease, f.tries,
  f.sent_at AS "sentAt", f.courier_ref AS "courierRef", f.problem, o.order_number AS "orderNumber",
  o.customer_name AS "customerName", o.shipping_city AS city, o.shipping_pincode AS pincode, b.account_id AS "accountId",
  b.kind, coalesce(b.courier_name, b.kind) AS courier, b.awb`;
const JOINED = `delivery_failures f JOIN orders o ON o.id = f.order_id
  JOIN courier_bookings b ON b.shipment_id = f.shipment_id`;

@Injectable()
export class DeliveryFailuresRepository {
  constructor(
    @InjectRepository(DeliveryFailure) private readonly failures: Repository<DeliveryFailure>,
  ) {}

  async listOf(manager: EntityManager, shipmentId: number): Promise<DeliveryFailure[]> {
    return manager
      .withRepository(this.failures)
      .find({ where: { shipmentId }, order: { attempt: 'ASC' } });
  }

  /** Stores a failure, once for each attempt. */
  async insert(
    manager: EntityManager,
    failure: Pick<
      DeliveryFailure,
      | 'shipmentId'
      | 'orderId'
      | 'attempt'
      | 'reason'
      | 'code'
      | 'words'
      | 'failedAt'
      | 'answerBy'
      | 'actions'
    >,
  ): Promise<void> {
    await manager
      .withRepository(this.failures)
      .createQueryBuilder()
      .insert()
      .values(failure)
      .orIgnore()
      .execute();
  }

  /** Ends failures that a later scan has made needless. @param before null: all of them */
  async overtake(manager: EntityManager, shipmentId: number, before: Date | null): Promise<void> {
    await manager.query(
      `UPDATE delivery_failures SET state = 'overtaken', due_at = NULL
        WHERE shipment_id = $1 AND state IN ${listed(OVERTAKEN)} AND ($2::timestamptz IS NULL OR failed_at < $2)`,
      [shipmentId, before],
    );
  }

  /** Finds why the latest attempt failed; null: none has. */
  async findLatestReason(
    manager: EntityManager,
    shipmentId: number,
  ): Promise<FailureReason | null> {
    const [latest] = await manager
      .withRepository(this.failures)
      .find({ where: { shipmentId }, order: { failedAt: 'DESC', id: 'DESC' }, take: 1 });
    return latest?.reason ?? null;
  }

  async find(manager: EntityManager, id: number): Promise<ListedFailure | null> {
    const [found] = await manager.query<ListedFailure[]>(
      `SELECT ${COLUMNS} FROM ${JOINED} WHERE f.id = $1`,
      [id],
    );
    return found ?? null;
  }

  /** Finds the latest failed delivery of a client's own shipment; null: it has none. */
  async findLatestIdOfOwn(
    manager: EntityManager,
    { clientId, orderNumber, shipmentId }: OwnShipment,
  ): Promise<number | null> {
    const [found] = await manager.query<{ id: number }[]>(
      `SELECT f.id FROM delivery_failures f JOIN orders o ON o.id = f.order_id
        WHERE o.client_id = $1 AND o.order_number = $2 AND f.shipment_id = $3 ORDER BY f.failed_at DESC, f.id DESC LIMIT 1`,
      [clientId, orderNumber, shipmentId],
    );
    return found?.id ?? null;
  }

  /**
   * Stores an answer in place of one that was not sent, and voids the claim of a job that sends that one. Returns false if the
   * failure can no longer be answered.
   */
  async decide(
    manager: EntityManager,
    id: number,
    answer: Partial<Omit<DeliveryFailure, 'address'>> & Pick<DeliveryFailure, 'address'>,
  ): Promise<boolean> {
    const change = { ...answer, state: 'decided', lease: () => 'lease + 1' } as const;
    const { affected } = await manager
      .withRepository(this.failures)
      .update({ id, state: In([...ANSWERABLE]) }, change);
    return affected === 1;
  }

  /** Counts a client's failed deliveries that wait for an answer, and names their orders, the most urgent first. */
  async readToAnswer(manager: EntityManager, clientId: number, limit: number): Promise<ToAnswer> {
    const [toAnswer] = await manager.query<[ToAnswer]>(
      `SELECT count(*)::integer AS count, min(f.answer_by) AS "answerBy",
          coalesce((array_agg(o.order_number ORDER BY f.answer_by, f.id))[:${limit}], '{}') AS "orderNumbers"
        FROM delivery_failures f JOIN orders o ON o.id = f.order_id
        WHERE f.state = 'open' AND f.answer_by > now() AND f.actions <> '[]' AND o.client_id = $1`,
      [clientId],
    );
    return toAnswer;
  }

  /** Claims answers that are due. */
  async claimDue(manager: EntityManager, limit: number): Promise<DueAnswer[]> {
    const claimed = rowsOf<{ id: number }>(
      await manager.query(
        `UPDATE delivery_failures SET due_at = now() + ${LEASE}, lease = lease + 1, tries = tries + 1 WHERE id IN (
            SELECT id ${DUE} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
          ) RETURNING id`,
        [limit],
      ),
    );
    if (claimed.length === 0) return [];
    return manager.query(
      `SELECT ${COLUMNS}, f.answer_by > now() AS "isInTime" FROM ${JOINED} WHERE f.id = ANY($1) ORDER BY f.id`,
      [claimed.map(({ id }) => id)],
    );
  }

  /** Writes what came of a claimed answer, unless the claim was lost, or the answer replaced or overtaken. */
  async end(
    manager: EntityManager,
    { id, lease, state }: Pick<DeliveryFailure, 'id' | 'lease' | 'state'>,
    change: Partial<DeliveryFailure>,
  ): Promise<void> {
    await manager.withRepository(this.failures).update({ id, lease, state }, change);
  }

  /** Ends failures that can no longer be answered: the courier decides. */
  async expire(manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE delivery_failures SET state = 'expired' WHERE id IN (SELECT id ${EXPIRED})`,
    );
  }

  /** Lists the failures in some states by their deadline. */
  async list(
    manager: EntityManager,
    states: readonly FailureState[],
    page: SortedPageRequest,
  ): Promise<(ListedFailure & Position)[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const columns = { at: 'f.answer_by', id: 'f.id' };
    const where = [`f.state IN ${listed(states)}`, ...whereBehind(page, columns, parameter)];
    const direction = page.isNewestFirst ? 'DESC' : 'ASC';
    return manager.query(
      `SELECT ${COLUMNS}, ${microsOf('f.answer_by')} AS "atMicros" FROM ${JOINED} WHERE ${where.join(' AND ')}
        ORDER BY f.answer_by ${direction}, f.id ${direction} LIMIT ${page.limit}`,
      values,
    );
  }

  /** Counts the failures that wait for an answer, and those of them that expire within three hours. */
  async countOpen(manager: EntityManager): Promise<{ open: number; expiring: number }> {
    const [counts] = await manager.query<[{ open: number; expiring: number }]>(
      `SELECT count(*)::integer AS open, count(*) FILTER (WHERE answer_by <= now() + interval '3 hours')::integer AS expiring
        FROM delivery_failures WHERE state = 'open'`,
    );
    return counts;
  }

  /** Returns true if deliveries that were not attempted are asked for again automatically. */
  async areReattempted(manager: EntityManager): Promise<boolean> {
    const [rules] = await manager.query<{ reattempts: boolean }[]>(
      'SELECT reattempts FROM booking_rules',
    );
    return rules?.reattempts ?? false;
  }
}
