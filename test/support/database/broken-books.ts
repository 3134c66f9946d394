import type { BrokenRules } from './broken-rules.js';

/** Writes an expression for the id of a system account. */
export function accountOf(kind: string): string {
  return `(SELECT id FROM ledger_accounts WHERE kind = '${kind}')`;
}

/** Writes an expression for the id of a client's wallet. */
export function walletOf(clientId: number | string): string {
  return `(SELECT id FROM ledger_accounts WHERE client_id = ${clientId})`;
}

/** The clients of the two stores. */
const [STORE, OTHER] = ['(SELECT min(id) FROM clients)', '(SELECT min(id) + 1 FROM clients)'];

/** Writes an expression for the id of a client's latest journal of a kind. */
function journal(kind: string, client = STORE): string {
  return `(SELECT max(j.id) FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
    WHERE j.kind = '${kind}' AND j.reverses_id IS NULL AND p.account_id = ${walletOf(client)})`;
}

/**
 * The rules of the ledger, in the books of two stores.
 * - the first store has paid and canceled orders, a reversed receipt, a payout and an adjustment
 * - the other one has a receipt
 */
export const BROKEN_BOOKS: BrokenRules = {
  'journal without two postings that sum to 0': `DELETE FROM ledger_postings WHERE journal_id = ${journal('payout')} AND line = 1`,
  'journal that does not move the money of one wallet': `UPDATE ledger_postings SET account_id = ${accountOf('gateway')}, balance_after = NULL
        WHERE journal_id = ${journal('receipt')} AND line = 2`,
  'debt or credit of another client than the wallet of its journal': `UPDATE ledger_accounts SET owner_id = ${OTHER} WHERE kind = 'client_debt'`,
  'ledger does not sum to 0': `UPDATE ledger_postings SET amount_minor = -1 WHERE journal_id = ${journal('receipt')} AND line = 1`,
  "posting to an account that is not of its journal's kind": `UPDATE ledger_postings SET account_id = ${accountOf('opening')}
        WHERE journal_id = ${journal('settle')} AND line = 1`,
  'journal in the wrong direction': `UPDATE ledger_postings SET amount_minor = -amount_minor WHERE journal_id = ${journal('payout')}`,
  'reversal that is not the opposite of its journal': `UPDATE ledger_journals SET reverses_id = ${journal('receipt', OTHER)}
        WHERE id = (SELECT max(id) FROM ledger_journals WHERE reverses_id IS NOT NULL)`,
  'balance differs from the postings': `UPDATE ledger_accounts SET balance_minor = balance_minor + 1 WHERE client_id IS NOT NULL`,
  'money in the wallet of a client who owes': `UPDATE ledger_accounts SET owner_id = ${OTHER}, balance_minor = -1
        WHERE kind = 'client_debt'`,
  'balance of a posting is not the one before plus its amount': `UPDATE ledger_postings SET balance_after = balance_after + 1
        WHERE journal_id = ${journal('settle')} AND line = 2`,
  'wallet journals out of the order of their times': `UPDATE ledger_journals SET at = at - interval '1 hour' WHERE id = ${journal('payout')}`,
  'paid or refunded without one settle journal of the total, or such a journal without paid or refunded': `UPDATE orders SET status = 'awaiting_payment', payment_status = 'unpaid' WHERE status = 'pending'`,
  'refunds that do not match the payment status': `UPDATE orders SET status = 'cancelled', payment_status = 'refunded' WHERE status = 'pending'`,
  'money of an order in the wallet of another client, or of no order': `UPDATE orders SET client_id = ${OTHER} WHERE status = 'pending'`,
  'money of a receipt in the wallet of another client': `UPDATE receipts SET client_id = ${OTHER}`,
  'receipt without one journal of its amount, or reversed without a reversal': `UPDATE receipts SET reversed_at = now() WHERE reversed_at IS NULL`,
  'receipt that paid more than its amount': `UPDATE receipts SET amount_minor = 1 WHERE reversed_at IS NULL`,
  'adjustment that was approved without a journal of its amount, or has one without approval': `UPDATE approvals SET amount_minor = amount_minor + 1 WHERE kind = 'adjustment'`,
  'order bought on account whose client, amount or payments differ from its journals': `UPDATE credit_items SET amount_minor = amount_minor + 1`,
  'unpaid orders bought on account that do not sum to the credit of their client': `UPDATE ledger_accounts SET balance_minor = balance_minor - 1 WHERE kind = 'client_credit'`,
  'test order in the ledger': `UPDATE orders SET is_test = true WHERE status = 'pending'`,
  'wallet of a test client': `UPDATE clients SET test_of = ${OTHER} WHERE id = ${STORE}`,
};
