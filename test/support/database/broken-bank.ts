import type { BrokenRules } from './broken-rules.js';
import { accountOf } from './broken-books.js';

/** The rules of `bank_faults`, in the books of test/money/planted-faults. */
export const BROKEN_BANK: BrokenRules = {
  'line of a bank statement that differs from its journal': [
    "UPDATE statement_lines SET direction = 'out' WHERE journal_id IS NOT NULL",
    'UPDATE statement_lines SET amount_minor = amount_minor + 1 WHERE journal_id IS NOT NULL',
    `UPDATE ledger_postings SET account_id = (SELECT id FROM ledger_accounts WHERE kind = 'bank_account')
      WHERE account_id = ${accountOf('bank')}`,
  ],
  'line of another bank account than its statement':
    'UPDATE statement_imports SET bank_account_id = bank_account_id + 1',
  'journal that is several lines of bank statements': `DO $$ BEGIN
      ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_journal_uq;
      UPDATE statement_lines SET journal_id = (SELECT max(journal_id) FROM statement_lines) WHERE state = 'matched';
    END $$`,
  'money without an owner that is not of one line that waits': [
    'UPDATE statement_lines SET suspense_journal_id = NULL',
    "DELETE FROM ledger_journals WHERE kind = 'suspense'",
  ],
  'cheque that is neither in hand, nor cleared by a line of a bank statement, nor reversed': [
    "DELETE FROM statement_lines WHERE reference = '004711'",
    "UPDATE receipts SET reversed_at = now() WHERE reference = '004712'",
    "UPDATE receipts SET amount_minor = amount_minor + 1 WHERE reference = '004712'",
  ],
  'line of a bank statement that is gone, or matched otherwise than its latest audit entry says':
    "DELETE FROM statement_lines WHERE state = 'matched'",
  'statement without the lines that its audit entries count': 'DELETE FROM statement_lines',
  'statement of other balances than its latest audit entry says':
    'UPDATE statement_imports SET closing_minor = 1',
  'line of a bank statement that was ignored without an audit entry': `UPDATE statement_lines SET state = 'ignored', suggestion = NULL, suspense_journal_id = NULL, ignored_reason = 'Own',
      decided_by = 'operator', decided_at = now() WHERE journal_id IS NULL`,
  'line of a bank statement in another state, or decided by another, than its latest audit entry says':
    [
      "UPDATE statement_lines SET decided_by = decided_by || ' token 1' WHERE state = 'matched'",
      "UPDATE statement_lines SET state = 'unmatched', ignored_reason = NULL, decided_by = NULL WHERE state = 'ignored'",
      "UPDATE statement_lines SET decided_by = 'operator' WHERE state IN ('unmatched', 'suggested')",
    ],
  'bank account without a ledger account of its own': [
    `UPDATE ledger_accounts SET owner_id = 999 WHERE kind = 'bank_account'`,
    `DO $$ BEGIN
      DROP INDEX bank_accounts_default_uq;
      UPDATE bank_accounts SET is_default = true;
    END $$`,
  ],
};
