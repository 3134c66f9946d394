/** Tables that a receipt writes to if it pays an order. */
export const SETTLE_TABLES = [
  ...['orders', 'order_status_changes', 'receipts', 'ledger_journals', 'ledger_postings'],
  ...['ledger_accounts', 'audit_entries'],
];

/**
 * The fastest way to record receipts that pay an order each: one call for many receipts, with only the writes of the service.
 * - its parameter is a JSON array of order numbers and references
 * - it returns a row for each receipt, with the number of its request from 1
 */
export const SETTLE_ORDERS = [
  `INSERT INTO ledger_accounts (kind, client_id, balance_minor) SELECT 'client_wallet', id, 0 FROM clients
    ON CONFLICT (client_id) DO NOTHING`,
  `CREATE FUNCTION bench.settle_orders(p_requests json) RETURNS TABLE (n integer, receipt_id bigint) LANGUAGE sql AS $$
    WITH wanted AS MATERIALIZED (
      SELECT row_number() OVER ()::integer AS n, request.*
      FROM json_to_recordset(p_requests) AS request (order_number text, reference text)
    ), paid AS (
      UPDATE orders o SET status = 'pending', payment_status = 'paid', updated_at = clock_timestamp()
      FROM wanted WHERE o.order_number = wanted.order_number AND o.status = 'awaiting_payment'
      RETURNING wanted.n, wanted.reference, o.id, o.client_id, o.total_minor
    ), timeline AS (
      INSERT INTO order_status_changes (order_id, status) SELECT id, 'pending' FROM paid
    ), received AS (
      INSERT INTO receipts (client_id, source, method, reference, amount_minor)
      SELECT client_id, 'bank', 'bank', reference, total_minor FROM paid
      RETURNING id, reference
    ), wallets AS (
      -- The money comes and goes: the balance stays, and the row is written as by the service.
      UPDATE ledger_accounts SET balance_minor = balance_minor
      WHERE client_id IN (SELECT client_id FROM paid) RETURNING id, client_id, balance_minor
    ), money AS MATERIALIZED (
      SELECT paid.*, received.id AS receipt_id, wallets.id AS wallet_id, wallets.balance_minor,
        nextval(pg_get_serial_sequence('ledger_journals', 'id')) AS receipt_journal,
        nextval(pg_get_serial_sequence('ledger_journals', 'id')) AS settle_journal
      FROM paid JOIN received USING (reference) JOIN wallets USING (client_id)
    ), journals AS (
      INSERT INTO ledger_journals (id, kind, key, order_id, receipt_id, actor) OVERRIDING SYSTEM VALUE
      SELECT receipt_journal, 'receipt', 'receipt:' || receipt_id, NULL, receipt_id, 'bench' FROM money
      UNION ALL SELECT settle_journal, 'settle', 'settle:' || id, id, receipt_id, 'bench' FROM money
    ), postings AS (
      INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
      SELECT posting.* FROM money
      CROSS JOIN (SELECT max(id) FILTER (WHERE kind = 'bank') AS bank, max(id) FILTER (WHERE kind = 'sales') AS sales
        FROM ledger_accounts) of
      CROSS JOIN LATERAL (VALUES
        (receipt_journal, 1, of.bank, -total_minor, NULL::bigint),
        (receipt_journal, 2, wallet_id, total_minor, balance_minor + total_minor),
        (settle_journal, 1, of.sales, total_minor, NULL),
        (settle_journal, 2, wallet_id, -total_minor, balance_minor)
      ) posting
    ), audited AS (
      INSERT INTO audit_entries (actor, action, subject, after)
      SELECT 'bench', 'receipt.recorded', 'client ' || client_id,
        jsonb_build_object('receiptId', receipt_id, 'reference', reference, 'amountMinor', total_minor)
      FROM money
    )
    SELECT money.n, money.receipt_id FROM money
  $$`,
];
