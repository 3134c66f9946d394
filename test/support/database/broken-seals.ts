const FIRST = '(SELECT min(seq) FROM ledger_seals)';
const LAST = '(SELECT max(seq) FROM ledger_seals)';
const UNSEALED = 'journal older than a minute without a seal';
const ANOTHER_HASH = 'seal with another hash than that of its journal';

/** Changes the journal of a seal and computes only this seal again, as a person would who knows how seals are made. */
const forged = (seq: string): string[] => [
  `UPDATE ledger_journals SET note = 'forged' WHERE id = (SELECT journal_id FROM ledger_seals WHERE seq = ${seq})`,
  `UPDATE ledger_seals SET sha256 = sha256(convert_to(ledger_seal_text(seq, prev_sha256, journal_id), 'UTF8'))
    WHERE seq = ${seq}`,
];

/** For each rule of the seals, statements that break it. */
export const SEAL_BREAKS: [fault: string, rule: string, ...statements: string[]][] = [
  [
    'a journal without a seal',
    UNSEALED,
    `INSERT INTO ledger_journals (kind, key, actor, at) VALUES ('opening', 'unsealed', 'test', now() - interval '61 seconds')`,
  ],
  [
    'a removed seal',
    'gap in the numbers of seals',
    `DELETE FROM ledger_seals WHERE seq = ${FIRST} + 1`,
  ],
  [
    'a journal of which only the own seal was computed again',
    'seal that does not continue the one before',
    ...forged(FIRST),
  ],
  [
    'the last journal of which only the own seal was computed again',
    'latest seal differs from the state of the seals',
    ...forged(LAST),
  ],
  [
    'a changed journal',
    ANOTHER_HASH,
    `UPDATE ledger_journals SET key = 'payout:other' WHERE id = (SELECT journal_id FROM ledger_seals WHERE seq = ${LAST})`,
  ],
  [
    'a changed posting',
    ANOTHER_HASH,
    `UPDATE ledger_postings SET balance_after = balance_after + 1
      WHERE balance_after IS NOT NULL AND journal_id = (SELECT journal_id FROM ledger_seals WHERE seq = ${LAST})`,
  ],
  [
    'a removed journal',
    ANOTHER_HASH,
    `DELETE FROM ledger_journals WHERE id = (SELECT journal_id FROM ledger_seals WHERE seq = ${FIRST})`,
  ],
  [
    'a chain that was made again',
    'seal that differs from its witness in the audit log, or is gone',
    `INSERT INTO audit_entries (actor, action, subject, after) VALUES ('service', 'chain.witnessed', 'ledger seals', '{"seq": 1, "sha256": "00"}')`,
  ],
  [
    'a closed month with other journals',
    'closed month with other journals than at its closing',
    "INSERT INTO closed_months (month, journals, debit_minor, closed_by) VALUES ('2020-01', 0, 500, 'test')",
  ],
  [
    'a seal of another day',
    'seal of another day than its journal',
    `UPDATE ledger_seals SET day = '2000-01-01' WHERE seq = ${LAST}`,
  ],
];
