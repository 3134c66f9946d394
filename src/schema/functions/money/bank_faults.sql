-- Checks that the lines of bank statements tell the same as the ledger. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION bank_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
-- Receipts from before the ledger are on no bank account.
SELECT 'line of a bank statement that differs from its journal', line.id::text
  FROM statement_lines line
  JOIN bank_accounts bank ON bank.id = line.bank_account_id
  JOIN ledger_journals j ON j.id = coalesce(line.journal_id, line.suspense_journal_id) AND j.kind <> 'opening'
  WHERE NOT EXISTS (
    SELECT FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
    WHERE p.journal_id = j.id AND a.kind IN ('bank', 'bank_account')
      AND a.owner_id IS NOT DISTINCT FROM CASE WHEN bank.is_default THEN NULL ELSE bank.id END
      AND -p.amount_minor = CASE line.direction WHEN 'in' THEN line.amount_minor ELSE -line.amount_minor END
  )
UNION ALL
SELECT 'line of another bank account than its statement', line.id::text
  FROM statement_lines line LEFT JOIN statement_imports file ON file.id = line.import_id
  WHERE line.bank_account_id IS DISTINCT FROM file.bank_account_id
UNION ALL
SELECT 'journal that is several lines of bank statements', journal_id::text
  FROM statement_lines WHERE journal_id IS NOT NULL GROUP BY journal_id HAVING count(*) > 1
UNION ALL
SELECT 'money without an owner that is not of one line that waits', coalesce(waiting.journal_id, held.id)::text
  FROM (
    SELECT suspense_journal_id AS journal_id FROM statement_lines WHERE suspense_journal_id IS NOT NULL
  ) waiting
  FULL JOIN (
    SELECT id FROM ledger_journals j
    WHERE kind = 'suspense' AND reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_journals reversal WHERE reversal.reverses_id = j.id)
  ) held ON held.id = waiting.journal_id
  WHERE waiting.journal_id IS NULL OR held.id IS NULL
UNION ALL
SELECT 'cheque that is neither in hand, nor cleared by a line of a bank statement, nor reversed', held.receipt_id::text
  FROM (
    SELECT j.receipt_id, sum(p.amount_minor) AS held_minor, bool_or(
      j.kind = 'clearing' AND j.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_journals undone WHERE undone.reverses_id = j.id)
      AND NOT EXISTS (SELECT FROM statement_lines line WHERE line.journal_id = j.id)
    ) AS lacks_line
    FROM ledger_accounts a
    JOIN ledger_postings p ON p.account_id = a.id
    JOIN ledger_journals j ON j.id = p.journal_id
    WHERE a.kind = 'cheques_in_hand' GROUP BY 1
  ) held
  LEFT JOIN receipts r ON r.id = held.receipt_id
  WHERE r.id IS NULL OR held.lacks_line
    OR held.held_minor NOT IN (0, CASE WHEN r.reversed_at IS NULL THEN -r.amount_minor ELSE 0 END)
UNION ALL
SELECT 'line of a bank statement that is gone, or matched otherwise than its latest audit entry says', said.subject
  FROM (
    SELECT DISTINCT ON (subject) subject, (after ->> 'journal_id')::bigint AS journal_id
    FROM audit_entries WHERE action IN ('bank_line.matched', 'bank_line.released', 'bank_line.undone')
    ORDER BY subject, id DESC
  ) said
  LEFT JOIN statement_lines line ON 'bank line ' || line.id = said.subject
  WHERE line.id IS NULL OR line.journal_id IS DISTINCT FROM said.journal_id
UNION ALL
SELECT 'statement without the lines that its audit entries count', said.import_id::text
  FROM (
    SELECT (after ->> 'import_id')::integer AS import_id, sum((after ->> 'new_lines')::integer) AS lines
    FROM audit_entries WHERE action = 'statement.imported' GROUP BY 1
  ) said
  WHERE said.lines <> (SELECT count(*) FROM statement_lines line WHERE line.import_id = said.import_id)
UNION ALL
-- Entries of earlier releases do not have the balances, without which a statement proves nothing.
SELECT 'statement of other balances than its latest audit entry says', file.id::text
  FROM (
    SELECT DISTINCT ON (after ->> 'import_id') (after ->> 'import_id')::integer AS import_id, after
    FROM audit_entries WHERE action = 'statement.imported' ORDER BY after ->> 'import_id', id DESC
  ) said
  JOIN statement_imports file ON file.id = said.import_id
  WHERE said.after ? 'closing_minor'
    AND (said.after -> 'opening_minor', said.after -> 'closing_minor') IS DISTINCT FROM
      (coalesce(to_jsonb(file.opening_minor), 'null'), coalesce(to_jsonb(file.closing_minor), 'null'))
UNION ALL
SELECT 'line of a bank statement that was ignored without an audit entry', line.id::text
  FROM statement_lines line
  WHERE line.state = 'ignored' AND NOT EXISTS (
    SELECT FROM audit_entries said
    WHERE said.action = 'bank_line.ignored' AND said.subject = 'bank line ' || line.id
      AND said.after ->> 'reason' = line.ignored_reason AND said.actor = line.decided_by
  )
UNION ALL
SELECT 'line of a bank statement in another state, or decided by another, than its latest audit entry says', line.id::text
  FROM statement_lines line
  LEFT JOIN (
    SELECT DISTINCT ON (subject) subject, split_part(action, '.', 2) AS decision, actor FROM audit_entries
    WHERE action IN ('bank_line.matched', 'bank_line.ignored', 'bank_line.suspended', 'bank_line.released', 'bank_line.undone')
    ORDER BY subject, id DESC
  ) said ON said.subject = 'bank line ' || line.id
  WHERE CASE
    WHEN said.decision IN ('matched', 'ignored') THEN (line.state, line.decided_by) IS DISTINCT FROM (said.decision, said.actor)
    ELSE line.state NOT IN ('unmatched', 'suggested') OR line.decided_by IS NOT NULL
  END
UNION ALL
SELECT 'bank account without a ledger account of its own', coalesce(bank.id::text, 'ledger account ' || a.id)
  FROM (SELECT id, CASE WHEN is_default THEN 0 ELSE id END AS owner_id FROM bank_accounts) bank
  FULL JOIN (
    SELECT id, coalesce(owner_id, 0) AS owner_id FROM ledger_accounts WHERE kind IN ('bank', 'bank_account')
  ) a ON a.owner_id = bank.owner_id
  WHERE bank.id IS NULL OR a.id IS NULL
$$;
