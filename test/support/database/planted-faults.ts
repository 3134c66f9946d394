/** Selects journals of a kind, except reversals; the first or the last of them by `min` or `max`. */
const journal = (kind: string, which = 'max'): string =>
  `(SELECT ${which}(id) FROM ledger_journals WHERE kind = '${kind}' AND reverses_id IS NULL)`;
const ORDER_RECEIPT =
  '(SELECT min(id) FROM ledger_journals WHERE order_id IS NOT NULL AND kind = $$receipt$$)';
const UNPAID = "status = 'awaiting_payment'";

/** Removes a journal and its postings. */
const removed = (id: string): string[] => [
  `DELETE FROM ledger_postings WHERE journal_id = ${id}`,
  `DELETE FROM ledger_journals WHERE id = ${id}`,
];

/** Adds a second journal like an existing one, between the same accounts. */
const copied = (id: string, key: string): string[] => [
  `INSERT INTO ledger_journals (kind, key, order_id, receipt_id, actor)
    SELECT kind, '${key}', order_id, receipt_id, actor FROM ledger_journals WHERE id = ${id}`,
  `INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
    SELECT (SELECT id FROM ledger_journals WHERE key = '${key}'), line, account_id, amount_minor, balance_after
    FROM ledger_postings WHERE journal_id = (SELECT min(id) FROM ledger_journals WHERE id = ${id})`,
];

/** Faults that a person with the database's password could leave, each by its statements in the books of the test. */
export const PLANTED_FAULTS: [fault: string, ...statements: string[]][] = [
  [
    'a changed balance of a wallet',
    'UPDATE ledger_accounts SET balance_minor = balance_minor + 1 WHERE client_id IS NOT NULL',
  ],
  [
    'a removed posting',
    `DELETE FROM ledger_postings WHERE journal_id = ${journal('payout', 'min')} AND line = 1`,
  ],
  [
    'a journal that does not sum to 0',
    `UPDATE ledger_postings SET amount_minor = amount_minor + 1 WHERE journal_id = ${journal('receipt')} AND line = 1`,
  ],
  ['a removed settle journal of a paid order', ...removed(journal('settle'))],
  [
    'a second settle journal of an order',
    'ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_settle_ck',
    ...copied(journal('settle'), 'settle:again'),
  ],
  [
    'a refund of more than was paid',
    `UPDATE ledger_postings SET amount_minor = amount_minor * 2 WHERE journal_id = ${journal('refund')}`,
  ],
  [
    'stock of a canceled order that is kept',
    `UPDATE stock_levels SET reserved = reserved + 1 WHERE product_id IN (SELECT product_id FROM order_items JOIN orders ON orders.id = order_id WHERE status = 'cancelled')`,
  ],
  [
    'reservations that differ from the open lines',
    'UPDATE stock_levels SET reserved = reserved - 1 WHERE reserved > 0',
  ],
  [
    'a receipt that is removed with its postings',
    ...removed(
      "(SELECT j.id FROM ledger_journals j JOIN receipts r ON r.id = j.receipt_id WHERE r.reference = 'PLANT-1' AND j.kind = 'receipt')",
    ),
    "DELETE FROM receipts WHERE reference = 'PLANT-1'",
  ],
  [
    'a refund of the gateway that failed without a reversal',
    "UPDATE gateway_refunds SET status = 'failed' WHERE status = 'processed' AND NOT is_outside",
  ],
  ['a removed refund of the gateway', 'DELETE FROM gateway_refunds WHERE NOT is_outside'],
  [
    'a refund of another amount than its journal',
    "UPDATE gateway_refunds SET amount_minor = amount_minor + 1 WHERE status = 'processed'",
  ],
  [
    'a payment of another amount than its receipt',
    'UPDATE gateway_payments SET amount_minor = amount_minor - 1',
  ],
  [
    'a confirmed transfer of another amount than its receipt',
    "UPDATE bank_transfers SET amount_minor = amount_minor + 1 WHERE status = 'confirmed'",
  ],
  [
    'a confirmed transfer of another client',
    "UPDATE bank_transfers SET client_id = (SELECT id FROM clients other WHERE other.id <> client_id LIMIT 1) WHERE status = 'confirmed'",
  ],
  [
    'a receipt of the bank on the account of the gateway',
    `UPDATE ledger_postings SET account_id = (SELECT id FROM ledger_accounts WHERE kind = 'gateway')
      WHERE journal_id = ${ORDER_RECEIPT} AND balance_after IS NULL`,
  ],
  ['a changed source of a receipt', "UPDATE receipts SET source = 'other' WHERE source = 'bank'"],
  [
    'a changed source of a payment of an order',
    `UPDATE receipts SET source = 'other' WHERE id = (SELECT receipt_id FROM ledger_journals WHERE id = ${ORDER_RECEIPT})`,
  ],
  [
    'removed audit entries of wallets',
    "DELETE FROM audit_entries WHERE action IN ('wallet.credited', 'wallet.debited')",
  ],
  [
    'a removed audit entry of a receipt',
    "DELETE FROM audit_entries WHERE id = (SELECT min(id) FROM audit_entries WHERE action = 'receipt.recorded')",
  ],
  [
    'a first journal in another month',
    "UPDATE ledger_journals SET at = at - interval '40 days' WHERE id = (SELECT min(id) FROM ledger_journals)",
  ],
  [
    'a changed reference of a payout',
    `UPDATE ledger_journals SET key = 'payout:OTHER' WHERE id = ${journal('payout', 'min')}`,
  ],
  [
    'a total of an unpaid order that is changed with its line',
    `UPDATE order_items SET unit_price_minor = 1, line_total_minor = quantity WHERE order_id IN (SELECT id FROM orders WHERE ${UNPAID})`,
    `UPDATE orders SET total_minor = total_minor - subtotal_minor + items_count, subtotal_minor = items_count WHERE ${UNPAID}`,
  ],
  [
    'a line of a statement that is matched twice',
    'ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_journal_uq',
    "UPDATE statement_lines SET state = 'matched', suggestion = NULL, journal_id = (SELECT max(journal_id) FROM statement_lines)",
  ],
  [
    'a journal whose seal alone was made again',
    `UPDATE ledger_journals SET note = 'forged' WHERE id = ${journal('payout', 'min')}`,
    `UPDATE ledger_seals SET sha256 = sha256(convert_to(ledger_seal_text(seq, prev_sha256, journal_id), 'UTF8'))
      WHERE journal_id = ${journal('payout', 'min')}`,
  ],
];
