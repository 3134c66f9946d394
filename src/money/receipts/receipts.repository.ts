import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { normalForm } from '../../platform/reference-form.js';
import { returnedOf } from '../gateway/refunds/gateway-refunds.repository.js';
import { REFERENCE_DIGITS, type Receipt, type ReceiptSource } from '../ledger/receipt.entity.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';

export interface ReceiptFilter {
  clientId?: number | undefined;
  source?: ReceiptSource | undefined;
  /** In any spelling. */
  reference?: string | undefined;
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
}

/** A receipt with the orders that it paid; in minor units. */
export interface SpentReceipt extends Pick<
  Receipt,
  'id' | 'reference' | 'amountMinor' | 'taxDeductedMinor'
> {
  /** Order numbers, in the order in which they were paid. */
  paid: string[];
  paidMinor: number;
  /** Amount that paid the client's debt. */
  debtPaidMinor: number;
  /** Amount that paid orders bought on account. */
  creditPaidMinor: number;
  /** The wallet's balance after the receipt was recorded and has paid debt and orders. */
  balanceMinor: number;
}

export interface ReceiptRow extends Omit<Receipt, 'otherLineIds'>, SpentReceipt {
  /** True: it is a cheque that no line of the bank has cleared. */
  isInHand: boolean;
  /** Amount that can be refunded to its source. */
  refundableMinor: number;
}

const RECEIPTS = `
  SELECT r.id, r.client_id AS "clientId", r.source, r.method, r.reference, r.amount_minor AS "amountMinor",
    r.tax_deducted_minor AS "taxDeductedMinor",
    r.received_at AS "receivedAt", r.created_at AS "createdAt", r.reversed_at AS "reversedAt",
    coalesce(settled.numbers, '[]') AS paid, coalesce(settled.amount_minor, 0)::bigint AS "paidMinor",
    coalesce(owed.debt_minor, 0)::bigint AS "debtPaidMinor",
    coalesce(owed.credit_minor, 0)::bigint AS "creditPaidMinor",
    (
      SELECT coalesce(sum(p.amount_minor), 0) <> 0
      FROM ledger_journals j
      JOIN ledger_postings p ON p.journal_id = j.id
      JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'cheques_in_hand'
      WHERE j.receipt_id = r.id
    ) AS "isInHand",
    CASE WHEN r.source = 'gateway' AND r.reversed_at IS NULL THEN greatest(r.amount_minor - ${returnedOf('r.id')}, 0)
      ELSE 0 END AS "refundableMinor",
    latest.balance_after AS "balanceMinor"
  FROM receipts r
  CROSS JOIN LATERAL (
    SELECT json_agg(o.order_number ORDER BY j.id) AS numbers, sum(o.total_minor) AS amount_minor
    FROM ledger_journals j
    CROSS JOIN LATERAL (
      SELECT order_number, total_minor FROM orders WHERE id = j.order_id
      UNION ALL
      SELECT order_number, total_minor FROM archived_orders WHERE id = j.order_id
    ) o
    WHERE j.receipt_id = r.id AND j.kind = 'settle'
  ) settled
  CROSS JOIN LATERAL (
    SELECT -sum(p.amount_minor) FILTER (WHERE j.kind = 'debt') AS debt_minor,
      -sum(p.amount_minor) FILTER (WHERE j.kind = 'credit') AS credit_minor
    FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
    WHERE j.receipt_id = r.id AND j.kind IN ('debt', 'credit') AND p.amount_minor < 0
  ) owed
  CROSS JOIN LATERAL (
    SELECT p.balance_after
    FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
    WHERE j.receipt_id = r.id AND j.reverses_id IS NULL AND (j.kind <> 'debt' OR p.amount_minor < 0)
    ORDER BY j.id DESC LIMIT 1
  ) latest`;

const LIST = `${RECEIPTS}
  WHERE ($1::integer IS NULL OR r.client_id = $1) AND ($2::text IS NULL OR r.source = $2)
    AND ($3::bigint[] IS NULL OR r.id = ANY ($3))
    AND ($4::timestamptz IS NULL OR r.created_at >= $4) AND ($5::timestamptz IS NULL OR r.created_at < $5)
    AND ($6::bigint IS NULL OR r.id < $6)
  ORDER BY r.id DESC LIMIT $7`;

/** Reads receipts together with the ledger's journals and the numbers of the orders that they paid. */
@Injectable()
export class ReceiptsRepository {
  /** Lists the latest receipts first. */
  async list(
    manager: EntityManager,
    { clientId, source, reference, createdFrom, createdTo }: ReceiptFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<ReceiptRow[]> {
    const ids = reference === undefined ? null : await this.listSpelled(manager, reference);
    const filter = [clientId, source, ids, createdFrom, createdTo].map((value) => value ?? null);
    return manager.query<ReceiptRow[]>(LIST, [...filter, beforeId, limit]);
  }

  /** Lists the receipts that have a reference, in any spelling. */
  private async listSpelled(manager: EntityManager, reference: string): Promise<number[]> {
    const form = normalForm(reference);
    const digits = form.replace(/[^0-9]+/g, '').replace(/^0+(?=.)/, '');
    const found = await manager.query<{ id: number; reference: string }[]>(
      `SELECT id, reference FROM receipts WHERE ${REFERENCE_DIGITS} @@ (SELECT $1::tsquery)`,
      [`'k${digits || form.replace(/[^A-Z]+/g, '')}'`],
    );
    return found.filter((receipt) => normalForm(receipt.reference) === form).map(({ id }) => id);
  }

  async find(manager: EntityManager, id: number): Promise<ReceiptRow | null> {
    const [receipt] = await manager.query<ReceiptRow[]>(`${RECEIPTS} WHERE r.id = $1`, [id]);
    return receipt ?? null;
  }
}
