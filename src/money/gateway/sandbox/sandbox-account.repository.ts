import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Period } from '../../../platform/days/zoned-day.js';
import type {
  GatewayDispute,
  GatewaySettlement,
  MadeRefund,
  SettlementLine,
} from '../payment-gateway.js';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';

const REFUND = `
  SELECT id, payment_id AS "paymentId", amount_minor AS "amountMinor", idempotency_key AS key, status,
    created_at AS "createdAt"
  FROM sandbox_refunds`;

const DISPUTE = `
  SELECT d.id, d.payment_id AS "paymentId", d.amount_minor AS "amountMinor", d.deducted_minor AS "deductedMinor",
    p.currency, 'chargeback' AS phase, d.status, d.opened_at + interval '7 days' AS "respondBy",
    d.opened_at AS "openedAt"
  FROM sandbox_disputes d JOIN sandbox_payments p ON p.id = d.payment_id`;

const SETTLEMENT = `
  SELECT id, amount_minor AS "amountMinor", 0 AS "feesMinor", 0 AS "taxMinor", 'processed' AS status, utr,
    created_at AS "createdAt"
  FROM sandbox_settlements`;

// The amount that each payment, refund and dispute moves in its present state, less what earlier settlements contain of it.
const UNSETTLED = `
  SELECT moved.kind, moved.id, (moved.amount_minor - coalesce(settled.amount_minor, 0))::bigint AS "amountMinor"
  FROM (
    SELECT 'payment' AS kind, id, amount_minor, created_at AS at FROM sandbox_payments
      WHERE status IN ('captured', 'refunded')
    UNION ALL
    SELECT 'refund', id, CASE status WHEN 'failed' THEN 0 ELSE -amount_minor END, created_at FROM sandbox_refunds
    UNION ALL
    SELECT 'dispute', id, -deducted_minor, opened_at FROM sandbox_disputes
  ) moved
  LEFT JOIN (
    SELECT entity_id, sum(amount_minor) AS amount_minor FROM sandbox_settlement_lines GROUP BY 1
  ) settled ON settled.entity_id = moved.id
  WHERE moved.at < $1 AND moved.amount_minor <> coalesce(settled.amount_minor, 0)
  ORDER BY moved.at, moved.id`;

/** The sandbox's account: refunds, disputes and settlements. */
@Injectable()
export class SandboxAccountRepository {
  async findRefund(manager: EntityManager, id: string): Promise<MadeRefund | null> {
    const [found] = await manager.query<MadeRefund[]>(`${REFUND} WHERE id = $1`, [id]);
    return found ?? null;
  }

  async listRefundsOf(manager: EntityManager, paymentId: string): Promise<MadeRefund[]> {
    const sql = `${REFUND} WHERE payment_id = $1 ORDER BY created_at, id`;
    return manager.query<MadeRefund[]>(sql, [paymentId]);
  }

  async listRefundsMade(manager: EntityManager, { from, to }: Period): Promise<MadeRefund[]> {
    const sql = `${REFUND} WHERE created_at >= $1 AND created_at < $2 ORDER BY created_at, id`;
    return manager.query<MadeRefund[]>(sql, [from, to]);
  }

  /** Stores a pending refund of a captured payment. Returns false if it exceeds the amount that is not refunded. */
  async insertRefund(
    manager: EntityManager,
    refund: Omit<MadeRefund, 'status' | 'createdAt'>,
    pendingSeconds: number,
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
      `INSERT INTO sandbox_refunds (id, payment_id, amount_minor, idempotency_key, status, ends_at)
        VALUES ($1, $2, $3, $4, 'pending', clock_timestamp() + make_interval(secs => $5))`,
      [id, paymentId, amountMinor, key, pendingSeconds],
    );
    return true;
  }

  /** Ends a pending refund and returns it, or null. The amount of a failed refund can be refunded again. */
  async endRefund(
    manager: EntityManager,
    id: string,
    status: 'processed' | 'failed',
  ): Promise<MadeRefund | null> {
    const ended = rowsOf<unknown>(
      await manager.query(
        `UPDATE sandbox_refunds SET status = $2, ends_at = NULL WHERE id = $1 AND status = 'pending' RETURNING id`,
        [id, status],
      ),
    );
    const refund = ended.length === 0 ? null : await this.findRefund(manager, id);
    if (refund !== null && status === 'failed') {
      await manager.query(
        `UPDATE sandbox_payments SET refunded_minor = refunded_minor - $2, status = 'captured' WHERE id = $1`,
        [refund.paymentId, refund.amountMinor],
      );
    }
    return refund;
  }

  /** Lists the ids of the pending refunds that are due to be processed. */
  async listEndingRefunds(manager: EntityManager): Promise<string[]> {
    const found = await manager.query<{ id: string }[]>(
      'SELECT id FROM sandbox_refunds WHERE ends_at <= now() FOR UPDATE SKIP LOCKED',
    );
    return found.map(({ id }) => id);
  }

  async findDispute(manager: EntityManager, id: string): Promise<GatewayDispute | null> {
    const [found] = await manager.query<GatewayDispute[]>(`${DISPUTE} WHERE d.id = $1`, [id]);
    return found ?? null;
  }

  async listDisputesOf(manager: EntityManager, paymentId: string): Promise<GatewayDispute[]> {
    const sql = `${DISPUTE} WHERE d.payment_id = $1 ORDER BY d.opened_at`;
    return manager.query<GatewayDispute[]>(sql, [paymentId]);
  }

  async listDisputesOpened(
    manager: EntityManager,
    { from, to }: Period,
  ): Promise<GatewayDispute[]> {
    const sql = `${DISPUTE} WHERE d.opened_at >= $1 AND d.opened_at < $2 ORDER BY d.opened_at`;
    return manager.query<GatewayDispute[]>(sql, [from, to]);
  }

  async insertDispute(
    manager: EntityManager,
    dispute: Pick<GatewayDispute, 'id' | 'paymentId' | 'amountMinor' | 'deductedMinor'>,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO sandbox_disputes (id, payment_id, amount_minor, deducted_minor) VALUES ($1, $2, $3, $4)',
      [dispute.id, dispute.paymentId, dispute.amountMinor, dispute.deductedMinor],
    );
  }

  /** Ends an open dispute and returns it; null if it is not open. Only the amount of a lost dispute is deducted. */
  async endDispute(
    manager: EntityManager,
    id: string,
    status: 'won' | 'lost',
  ): Promise<GatewayDispute | null> {
    const ended = rowsOf<unknown>(
      await manager.query(
        `UPDATE sandbox_disputes SET status = $2::varchar, deducted_minor = CASE $2::varchar WHEN 'won' THEN 0 ELSE amount_minor END
          WHERE id = $1 AND status = 'open' RETURNING id`,
        [id, status],
      ),
    );
    return ended.length === 0 ? null : this.findDispute(manager, id);
  }

  /** Locks the settlements until the transaction ends, so that nothing is settled twice. */
  async lockSettlements(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE sandbox_settlements IN EXCLUSIVE MODE');
  }

  /** Lists the items that had not been settled before a time. */
  async listUnsettled(
    manager: EntityManager,
    before: Date,
  ): Promise<Pick<SettlementLine, 'kind' | 'id' | 'amountMinor'>[]> {
    return manager.query(UNSETTLED, [before]);
  }

  async insertSettlement(
    manager: EntityManager,
    settlement: Pick<GatewaySettlement, 'id' | 'amountMinor' | 'utr' | 'createdAt'>,
    lines: readonly SettlementLine[],
  ): Promise<void> {
    const { id, amountMinor, utr, createdAt } = settlement;
    await manager.query(
      'INSERT INTO sandbox_settlements (id, amount_minor, utr, created_at) VALUES ($1, $2, $3, $4)',
      [id, amountMinor, utr, createdAt],
    );
    await manager.query(
      `INSERT INTO sandbox_settlement_lines (settlement_id, line, kind, entity_id, amount_minor, fee_minor, tax_minor)
        SELECT $1, ordinality, kind, id, "amountMinor", "feeMinor", "taxMinor"
        FROM ROWS FROM (
          jsonb_to_recordset($2) AS (kind text, id text, "amountMinor" bigint, "feeMinor" bigint, "taxMinor" bigint)
        ) WITH ORDINALITY`,
      [id, JSON.stringify(lines)],
    );
  }

  async listSettlements(
    manager: EntityManager,
    { from, to }: Period,
  ): Promise<GatewaySettlement[]> {
    const sql = `${SETTLEMENT} WHERE created_at >= $1 AND created_at < $2 ORDER BY created_at, id`;
    return manager.query<GatewaySettlement[]>(sql, [from, to]);
  }

  async listLines(manager: EntityManager, settlementId: string): Promise<SettlementLine[]> {
    return manager.query<SettlementLine[]>(
      `SELECT kind, entity_id AS id, amount_minor AS "amountMinor", fee_minor AS "feeMinor", tax_minor AS "taxMinor"
        FROM sandbox_settlement_lines WHERE settlement_id = $1 ORDER BY line`,
      [settlementId],
    );
  }
}
