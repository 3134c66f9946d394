import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { rowsOf } from '../gateway/payment-intents.repository.js';

/** An order as the sandbox has it; in minor units. */
export interface SandboxOrder {
  id: string;
  receipt: string;
  amountMinor: number;
  currency: string;
  createdAt: Date;
}

/** An attempt to pay one. */
export interface SandboxPayment {
  id: string;
  orderId: string;
  amountMinor: number;
  refundedMinor: number;
  currency: string;
  method: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  createdAt: Date;
}

/** A notice that the sandbox has to send. */
export interface SandboxNotice {
  eventId: string;
  event: string;
  paymentId: string;
  /** It claims a payment that never happened, and its signature is not the sandbox's. */
  isForged: boolean;
}

const ORDER = `SELECT id, receipt, amount_minor AS "amountMinor", currency, created_at AS "createdAt" FROM sandbox_orders`;
const PAYMENT = `
  SELECT id, order_id AS "orderId", amount_minor AS "amountMinor", refunded_minor AS "refundedMinor", currency, method,
    status, created_at AS "createdAt"
  FROM sandbox_payments`;

@Injectable()
export class SandboxRepository {
  async insertOrder(manager: EntityManager, order: Omit<SandboxOrder, 'createdAt'>): Promise<void> {
    await manager.query(
      'INSERT INTO sandbox_orders (id, receipt, amount_minor, currency) VALUES ($1, $2, $3, $4)',
      [order.id, order.receipt, order.amountMinor, order.currency],
    );
  }

  async findOrder(manager: EntityManager, id: string): Promise<SandboxOrder | null> {
    const [found] = await manager.query<SandboxOrder[]>(`${ORDER} WHERE id = $1`, [id]);
    return found ?? null;
  }

  async listOrders(manager: EntityManager, receipt: string): Promise<SandboxOrder[]> {
    return manager.query<SandboxOrder[]>(`${ORDER} WHERE receipt = $1 ORDER BY created_at, id`, [
      receipt,
    ]);
  }

  async insertPayment(
    manager: EntityManager,
    payment: Omit<SandboxPayment, 'createdAt' | 'refundedMinor'>,
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

  /** Captures a payment; false where it was in no state to be captured. */
  async capture(manager: EntityManager, id: string): Promise<boolean> {
    const captured = rowsOf<unknown>(
      await manager.query(
        `UPDATE sandbox_payments SET status = 'captured' WHERE id = $1 AND status IN ('created', 'authorized')
          RETURNING id`,
        [id],
      ),
    );
    return captured.length > 0;
  }

  /** Returns the id of the refund that has a key. */
  async findRefund(manager: EntityManager, key: string): Promise<string | null> {
    const [found] = await manager.query<{ id: string }[]>(
      'SELECT id FROM sandbox_refunds WHERE idempotency_key = $1',
      [key],
    );
    return found?.id ?? null;
  }

  /** Refunds a part of a captured payment; false where there is not so much left of it. */
  async refund(
    manager: EntityManager,
    refund: { id: string; paymentId: string; amountMinor: number; key: string },
  ): Promise<boolean> {
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

  async insertNotice(
    manager: EntityManager,
    { eventId, event, paymentId, isForged }: SandboxNotice,
    delaySeconds: number,
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
        `DELETE FROM sandbox_notices WHERE id IN (
          SELECT id FROM sandbox_notices WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING event_id AS "eventId", event, payment_id AS "paymentId", is_forged AS "isForged"`,
        [limit],
      ),
    );
  }
}
