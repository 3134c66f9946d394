/**
 * SQL for the reference of a journal `j`, as people know it: of a receipt, a payout or a refund to the source, also while that
 * waits, or of what it reverses; never an internal key. With joins, a page of a wallet was planned for 14 ms: PostgreSQL tries every
 * order of eight tables.
 */
export const REFERENCE = `coalesce(
    (SELECT reference FROM receipts WHERE id = j.receipt_id),
    (SELECT reference FROM gateway_refunds WHERE journal_id = coalesce(j.reverses_id, j.id)),
    substring(coalesce((SELECT key FROM ledger_journals reversed WHERE reversed.id = j.reverses_id), j.key)
      FROM '^(?:payout|waiting:[0-9]+):(.*)$')
  )`;
