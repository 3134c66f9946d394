import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import type { GatewayPayment } from '../payment-gateway.js';
import type { CheckReason } from './stored-intent.entity.js';
import { StoredPayment, type GatewayPaymentOutcome } from './stored-payment.entity.js';

/** The state of a payment to be stored, with the reason for the check that found it. */
export interface SeenPayment extends GatewayPayment {
  intentId: number;
  outcome: GatewayPaymentOutcome;
  receiptId: number | null;
  foundBy: CheckReason;
}

export interface CreditedPayment {
  paymentId: string;
  clientId: number;
  receiptId: number;
  /** The payment's amount in minor units. The receipt has less if a part was refunded before. */
  amountMinor: number;
}

export interface ListedPayment extends StoredPayment {
  clientId: number;
  intentReceipt: string;
  /** The gateway's id of the intent's order. */
  orderId: string | null;
}

export interface PaymentFilter {
  outcome?: GatewayPaymentOutcome | undefined;
  /** True: only payments that neither a browser nor a notice reported. */
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

// `found_by` changes once at most: when the payment is credited.
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
  constructor(
    @InjectRepository(StoredPayment) private readonly payments: Repository<StoredPayment>,
  ) {}

  /** Finds a payment that was credited, even if its receipt was reversed later; null if it was not credited. */
  async findCredited(manager: EntityManager, paymentId: string): Promise<CreditedPayment | null> {
    const [found] = await manager.query<CreditedPayment[]>(
      `SELECT p.payment_id AS "paymentId", i.client_id AS "clientId", p.receipt_id AS "receiptId",
          p.amount_minor AS "amountMinor"
        FROM gateway_payments p JOIN payment_intents i ON i.id = p.intent_id
        WHERE p.payment_id = $1 AND p.receipt_id IS NOT NULL`,
      [paymentId],
    );
    return found ?? null;
  }

  /** Stores the state of a payment. A payment that was credited stays credited. */
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

  /** Lists the payments of an intent, oldest first. */
  async listOfIntent(manager: EntityManager, intentId: number): Promise<StoredPayment[]> {
    return manager
      .withRepository(this.payments)
      .find({ where: { intentId }, order: { id: 'ASC' } });
  }

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

  /** Lists the latest payments first. */
  async list(
    manager: EntityManager,
    { outcome, isMissed = false }: PaymentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<ListedPayment[]> {
    return manager.query<ListedPayment[]>(LIST, [outcome ?? null, isMissed, beforeId, limit]);
  }
}
