/** A payment of an order, or money for it that was credited to the wallet; in minor units. */
export interface OrderPayment {
  /** null: paid from the wallet's earlier balance. */
  receiptId: number | null;
  method: string;
  reference: string | null;
  amountMinor: number;
  outcome: 'applied' | 'credited';
  createdAt: Date;
}

/** Money of an order that was returned to the wallet; in minor units. */
export interface OrderRefund {
  amountMinor: number;
  reason: string | null;
  createdAt: Date;
}

/** A refund as PostgreSQL writes it. */
export type RefundInJson = Omit<OrderRefund, 'createdAt'> & { createdAt: string };

/** Selects the refunds of an order to the wallet as JSON, oldest first. @param orderId an SQL expression */
export const refundsInJson = (orderId: string): string => `(
    SELECT coalesce(json_agg(json_build_object(
      'amountMinor', p.amount_minor, 'reason', j.note, 'createdAt', j.at
    ) ORDER BY j.id), '[]')
    FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
    WHERE j.order_id = ${orderId} AND j.kind = 'refund'
  )`;

/** Reads what {@link refundsInJson} selects. */
export function refundsOf(rows: readonly RefundInJson[]): OrderRefund[] {
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}
