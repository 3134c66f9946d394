import { together, type BrokenRules } from './broken-rules.js';

const FIRST = '(SELECT min(seq) FROM ledger_seals)';
const LAST = '(SELECT max(seq) FROM ledger_seals)';

/** Changes the journal of a seal and computes only this seal again, as a person with knowledge of seals would. */
const forged = (seq: string): string =>
  together(
    `UPDATE ledger_journals SET note = 'forged' WHERE id = (SELECT journal_id FROM ledger_seals WHERE seq = ${seq})`,
    `UPDATE ledger_seals SET sha256 = sha256(convert_to(ledger_seal_text(seq, prev_sha256, journal_id), 'UTF8'))
    WHERE seq = ${seq}`,
  );

/** The rules of the seals. */
export const BROKEN_SEALS: BrokenRules = {
  'journal older than a minute without a seal': `INSERT INTO ledger_journals (kind, key, actor, at) VALUES ('opening', 'unsealed', 'test', now() - interval '1 hour')`,
  'gap in the numbers of seals': `DELETE FROM ledger_seals WHERE seq = ${FIRST} + 1`,
  'seal that does not continue the one before': forged(FIRST),
  'latest seal differs from the state of the seals': forged(LAST),
  'seal with another hash than that of its journal': [
    `UPDATE ledger_journals SET key = 'payout:other' WHERE id = (SELECT journal_id FROM ledger_seals WHERE seq = ${LAST})`,
    `UPDATE ledger_postings SET balance_after = balance_after + 1
      WHERE balance_after IS NOT NULL AND journal_id = (SELECT journal_id FROM ledger_seals WHERE seq = ${LAST})`,
    `DELETE FROM ledger_journals WHERE id = (SELECT journal_id FROM ledger_seals WHERE seq = ${FIRST})`,
  ],
  'seal that differs from its witness in the audit log, or is gone': `INSERT INTO audit_entries (actor, action, subject, after) VALUES ('service', 'chain.witnessed', 'ledger seals', '{"seq": 1, "sha256": "00"}')`,
  'closed month with other journals than at its closing':
    "INSERT INTO closed_months (month, journals, debit_minor, closed_by) VALUES ('2020-01', 0, 500, 'test')",
  'seal of another day than its journal': `UPDATE ledger_seals SET day = '2000-01-01' WHERE seq = ${LAST}`,
};
