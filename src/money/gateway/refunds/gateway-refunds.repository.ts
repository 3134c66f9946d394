import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import type { AskedAt } from '../asked-at.js';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';
import { GatewayRefund } from './gateway-refund.entity.js';

/** A refund to be stored. */
type NewRefund = Pick<
  GatewayRefund,
  'receiptId' | 'paymentId' | 'amountMinor' | 'reference' | 'reason' | 'journalId' | 'actor'
>;

export interface RefundFilter {
  receiptId?: number | undefined;
  status?: GatewayRefund['status'] | undefined;
  isOutside?: boolean | undefined;
}

/** Writes the SQL of the amount of a receipt that was refunded to its source or taken for a dispute, in minor units. */
export const returnedOf = (receiptId: string): string => `(
  coalesce((SELECT sum(amount_minor) FROM gateway_refunds WHERE receipt_id = ${receiptId} AND status <> 'failed'), 0)
  + coalesce((SELECT sum(taken_minor) FROM gateway_disputes WHERE receipt_id = ${receiptId}), 0)
)::bigint`;

/** Delay until a refund is sent again, or until the next query for a pending one: a quarter of its age, within limits. */
const ASK_AFTER =
  "least(greatest((now() - created_at) / 4, interval '1 minute'), interval '6 hours')";

/** The columns with the times at which refunds are due. */
const CLAIMS = { send: 'due_at', ask: 'ask_at' } as const;

/** SQL condition: refunds are to be sent, or the gateway is to be asked about them. */
export const HAS_DUE_REFUNDS = `EXISTS (SELECT FROM gateway_refunds WHERE due_at <= now())
  OR EXISTS (SELECT FROM gateway_refunds WHERE ask_at <= now())`;

@Injectable()
export class GatewayRefundsRepository {
  constructor(
    @InjectRepository(GatewayRefund) private readonly refunds: Repository<GatewayRefund>,
  ) {}

  /** Stores a requested refund, due to be sent at once. */
  async insert(
    manager: EntityManager,
    refund: NewRefund & Pick<GatewayRefund, 'key' | 'heldJournalId'>,
  ): Promise<void> {
    await manager.withRepository(this.refunds).insert(refund);
  }

  /** Stores a refund that was made in the gateway's own pages. */
  async insertOutside(
    manager: EntityManager,
    refund: NewRefund & { gatewayRefundId: string; status: 'pending' | 'processed' },
  ): Promise<void> {
    const now = (): string => 'clock_timestamp()';
    await manager
      .withRepository(this.refunds)
      .insert({
        ...refund,
        isOutside: true,
        dueAt: null,
        askedAt: now,
        askAt: refund.status === 'pending' ? now : null,
      });
  }

  /** Lists the refunds of a receipt, oldest first. */
  async listOfReceipt(manager: EntityManager, receiptId: number): Promise<GatewayRefund[]> {
    return manager
      .withRepository(this.refunds)
      .find({ where: { receiptId }, order: { id: 'ASC' } });
  }

  /** Finds a refund by the gateway's id, by the key that it is sent with, or by the journal that booked it. */
  async findBy(
    manager: EntityManager,
    where: { gatewayRefundId: string } | { key: string } | { journalId: number },
  ): Promise<GatewayRefund | null> {
    return manager.withRepository(this.refunds).findOneBy(where);
  }

  /** Computes the minor units of a receipt that were refunded or disputed. The caller has locked the receipt. */
  async sumReturned(manager: EntityManager, receiptId: number): Promise<number> {
    const [{ sum }] = await manager.query<[{ sum: number }]>(`SELECT ${returnedOf('$1')} AS sum`, [
      receiptId,
    ]);
    return sum;
  }

  /** Computes the refunded minor units of a credited payment, also those before the credit; null if it was not credited. */
  async sumOfPayment(manager: EntityManager, paymentId: string): Promise<number | null> {
    const [found] = await manager.query<{ sum: number }[]>(
      `SELECT (p.amount_minor - c.amount_minor + coalesce((
            SELECT sum(r.amount_minor) FROM gateway_refunds r
            WHERE r.receipt_id = p.receipt_id AND r.status IN ('pending', 'processed')
          ), 0))::bigint AS sum
        FROM gateway_payments p JOIN receipts c ON c.id = p.receipt_id WHERE p.payment_id = $1`,
      [paymentId],
    );
    return found?.sum ?? null;
  }

  /** Lists the latest refunds first. */
  async list(
    manager: EntityManager,
    { receiptId, status, isOutside }: RefundFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<GatewayRefund[]> {
    return manager
      .withRepository(this.refunds)
      .find({
        where: {
          ...(receiptId !== undefined && { receiptId }),
          ...(status !== undefined && { status }),
          ...(isOutside !== undefined && { isOutside }),
          ...(beforeId !== null && { id: LessThan(beforeId) }),
        },
        order: { id: 'DESC' },
        take: limit,
      });
  }

  /**
   * Stores the gateway's answer to a query.
   *
   * @returns false, without a change, if:
   * - the refund has failed before
   * - the answer to a later query is stored
   * - this is a refusal and another request was successful
   */
  async advance(
    manager: EntityManager,
    id: number,
    to: Pick<GatewayRefund, 'gatewayRefundId' | 'problem'> & {
      status: Exclude<GatewayRefund['status'], 'requested'>;
    },
    askedAt: AskedAt,
  ): Promise<boolean> {
    const advanced = rowsOf<unknown>(
      await manager.query(
        `UPDATE gateway_refunds SET status = $2::varchar, gateway_refund_id = coalesce($3, gateway_refund_id), problem = $4,
          due_at = NULL, asked_at = $5, ask_at = CASE $2::varchar WHEN 'pending' THEN coalesce(ask_at, now() + ${ASK_AFTER}) END
          WHERE id = $1 AND status <> 'failed' AND ($3::varchar IS NOT NULL OR gateway_refund_id IS NULL)
            AND (asked_at IS NULL OR asked_at < $5) RETURNING id`,
        [id, to.status, to.gatewayRefundId, to.problem, askedAt],
      ),
    );
    return advanced.length > 0;
  }

  /** Stores why a refund is not confirmed yet. */
  async keepProblem(manager: EntityManager, id: number, problem: string): Promise<void> {
    await manager.withRepository(this.refunds).update({ id, status: 'requested' }, { problem });
  }

  /** Claims a gateway's refunds to send, or the pending ones to query. Sets the time when they are due again. */
  async claim(
    manager: EntityManager,
    to: keyof typeof CLAIMS,
    gateway: string,
    limit: number,
  ): Promise<GatewayRefund[]> {
    const column = CLAIMS[to];
    const claimed = rowsOf<{ id: number }>(
      await manager.query(
        `UPDATE gateway_refunds SET ${column} = now() + ${ASK_AFTER} WHERE id IN (
          SELECT r.id FROM gateway_refunds r
          JOIN gateway_payments p ON p.payment_id = r.payment_id
          JOIN payment_intents i ON i.id = p.intent_id
          WHERE r.${column} <= now() AND i.gateway = $1
          ORDER BY r.${column} LIMIT $2 FOR UPDATE OF r SKIP LOCKED
        ) RETURNING id`,
        [gateway, limit],
      ),
    );
    const ids = claimed.map(({ id }) => id);
    return manager
      .withRepository(this.refunds)
      .find({ where: { id: In(ids) }, order: { id: 'ASC' } });
  }
}
