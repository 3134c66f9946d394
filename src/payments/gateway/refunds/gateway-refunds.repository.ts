import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import { rowsOf } from '../returned-rows.js';

export const REFUND_STATUSES = ['pending', 'done', 'failed'] as const;

/** A refund from a wallet to the source of a payment; in minor units. */
export interface GatewayRefund {
  id: number;
  receiptId: number;
  paymentId: string;
  amountMinor: number;
  /** Identifies a refund among those of its receipt. */
  reference: string;
  reason: string;
  /** The journal of the ledger; the idempotency key at the gateway is made of it. */
  journalId: number;
  /** pending: not confirmed by the gateway. failed: the gateway refused, and the money is in the wallet again. */
  status: (typeof REFUND_STATUSES)[number];
  gatewayRefundId: string | null;
  /** The gateway's reason for refusing. */
  problem: string | null;
  actor: string;
  createdAt: Date;
}

const REFUND = `
  SELECT id, receipt_id AS "receiptId", payment_id AS "paymentId", amount_minor AS "amountMinor", reference, reason,
    journal_id AS "journalId", status, gateway_refund_id AS "gatewayRefundId", problem, actor,
    created_at AS "createdAt"
  FROM gateway_refunds`;

/** A refund that was claimed is due again after this time, unless its sending ended. */
const LEASE = "interval '30 seconds'";

@Injectable()
export class GatewayRefundsRepository {
  async insert(
    manager: EntityManager,
    refund: Pick<
      GatewayRefund,
      'receiptId' | 'paymentId' | 'amountMinor' | 'reference' | 'reason' | 'journalId' | 'actor'
    >,
  ): Promise<number> {
    const { receiptId, paymentId, amountMinor, reference, reason, journalId, actor } = refund;
    const [inserted] = await manager.query<{ id: number }[]>(
      `INSERT INTO gateway_refunds (receipt_id, payment_id, amount_minor, reference, reason, journal_id, actor)
        VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [receiptId, paymentId, amountMinor, reference, reason, journalId, actor],
    );
    return inserted!.id;
  }

  /** Returns the refunds of a receipt, oldest first. */
  async listOfReceipt(manager: EntityManager, receiptId: number): Promise<GatewayRefund[]> {
    return manager.query<GatewayRefund[]>(`${REFUND} WHERE receipt_id = $1 ORDER BY id`, [
      receiptId,
    ]);
  }

  async list(
    manager: EntityManager,
    receiptId: number,
    { beforeId, limit }: NewestFirst,
  ): Promise<GatewayRefund[]> {
    return manager.query<GatewayRefund[]>(
      `${REFUND} WHERE receipt_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [receiptId, beforeId, limit],
    );
  }

  /** Claims the refunds that are due; an unfinished one is due again after half a minute. */
  async claimDue(manager: EntityManager, limit: number): Promise<GatewayRefund[]> {
    const claimed = rowsOf<{ id: number }>(
      await manager.query(
        `UPDATE gateway_refunds SET due_at = now() + ${LEASE} WHERE id IN (
          SELECT id FROM gateway_refunds WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING id`,
        [limit],
      ),
    );
    const ids = claimed.map(({ id }) => id);
    return manager.query<GatewayRefund[]>(`${REFUND} WHERE id = ANY ($1) ORDER BY id`, [ids]);
  }

  /** Ends a refund; false if it was ended before. */
  async end(
    manager: EntityManager,
    id: number,
    end: Pick<GatewayRefund, 'status' | 'gatewayRefundId' | 'problem'>,
  ): Promise<boolean> {
    const ended = rowsOf<unknown>(
      await manager.query(
        `UPDATE gateway_refunds SET status = $2, gateway_refund_id = $3, problem = $4, due_at = NULL
          WHERE id = $1 AND status = 'pending' RETURNING id`,
        [id, end.status, end.gatewayRefundId, end.problem],
      ),
    );
    return ended.length > 0;
  }
}
