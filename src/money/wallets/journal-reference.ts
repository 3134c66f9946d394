/**
 * SQL for the public reference of a journal `j`: of a receipt, a payout, a refund to the source, or what the journal reverses.
 * Subqueries, not joins: planning a page of a wallet took 14 ms with joins of eight tables.
 * - never an internal key
 */
export const REFERENCE = `coalesce(
    (SELECT reference FROM receipts WHERE id = j.receipt_id),
    (SELECT reference FROM gateway_refunds WHERE journal_id = coalesce(j.reverses_id, j.id)),
    substring(coalesce((SELECT key FROM ledger_journals reversed WHERE reversed.id = j.reverses_id), j.key)
      FROM '^(?:payout|waiting:[0-9]+):(.*)$')
  )`;
