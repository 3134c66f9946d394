import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { GatewayOrder, GatewayPayment, SignedNotice } from '../payment-gateway.js';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';

export interface SandboxNotice extends SignedNotice {
  /** The same for every repetition of a notice. */
  eventId: string;
  /** True if it is forged: it claims a payment that never happened, and its signature is invalid. */
  isForged: boolean;
}

export type SandboxPayment = GatewayPayment & { createdAt: Date };

const ORDER = `SELECT id, receipt, amount_minor AS "amountMinor", currency FROM sandbox_orders`;
const PAYMENT = `
  SELECT id, order_id AS "orderId", amount_minor AS "amountMinor", refunded_minor AS "refundedMinor", currency, method,
    status, created_at AS "createdAt"
  FROM sandbox_payments`;

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

  /** Finds the first order that was created for a receipt. */
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

  async findPayment(manager: EntityManager, id: string): Promise<SandboxPayment | null> {
    const [found] = await manager.query<SandboxPayment[]>(`${PAYMENT} WHERE id = $1`, [id]);
    return found ?? null;
  }

  async listPayments(manager: EntityManager, orderId: string): Promise<SandboxPayment[]> {
    return manager.query<SandboxPayment[]>(`${PAYMENT} WHERE order_id = $1 ORDER BY created_at`, [
      orderId,
    ]);
  }

  /** Captures a payment; returns false unless it had this status. */
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

  async insertNotice(
    manager: EntityManager,
    notice: Omit<SandboxNotice, 'orderId'>,
    delaySeconds = 0,
  ): Promise<void> {
    const { eventId, event, paymentId, about, isForged } = notice;
    await manager.query(
      `INSERT INTO sandbox_notices (event_id, event, payment_id, about_kind, about_id, is_forged, due_at)
        VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7))`,
      [eventId, event, paymentId, about?.kind ?? null, about?.id ?? null, isForged, delaySeconds],
    );
  }

  /** Removes and returns the notices that are due. A notice that cannot be sent is lost, as with a real gateway. */
  async takeDueNotices(manager: EntityManager, limit: number): Promise<SandboxNotice[]> {
    return rowsOf(
      await manager.query(
        `DELETE FROM sandbox_notices WHERE id IN (
          SELECT id FROM sandbox_notices WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING event_id AS "eventId", event, payment_id AS "paymentId", is_forged AS "isForged",
          (SELECT order_id FROM sandbox_payments p WHERE p.id = payment_id) AS "orderId",
          CASE WHEN about_id IS NOT NULL THEN json_build_object('kind', about_kind, 'id', about_id) END AS about`,
        [limit],
      ),
    );
  }
}
