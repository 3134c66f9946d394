import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TIME_ZONE } from '../../../../platform/time-zone.js';
import type { GatewayOrder, GatewayPayment, SourceRefund } from '../../payment-gateway.js';
import { rowsOf } from '../../returned-rows.js';

/** A notice that the sandbox has to send. */
export interface SandboxNotice {
  eventId: string;
  event: string;
  orderId: string;
  paymentId: string;
  /** True if it claims a payment that never happened; its signature is not the sandbox's. */
  isForged: boolean;
}

/** The captured payments of a day in the shop. */
export interface PaidDay {
  /** As `2026-01-31`. */
  day: string;
  amountMinor: number;
  endedAt: Date;
}

const ORDER = `SELECT id, receipt, amount_minor AS "amountMinor", currency FROM sandbox_orders`;
const PAYMENT = `
  SELECT id, order_id AS "orderId", amount_minor AS "amountMinor", refunded_minor AS "refundedMinor", currency, method,
    status
  FROM sandbox_payments`;

// Refunds are not deducted: the sandbox does not keep when they were made.
const PAID_DAYS = `
  WITH days AS (
    SELECT (created_at AT TIME ZONE '${TIME_ZONE}')::date AS day, sum(amount_minor)::bigint AS amount_minor
    FROM sandbox_payments WHERE status IN ('captured', 'refunded') GROUP BY 1
  ), ended AS (
    SELECT day, amount_minor, (day + 1)::timestamp AT TIME ZONE '${TIME_ZONE}' AS ended_at FROM days
  )
  SELECT day::text, amount_minor AS "amountMinor", ended_at AS "endedAt" FROM ended
  WHERE ended_at >= $1 AND ended_at < $2 AND ended_at <= now()
  ORDER BY day`;

@Injectable()
export class SandboxRepository {
  async insertOrder(manager: EntityManager, order: GatewayOrder): Promise<void> {
    await manager.query(
      'INSERT INTO sandbox_orders (id, receipt, amount_minor, currency) VALUES ($1, $2, $3, $4)',
      [order.id, order.receipt, order.amountMinor, order.currency],
    );
  }

  async findOrder(manager: EntityManager, id: string): Promise<GatewayOrder | null> {
    const [found] = await manager.query<GatewayOrder[]>(`${ORDER} WHERE id = $1`, [id]);
    return found ?? null;
  }

  /** Returns the first order that was created for a receipt. */
  async findOrderByReceipt(manager: EntityManager, receipt: string): Promise<GatewayOrder | null> {
    const sql = `${ORDER} WHERE receipt = $1 ORDER BY created_at, id LIMIT 1`;
    const [found] = await manager.query<GatewayOrder[]>(sql, [receipt]);
    return found ?? null;
  }

  async insertPayment(
    manager: EntityManager,
    payment: Omit<GatewayPayment, 'refundedMinor'>,
  ): Promise<void> {
    const { id, orderId, amountMinor, currency, method, status } = payment;
    await manager.query(
      `INSERT INTO sandbox_payments (id, order_id, amount_minor, currency, method, status)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, orderId, amountMinor, currency, method, status],
    );
  }

  async listPayments(manager: EntityManager, orderId: string): Promise<GatewayPayment[]> {
    return manager.query<GatewayPayment[]>(`${PAYMENT} WHERE order_id = $1 ORDER BY created_at`, [
      orderId,
    ]);
  }

  /** Captures a payment; false unless it had this status. */
  async capture(
    manager: EntityManager,
    id: string,
    status: 'created' | 'authorized',
  ): Promise<boolean> {
    const captured = rowsOf<unknown>(
      await manager.query(
        `UPDATE sandbox_payments SET status = 'captured' WHERE id = $1 AND status = $2 RETURNING id`,
        [id, status],
      ),
    );
    return captured.length > 0;
  }

  /** Returns the id of the refund of a payment that was made with a key. */
  async findRefund(manager: EntityManager, paymentId: string, key: string): Promise<string | null> {
    const [found] = await manager.query<{ id: string }[]>(
      'SELECT id FROM sandbox_refunds WHERE payment_id = $1 AND idempotency_key = $2',
      [paymentId, key],
    );
    return found?.id ?? null;
  }

  /** Refunds a part of a captured payment; false if less than that is left of it. */
  async refund(manager: EntityManager, refund: SourceRefund & { id: string }): Promise<boolean> {
    const { id, paymentId, amountMinor, key } = refund;
    const refunded = rowsOf<unknown>(
      await manager.query(
        `UPDATE sandbox_payments SET refunded_minor = refunded_minor + $2,
          status = CASE WHEN refunded_minor + $2 = amount_minor THEN 'refunded' ELSE status END
          WHERE id = $1 AND status = 'captured' AND refunded_minor + $2 <= amount_minor RETURNING id`,
        [paymentId, amountMinor],
      ),
    );
    if (refunded.length === 0) return false;
    await manager.query(
      'INSERT INTO sandbox_refunds (id, payment_id, amount_minor, idempotency_key) VALUES ($1, $2, $3, $4)',
      [id, paymentId, amountMinor, key],
    );
    return true;
  }

  /** Returns the days of captured payments that ended in a period. */
  async listPaidDays(
    manager: EntityManager,
    { from, to }: { from: Date; to: Date },
  ): Promise<PaidDay[]> {
    return manager.query<PaidDay[]>(PAID_DAYS, [from, to]);
  }

  async insertNotice(
    manager: EntityManager,
    { eventId, event, paymentId, isForged }: Omit<SandboxNotice, 'orderId'>,
    delaySeconds = 0,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO sandbox_notices (event_id, event, payment_id, is_forged, due_at)
        VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))`,
      [eventId, event, paymentId, isForged, delaySeconds],
    );
  }

  /** Takes the notices that are due; a notice whose sending fails is lost, as it can be with a real gateway. */
  async takeDueNotices(manager: EntityManager, limit: number): Promise<SandboxNotice[]> {
    return rowsOf(
      await manager.query(
        `DELETE FROM sandbox_notices n USING sandbox_payments p WHERE p.id = n.payment_id AND n.id IN (
          SELECT id FROM sandbox_notices WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING n.event_id AS "eventId", n.event, p.order_id AS "orderId", n.payment_id AS "paymentId",
          n.is_forged AS "isForged"`,
        [limit],
      ),
    );
  }
}
