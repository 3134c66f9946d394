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
  id: number;
  amountMinor: number;
  /** Part of it that the refund named as delivery charge. */
  deliveryMinor: number;
  /** What it is for: `cancel` all of a canceled order, `close` the units that a close left out; others are for a return. */
  purpose: string;
  reason: string | null;
  createdAt: Date;
}

/** A row as PostgreSQL writes it. */
export type InJson<Row> = Omit<Row, 'createdAt'> & { createdAt: string };

/**
 * Selects the refunds of an order to the wallet as JSON, oldest first, without those that were taken back.
 *
 * @param orderId an SQL expression
 */
export const refundsInJson = (orderId: string): string => `(
    SELECT coalesce(json_agg(json_build_object(
      'id', j.id, 'amountMinor', p.amount_minor, 'reason', j.note, 'createdAt', j.at,
      'deliveryMinor', coalesce((j.refund_terms ->> 'deliveryMinor')::bigint, 0), 'purpose', split_part(j.key, ':', 3)
    ) ORDER BY j.id), '[]')
    FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
    WHERE j.order_id = ${orderId} AND j.kind = 'refund' AND j.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_journals reversal WHERE reversal.reverses_id = j.id)
  )`;

/** Makes the SQL condition that a part of a paid order's money was refunded. @param order the name of its row in SQL */
export const isPartlyRefunded = (order: string): string => `(
    ${order}.payment_status = 'paid'
    AND EXISTS (SELECT FROM ledger_journals j WHERE j.order_id = ${order}.id AND j.kind = 'refund')
  )`;

/**
 * Selects the payments of an order, and the money for it that was credited to the wallet, as JSON, oldest first.
 *
 * @param orderId an SQL expression
 */
export const paymentsInJson = (orderId: string): string => `(
    SELECT coalesce(json_agg(json_build_object(
      'receiptId', j.receipt_id,
      'method', coalesce(r.method, CASE
        WHEN EXISTS (SELECT FROM ledger_journals WHERE key = 'credit:' || j.order_id) THEN 'credit' ELSE 'wallet'
      END),
      'reference', coalesce(r.reference, CASE WHEN j.receipt_id IS NULL THEN j.note END),
      'amountMinor', abs(p.amount_minor),
      'outcome', CASE j.kind WHEN 'settle' THEN 'applied' ELSE 'credited' END,
      'createdAt', j.at
    ) ORDER BY j.id), '[]')
    FROM ledger_journals j
    JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
    LEFT JOIN receipts r ON r.id = j.receipt_id
    WHERE j.order_id = ${orderId} AND j.reverses_id IS NULL AND (
      j.kind = 'settle' OR j.kind IN ('receipt', 'opening') AND NOT EXISTS (
        SELECT FROM ledger_journals settle
        WHERE settle.order_id = j.order_id AND settle.kind = 'settle'
          AND settle.receipt_id IS NOT DISTINCT FROM j.receipt_id
      )
    )
  )`;

/** Reads what {@link refundsInJson} and {@link paymentsInJson} select. */
export function datedRows<Row extends OrderRefund | OrderPayment>(
  rows: readonly InJson<Row>[],
): Row[] {
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }) as unknown as Row);
}
