import type { BrokenRules } from './broken-rules.js';

/** The rules of `approval_faults`, in the books of test/money/planted-faults. */
export const BROKEN_APPROVALS: BrokenRules = {
  'money set aside that is not the sum of what waits':
    "UPDATE approvals SET amount_minor = amount_minor - 1 WHERE status = 'waiting' AND kind = 'payout'",
  'payout or refund that did not set its money aside, or gave it back although it was not rejected and did not fail': `UPDATE approvals SET status = 'waiting', decided_by = NULL, decided_at = NULL, rejection_reason = NULL
      WHERE status = 'rejected'`,
  'journal that sets money aside, or pays it out, without an approval': [
    "DELETE FROM approvals WHERE status = 'waiting' AND kind = 'payout'",
    "UPDATE approvals SET journal_id = held_journal_id WHERE status = 'approved' AND kind = 'payout'",
  ],
  'approved entry that differs from its journal': [
    "UPDATE approvals SET amount_minor = amount_minor - 1 WHERE status = 'approved' AND kind = 'receipt'",
    "UPDATE approvals SET reference = 'OTHER' WHERE status = 'approved' AND kind = 'payout'",
    `UPDATE approvals SET journal_id = (SELECT reverses_id FROM ledger_journals j WHERE j.id = journal_id)
      WHERE status = 'approved' AND kind = 'reversal'`,
  ],
  'entry that was approved by the person who proposed it':
    "UPDATE approvals SET decided_by = proposed_by || ' token 1' WHERE status = 'approved'",
  'approval without an audit entry of its proposal, or of its decision': [
    "DELETE FROM audit_entries WHERE action = 'approval.proposed'",
    "UPDATE audit_entries SET actor = 'operator' WHERE action = 'approval.approved'",
    `INSERT INTO approvals (id, kind, key, client_id, amount_minor, details, status, proposed_by, decided_by, decided_at)
      SELECT nextval('wallet_adjustments_id_seq'), 'adjustment', 'bonus', min(id), 5, '{}', 'rejected', 'user 1', 'user 1', now()
      FROM clients`,
  ],
};
