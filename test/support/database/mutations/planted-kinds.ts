import { together } from '../broken-rules.js';

/** Makes all seals of journals again, as a person with knowledge of their form can. */
const sealAll = `DO $$ DECLARE s record; prev bytea := decode(repeat('00', 32), 'hex'); h bytea; n bigint := 0; BEGIN
  FOR s IN SELECT seq, journal_id FROM ledger_seals ORDER BY seq LOOP
    h := sha256(convert_to(ledger_seal_text(s.seq, prev, s.journal_id), 'UTF8'));
    UPDATE ledger_seals SET prev_sha256 = prev, sha256 = h WHERE seq = s.seq;
    prev := h; n := s.seq;
  END LOOP;
  UPDATE ledger_seal_state SET seq = n, sha256 = prev;
END $$`;

/** The last document of its series. */
const LAST = "(SELECT max(id) FROM tax_documents WHERE kind = 'invoice')";
/** Gives the last document another text, and its series the hash of this text. */
const rewritten = (content: string): string =>
  together(
    `UPDATE tax_documents SET content = ${content}, sha256 = sha256(prev_sha256 || convert_to(${content}, 'UTF8')) WHERE id = ${LAST}`,
    `UPDATE document_series s SET last_sha256 = d.sha256 FROM tax_documents d
    WHERE d.id = ${LAST} AND d.series = s.series AND d.financial_year = s.financial_year`,
  );
const OTHER_CLIENT = '(SELECT max(id) FROM clients WHERE test_of IS NULL)';
const order = (condition: string): string =>
  `(SELECT max(id) FROM orders WHERE NOT is_test AND ${condition})`;
const DELIVERED = order("status = 'delivered'");
const RETURNED = order("status = 'returned'");
const PAID = order("status = 'pending'");
const SHIPPED = order("status = 'shipped'");
const journal = (condition: string) => `(SELECT max(id) FROM ledger_journals WHERE ${condition})`;
const movedOrder = (id: string): string =>
  together(
    `UPDATE orders SET client_id = ${OTHER_CLIENT} WHERE id = ${id}`,
    `UPDATE order_positions SET client_id = ${OTHER_CLIENT} WHERE order_id = ${id}`,
    `UPDATE idempotency_keys SET client_id = ${OTHER_CLIENT} WHERE order_number = (SELECT order_number FROM orders WHERE id = ${id})`,
  );

const SETTLE = journal("kind = 'settle' AND reverses_id IS NULL");
const removed = (id: string): string =>
  together(
    `DELETE FROM ledger_postings WHERE journal_id = ${id}`,
    `DELETE FROM ledger_journals WHERE id = ${id}`,
  );
const RECEIPT = "(SELECT max(id) FROM receipts WHERE source = 'bank' AND reversed_at IS NULL)";

/** Kinds of faults, each planted with the database's password and without triggers. */
export const PLANTED_KINDS: Record<string, string> = {
  'document: total changed, text not': `UPDATE tax_documents SET total_minor = total_minor + 1, taxable_minor = taxable_minor + 1 WHERE id = ${LAST}`,
  'document: text changed, row not': `UPDATE tax_documents SET content = replace(content, 'Private', 'Public') WHERE id = ${LAST}`,
  'last document: another GSTIN of the recipient': rewritten(
    "jsonb_set(content::jsonb, '{recipient,gstin}', '\"29AAPFU0939F1ZS\"')::text",
  ),
  'last document removed': together(
    `DELETE FROM e_invoice_queue WHERE document_id = ${LAST}`,
    `UPDATE document_series s SET last_number = d.number - 1, last_sha256 = d.prev_sha256, last_issued_on =
      (SELECT max(b.issued_on) FROM tax_documents b WHERE b.series = d.series AND b.financial_year = d.financial_year AND b.number < d.number)
      FROM tax_documents d WHERE d.id = ${LAST} AND d.series = s.series AND d.financial_year = s.financial_year`,
    `INSERT INTO uninvoiced_shipments (shipment_id, order_number, client_id, problems, shipped_at)
      SELECT shipment_id, order_number, client_id, '[]', now() FROM tax_documents WHERE id = ${LAST}`,
    `DELETE FROM tax_documents WHERE id = ${LAST}`,
  ),
  'series that skips five numbers': 'UPDATE document_series SET last_number = last_number + 5',
  'document of another day': `UPDATE tax_documents SET issued_on = issued_on - 1 WHERE id = ${LAST}`,
  'document of another client': `UPDATE tax_documents SET client_id = ${OTHER_CLIENT} WHERE id = ${LAST}`,
  'document of another order': `UPDATE tax_documents SET order_number = (SELECT order_number FROM orders WHERE id = ${PAID}) WHERE id = ${LAST}`,
  'credit note removed': "DELETE FROM tax_documents WHERE kind = 'credit_note'",
  'registration of a document removed': "DELETE FROM document_events WHERE kind = 'registered'",
  'filed month opened again': 'DELETE FROM gst_filings',
  'entry of the queue of e-invoices removed': 'DELETE FROM e_invoice_queue',
  'shipment listed without a document': `INSERT INTO uninvoiced_shipments (shipment_id, order_number, client_id, problems, shipped_at)
      SELECT shipment_id, order_number, client_id, '[]', now() FROM tax_documents WHERE id = ${LAST}`,
  'tax profile: another GSTIN': "UPDATE tax_profiles SET gstin = '27AAPFU0939F1ZW'",
  'last document: tax moved between its kinds': rewritten(
    "jsonb_set(jsonb_set(content::jsonb, '{igst_minor}', to_jsonb((content::jsonb ->> 'igst_minor')::bigint - 1)), '{cgst_minor}', '1')::text",
  ),
  'final refund opened again': 'UPDATE orders SET refund_final = false WHERE refund_final',
  'paid order of another client': movedOrder(PAID),
  'restocked unit without a movement': together(
    `UPDATE order_items SET restocked_quantity = restocked_quantity + 1 WHERE order_id = ${RETURNED}`,
    'UPDATE stock_levels SET on_hand = on_hand + 1',
  ),
  'shipped order at another price': together(
    `UPDATE order_items SET unit_price_minor = unit_price_minor + 1, line_total_minor = line_total_minor + quantity WHERE order_id = ${SHIPPED}`,
    `UPDATE orders o SET subtotal_minor = i.sum, total_minor = i.sum + delivery_minor FROM (SELECT order_id, sum(line_total_minor) AS sum FROM order_items GROUP BY 1) i WHERE i.order_id = o.id AND o.id = ${SHIPPED}`,
    `UPDATE order_status_changes c SET total_minor = o.total_minor FROM orders o WHERE o.id = c.order_id AND c.total_minor IS NOT NULL AND o.id = ${SHIPPED}`,
  ),
  'delivered order that is shipped again': together(
    `UPDATE orders SET status = 'shipped' WHERE id = ${DELIVERED}`,
    `DELETE FROM order_status_changes WHERE status = 'delivered' AND order_id = ${DELIVERED}`,
  ),
  'row of a timeline removed': `DELETE FROM order_status_changes WHERE status = 'partially_shipped'`,
  'shipment removed': together(
    `DELETE FROM shipment_items WHERE order_id = ${DELIVERED}`,
    `DELETE FROM shipments WHERE order_id = ${DELIVERED}`,
  ),
  'returned order that is delivered again': together(
    `UPDATE orders SET status = 'delivered' WHERE id = ${RETURNED}`,
    `DELETE FROM order_status_changes WHERE status = 'returned' AND order_id = ${RETURNED}`,
  ),
  'delivery charge moved into goods': `UPDATE orders SET subtotal_minor = subtotal_minor + 1, delivery_minor = delivery_minor - 1 WHERE id = ${PAID}`,
  'limits of approvals raised': 'UPDATE approval_limits SET limit_minor = limit_minor * 10',
  'two matched bank lines swapped': together(
    'ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_journal_uq',
    `UPDATE statement_lines l SET journal_id = (SELECT journal_id FROM statement_lines o WHERE o.state = 'matched' AND o.id <> l.id AND o.amount_minor = l.amount_minor AND o.direction = l.direction LIMIT 1)
      WHERE state = 'matched' AND EXISTS (SELECT FROM statement_lines o WHERE o.state = 'matched' AND o.id <> l.id AND o.amount_minor = l.amount_minor AND o.direction = l.direction)`,
  ),
  'matched bank line that another person decided':
    "UPDATE statement_lines SET decided_by = decided_by || ' token 1' WHERE state = 'matched'",
  'ignored bank line opened again':
    "UPDATE statement_lines SET state = 'unmatched', ignored_reason = NULL, decided_by = NULL WHERE state = 'ignored'",
  'whole payout an hour old': together(
    `INSERT INTO ledger_journals (kind, key, actor, at) VALUES ('payout', 'payout:PLANTED', 'operator', now() - interval '1 hour')`,
    `INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
      SELECT j.id, 1, a.id, -1, a.balance_minor - 1 FROM ledger_journals j, ledger_accounts a WHERE j.key = 'payout:PLANTED' AND a.id = (SELECT max(id) FROM ledger_accounts WHERE kind = 'client_wallet' AND balance_minor > 0)`,
    `INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor)
      SELECT j.id, 2, a.id, 1 FROM ledger_journals j, ledger_accounts a WHERE j.key = 'payout:PLANTED' AND a.kind = 'bank'`,
    `UPDATE ledger_accounts a SET balance_minor = balance_minor + p.amount_minor FROM ledger_postings p JOIN ledger_journals j ON j.id = p.journal_id AND j.key = 'payout:PLANTED' WHERE p.account_id = a.id`,
  ),
  'all seals made again after a change': together(
    `UPDATE ledger_journals SET note = 'other' WHERE id = ${journal('true')}`,
    sealAll,
  ),
  'closing of a month: another sum': 'UPDATE closed_months SET debit_minor = debit_minor + 1',
  'closing of a month removed': 'DELETE FROM closed_months',
  'posting moved between two wallets': together(
    `UPDATE ledger_postings SET account_id = (SELECT min(id) FROM ledger_accounts WHERE kind = 'client_wallet') WHERE journal_id = ${journal("kind = 'receipt' AND reverses_id IS NULL")} AND balance_after IS NOT NULL`,
    `UPDATE ledger_accounts a SET balance_minor = (SELECT sum(amount_minor) FROM ledger_postings p WHERE p.account_id = a.id) WHERE kind = 'client_wallet' AND balance_minor > 10000`,
  ),
  'settle journal of a paid order removed': removed(SETTLE),
  'second settle journal of an order': together(
    'ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_settle_ck',
    `INSERT INTO ledger_journals (kind, key, order_id, receipt_id, actor)
      SELECT kind, 'settle:again', order_id, receipt_id, actor FROM ledger_journals WHERE id = ${SETTLE}`,
    `INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
      SELECT (SELECT max(id) FROM ledger_journals), line, account_id, amount_minor, balance_after
      FROM ledger_postings WHERE journal_id = (SELECT max(id) FROM ledger_journals WHERE kind = 'settle' AND reverses_id IS NULL AND key <> 'settle:again')`,
  ),
  'refund of more than was paid': `UPDATE ledger_postings SET amount_minor = amount_minor * 2 WHERE journal_id = ${journal("kind = 'refund' AND reverses_id IS NULL")}`,
  'receipt removed with its postings': together(
    removed(journal(`receipt_id = ${RECEIPT}`)),
    `DELETE FROM receipts WHERE id = ${RECEIPT}`,
  ),

  'tax rate of a product': 'UPDATE products SET gst_rate_bp = 500 WHERE gst_rate_bp = 1800',
  'tax rate of an HSN code': 'UPDATE hsn_rates SET rate_bp = 500',
  'tax rate of an HSN code that was never allowed, and its audit entry': together(
    'UPDATE hsn_rates SET rate_bp = 1300',
    `INSERT INTO audit_entries (actor, action, subject, after)
      SELECT 'operator', 'tax_rate.stored', 'tax rate of HSN ' || hsn || ' from ' || effective_from, '{"rate_bp": 1300}' FROM hsn_rates`,
  ),
  'allowed tax rates': 'UPDATE allowed_tax_rates SET rates_bp = rates_bp || 1300',
  'word for another method of payment': "UPDATE method_aliases SET method = 'cash'",
  'person who entered a bank account alone': 'UPDATE bank_accounts SET entered_alone_by = NULL',
  'delivery charge of a product': 'UPDATE products SET delivery_charge_minor = 0',
  'rate of tax that a client deducts': 'UPDATE clients SET tax_deducted_bp = 1000',
  'limit of open orders': 'UPDATE clients SET max_open_value_minor = 100',
  'subscription to another plan': 'UPDATE subscriptions SET plan_id = (SELECT max(id) FROM plans)',
  'SEZ of a client': "UPDATE clients SET sez = 'without_payment' WHERE gstin IS NOT NULL",
  'operator made owner':
    "INSERT INTO operator_roles (user_id, role) SELECT min(id), 'owner' FROM users WHERE kind = 'operator' AND NOT EXISTS (SELECT FROM operator_roles r WHERE r.user_id = users.id AND r.role = 'owner')",
  'token: another domain': "UPDATE api_tokens SET domain = 'other.example'",
  'token of another client': `UPDATE api_tokens SET client_id = ${OTHER_CLIENT}`,
  'right of a token to read the wallet': 'UPDATE api_tokens SET may_read_wallet = true',
  'address of a person': "UPDATE users SET email = 'other-' || email",
  'billing address of a client':
    "UPDATE clients SET billing_line1 = 'Elsewhere 1' WHERE billing_line1 IS NOT NULL",
  'automatic payment of a client': 'UPDATE auto_pay_settings SET keep_minor = 0',
};

/** Tables whose rows can be removed unnoticed; docs/reliability.md has the reasons. */
export const UNNAMED_KINDS = ['money_calls', 'idempotency_keys'];
