import type { BrokenRules } from './broken-rules.js';

/** Writes two journals whose references differ by a dash. */
const twice = (kind: string, prefix: string): string =>
  `INSERT INTO ledger_journals (kind, key, order_id, actor) SELECT '${kind}', '${prefix}' || reference, 1, j.actor
    FROM (SELECT actor FROM ledger_journals LIMIT 1) j, unnest(ARRAY['OUT/7', 'OUT-7']) reference`;

/** The rules of `payment_faults`, in the books of test/money/planted-faults. */
export const BROKEN_PAYMENTS: BrokenRules = {
  'receipt that is not on the account of its source':
    "UPDATE receipts SET source = 'cash' WHERE source = 'gateway'",
  'receipt without an audit entry of its amount, source and reference':
    "DELETE FROM audit_entries WHERE action = 'receipt.recorded'",
  'payment of an order without an audit entry of its amount and source':
    "DELETE FROM audit_entries WHERE action = 'payment.recorded'",
  'audit entry of a receipt that does not exist':
    "DELETE FROM receipts WHERE reference = 'PLANT-1'",
  'audit entries of a wallet with a gap': `DELETE FROM audit_entries WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY subject ORDER BY id) AS place
        FROM audit_entries WHERE action IN ('wallet.credited', 'wallet.debited')
      ) numbered WHERE place = 2)`,
  'balance that differs from the audit log':
    "DELETE FROM audit_entries WHERE action IN ('wallet.credited', 'wallet.debited')",
  'payment of the gateway that differs from its receipt':
    'UPDATE gateway_payments SET amount_minor = amount_minor + 1',
  'receipt of the gateway without its payment': 'DELETE FROM gateway_payments',
  'confirmed transfer that differs from its receipt':
    "UPDATE bank_transfers SET amount_minor = amount_minor + 1 WHERE status = 'confirmed'",
  'transfer that was confirmed and is gone, has another UTR, or was confirmed by another':
    "DELETE FROM bank_transfers WHERE status = 'confirmed'",
  'payment of the gateway that was refunded by more than its refunds':
    'UPDATE gateway_payments SET refunded_minor = refunded_minor + amount_minor',
  'refund to source that differs from its receipt or its journal': [
    "UPDATE gateway_refunds SET amount_minor = amount_minor + 1 WHERE status = 'processed'",
    `UPDATE gateway_refunds SET (receipt_id, payment_id) = (
        SELECT id, reference FROM receipts other WHERE source = 'gateway' AND other.id <> receipt_id LIMIT 1
      ) WHERE status = 'processed' AND NOT is_outside`,
    `UPDATE receipts SET client_id = (SELECT id FROM clients other WHERE other.id <> client_id LIMIT 1)
      WHERE id IN (SELECT receipt_id FROM gateway_refunds)`,
  ],
  'payouts that have one reference in several spellings': twice('payout', 'payout:'),
  'refunds of an order that have one reference in several spellings': twice(
    'refund',
    'refund:1:reference:',
  ),
  'refunds to source that have one reference in several spellings': `UPDATE gateway_refunds SET status = 'processed', due_at = NULL,
      ask_at = NULL, is_outside = false, reference = 'OUT' || repeat('-', id::integer), receipt_id = (SELECT min(receipt_id) FROM gateway_refunds)`,
  'failed refund to source without a reversal, or a reversal of one that did not fail': [
    "UPDATE gateway_refunds SET status = 'failed' WHERE status = 'processed' AND NOT is_outside",
    "UPDATE gateway_refunds SET status = 'processed' WHERE status = 'failed'",
  ],
  'journal of a refund to source without its refund':
    'DELETE FROM gateway_refunds WHERE is_outside',
  'dispute that differs from its receipt or its journal': [
    "UPDATE gateway_disputes SET taken_minor = 1, deducted_minor = 1 WHERE status = 'lost'",
    `UPDATE gateway_disputes SET (taken_minor, deducted_minor, journal_id) = (
        SELECT amount_minor, amount_minor, j.id FROM ledger_journals j
        WHERE j.kind = 'dispute' AND j.reverses_id IS NULL AND j.key LIKE 'dispute:' || dispute_id || ':%'
      ) WHERE status = 'won'`,
  ],
  'dispute that took another amount than the gateway holds back':
    "UPDATE gateway_disputes SET deducted_minor = 0, status = 'won' WHERE status = 'lost'",
  'journal of a dispute that is not reversed, and not of a dispute':
    "UPDATE gateway_disputes SET taken_minor = 0, journal_id = NULL WHERE status = 'lost'",
  'settlement that differs from its journal': [
    'UPDATE gateway_settlements SET fees_minor = fees_minor + tax_minor, tax_minor = 0',
    'UPDATE gateway_settlements SET amount_minor = amount_minor + 1',
  ],
  'journal of a settlement that is not reversed, and not of a settlement':
    'DELETE FROM gateway_settlements',
};
