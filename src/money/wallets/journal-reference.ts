/**
 * SQL for the reference of a journal `j`, as people know it: of a receipt, a payout or a refund to the source, also while that
 * waits, or of what it reverses; never an internal key. Needs {@link REFERENCE_JOINS}.
 */
export const REFERENCE =
  "coalesce(r.reference, refund.reference, substring(coalesce(reversed.key, j.key) FROM '^(?:payout|waiting:[0-9]+):(.*)$'))";

export const REFERENCE_JOINS = `
  LEFT JOIN receipts r ON r.id = j.receipt_id
  LEFT JOIN ledger_journals reversed ON reversed.id = j.reverses_id
  LEFT JOIN gateway_refunds refund ON refund.journal_id = coalesce(j.reverses_id, j.id)`;
