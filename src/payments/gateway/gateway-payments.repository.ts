import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import type { GatewayPayment } from './gateway.js';
import type { CheckReason } from './payment-intents.repository.js';

/**
 * - applied: it paid orders; what was left is in the wallet
 * - credited: no order needed it, or its amount is not the one asked for; it is in the wallet
 * - open: created or authorized, and not taken
 * - failed: no money moved
 * - refunded: the gateway gave it back before it was credited
 * - other_currency: an operator has to look at it
 */
export const PAYMENT_OUTCOMES = [
  ...(['applied', 'credited', 'open', 'failed', 'refunded', 'other_currency'] as const),
];
export type GatewayPaymentOutcome = (typeof PAYMENT_OUTCOMES)[number];

/** A payment of the gateway as it was last seen there, and what became of it here. */
export interface SeenPayment extends GatewayPayment {
  intentId: number;
  outcome: GatewayPaymentOutcome;
  /** The receipt by which it was credited, once and for all. */
  receiptId: number | null;
  /** What made this service ask for it. */
  foundBy: CheckReason;
}

/** A payment in the list of operators. */
export interface ListedPayment extends Omit<SeenPayment, 'id'> {
  id: number;
  paymentId: string;
  clientId: number;
  intentReceipt: string;
  seenAt: Date;
}

/** Which payments are wanted. */
export interface PaymentFilter {
  outcome?: GatewayPaymentOutcome | undefined;
  /** Only those that neither a browser nor a notice reported. */
  isMissed?: boolean | undefined;
}

const LIST = `
  SELECT p.id, p.payment_id AS "paymentId", p.intent_id AS "intentId", i.receipt AS "intentReceipt",
    i.client_id AS "clientId", i.gateway_order_id AS "orderId", p.amount_minor AS "amountMinor",
    p.refunded_minor AS "refundedMinor", p.currency, p.method, p.status, p.outcome,
    p.receipt_id AS "receiptId", p.found_by AS "foundBy", p.seen_at AS "seenAt"
  FROM gateway_payments p JOIN payment_intents i ON i.id = p.intent_id
  WHERE ($1::text IS NULL OR p.outcome = $1)
    AND (NOT $2::boolean OR p.found_by IN ('schedule', 'day') AND p.receipt_id IS NOT NULL)
    AND ($3::bigint IS NULL OR p.id < $3)
  ORDER BY p.id DESC LIMIT $4`;

// How a payment was found stays what it was, unless it is only now that there is money in it.
const PUT = `
  INSERT INTO gateway_payments AS p
    (payment_id, intent_id, amount_minor, refunded_minor, currency, method, status, outcome, receipt_id, found_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (payment_id) DO UPDATE SET refunded_minor = $4, method = $6, status = $7,
    outcome = CASE WHEN p.receipt_id IS NULL THEN $8 ELSE p.outcome END,
    found_by = CASE WHEN p.receipt_id IS NULL AND $9::bigint IS NOT NULL THEN $10 ELSE p.found_by END,
    receipt_id = coalesce(p.receipt_id, $9)`;

@Injectable()
export class GatewayPaymentsRepository {
  /** Returns whether a payment was credited, also where its receipt was reversed since. */
  async isCredited(manager: EntityManager, paymentId: string): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      'SELECT FROM gateway_payments WHERE payment_id = $1 AND receipt_id IS NOT NULL',
      [paymentId],
    );
    return found.length > 0;
  }

  /** Keeps what was seen of a payment. A payment that was credited stays credited. */
  async put(manager: EntityManager, payment: SeenPayment): Promise<void> {
    await manager.query(PUT, [
      payment.id,
      payment.intentId,
      payment.amountMinor,
      payment.refundedMinor,
      payment.currency,
      payment.method,
      payment.status,
      payment.outcome,
      payment.receiptId,
      payment.foundBy,
    ]);
  }

  /** What became of the payments of an intent, oldest first. */
  async listOfIntent(
    manager: EntityManager,
    intentId: number,
  ): Promise<{ outcome: GatewayPaymentOutcome; receiptId: number | null; amountMinor: number }[]> {
    return manager.query(
      `SELECT outcome, receipt_id AS "receiptId", amount_minor AS "amountMinor"
        FROM gateway_payments WHERE intent_id = $1 ORDER BY id`,
      [intentId],
    );
  }

  /** Returns the payment that a receipt recorded. */
  async findByReceipt(
    manager: EntityManager,
    receiptId: number,
  ): Promise<{ paymentId: string; gateway: string; clientId: number } | null> {
    const [found] = await manager.query<{ paymentId: string; gateway: string; clientId: number }[]>(
      `SELECT p.payment_id AS "paymentId", i.gateway, i.client_id AS "clientId"
        FROM gateway_payments p JOIN payment_intents i ON i.id = p.intent_id WHERE p.receipt_id = $1`,
      [receiptId],
    );
    return found ?? null;
  }

  /** Returns the latest payments first. */
  async list(
    manager: EntityManager,
    { outcome, isMissed = false }: PaymentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<ListedPayment[]> {
    return manager.query<ListedPayment[]>(LIST, [outcome ?? null, isMissed, beforeId, limit]);
  }
}
