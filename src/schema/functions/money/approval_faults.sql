-- Checks that what waited for another person tells the same as the ledger and the audit log. Each row is a broken rule and its
-- place.
CREATE OR REPLACE FUNCTION approval_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH journals AS (
  SELECT j.id, j.kind, j.key, j.reverses_id, p.client_id, p.wallet_minor, p.waiting_minor, p.bank_minor, p.gateway_minor,
    EXISTS (SELECT FROM ledger_journals reversal WHERE reversal.reverses_id = j.id) AS is_reversed
  FROM ledger_journals j
  JOIN (
    SELECT posting.journal_id, min(a.client_id) AS client_id,
      sum(posting.amount_minor) FILTER (WHERE a.kind = 'client_wallet') AS wallet_minor,
      coalesce(sum(posting.amount_minor) FILTER (WHERE a.kind = 'payouts_waiting'), 0) AS waiting_minor,
      sum(posting.amount_minor) FILTER (WHERE a.kind IN ('bank', 'bank_account')) AS bank_minor,
      sum(posting.amount_minor) FILTER (WHERE a.kind = 'gateway') AS gateway_minor
    FROM ledger_postings posting JOIN ledger_accounts a ON a.id = posting.account_id
    GROUP BY 1
  ) p ON p.journal_id = j.id
  WHERE j.kind IN ('payout', 'receipt', 'opening', 'bank_charge', 'other', 'adjustment')
)
SELECT 'money set aside that is not the sum of what waits', (held.sum_minor - waiting.sum_minor)::text
  FROM (SELECT coalesce(sum(waiting_minor), 0) AS sum_minor FROM journals) held
  CROSS JOIN (
    SELECT coalesce(sum(amount_minor), 0) AS sum_minor FROM approvals
    WHERE status = 'waiting' AND kind IN ('payout', 'refund')
  ) waiting
  WHERE held.sum_minor <> waiting.sum_minor
UNION ALL
SELECT 'payout or refund that did not set its money aside, or gave it back although it was not rejected and did not fail',
    approval.id::text
  FROM approvals approval
  LEFT JOIN journals held ON held.id = approval.held_journal_id
  LEFT JOIN gateway_refunds refund ON refund.held_journal_id = approval.held_journal_id
  WHERE approval.kind IN ('payout', 'refund') AND (
    held.id IS NULL OR held.client_id IS DISTINCT FROM approval.client_id OR held.waiting_minor <> approval.amount_minor
    OR NOT starts_with(held.key, 'waiting:' || approval.id || ':')
    OR held.is_reversed <> (approval.status = 'rejected' OR refund.status IS NOT DISTINCT FROM 'failed')
  )
UNION ALL
SELECT 'journal that sets money aside, or pays it out, without an approval', j.id::text
  FROM journals j
  WHERE j.kind = 'payout' AND j.reverses_id IS NULL AND (j.waiting_minor <> 0 OR j.wallet_minor IS NULL)
    AND NOT EXISTS (
      SELECT FROM approvals approval
      WHERE j.id = CASE WHEN j.waiting_minor > 0 THEN approval.held_journal_id ELSE approval.journal_id END
    )
UNION ALL
SELECT 'approved entry that differs from its journal', approval.id::text
  FROM approvals approval LEFT JOIN journals j ON j.id = approval.journal_id
  WHERE approval.status = 'approved' AND approval.amount_minor IS NOT NULL AND (
    j.id IS NULL OR j.client_id <> approval.client_id OR CASE approval.kind
      WHEN 'payout' THEN j.waiting_minor <> -approval.amount_minor OR j.bank_minor IS DISTINCT FROM approval.amount_minor
        OR j.key <> 'payout:' || approval.reference
      WHEN 'refund' THEN j.waiting_minor <> -approval.amount_minor OR j.gateway_minor IS DISTINCT FROM approval.amount_minor
      WHEN 'reversal' THEN j.wallet_minor IS DISTINCT FROM -approval.amount_minor OR j.reverses_id IS NULL
      WHEN 'bank_line' THEN abs(j.bank_minor) IS DISTINCT FROM approval.amount_minor OR j.reverses_id IS NOT NULL
        OR j.kind NOT IN ('bank_charge', 'other')
      WHEN 'adjustment' THEN j.key <> 'adjustment:' || approval.id
      ELSE j.wallet_minor IS DISTINCT FROM approval.amount_minor OR j.reverses_id IS NOT NULL OR j.kind <> 'receipt'
    END
  )
UNION ALL
-- The e-mail address of a person may change, and a token has a number of its own.
SELECT 'entry that was approved by the person who proposed it', id::text
  FROM approvals approval
  WHERE status = 'approved' AND split_part(decided_by, ' <', 1) = split_part(proposed_by, ' <', 1)
    -- An adjustment within the limit, or of the admin token while no operator can sign in: the decision said so.
    AND NOT (kind = 'adjustment' AND EXISTS (
      SELECT FROM audit_entries recorded
      WHERE recorded.subject = 'client ' || approval.client_id AND recorded.action = 'adjustment.approved'
        AND (recorded.after->>'adjustment_id')::integer = approval.id AND recorded.after->>'is_own_proposal' = 'true'
    ))
UNION ALL
SELECT 'approval without an audit entry of its proposal, or of its decision', approval.id::text
  FROM approvals approval
  CROSS JOIN LATERAL (
    VALUES ('proposed', approval.proposed_by), (approval.status, approval.decided_by)
  ) step (name, actor)
  CROSS JOIN LATERAL (
    SELECT CASE approval.kind WHEN 'adjustment' THEN 'adjustment' ELSE 'approval' END AS audited_as
  ) named
  WHERE step.actor IS NOT NULL AND NOT EXISTS (
    SELECT FROM audit_entries recorded
    WHERE recorded.subject = coalesce('client ' || approval.client_id, 'approval ' || approval.id) AND recorded.action = audited_as || '.' || step.name
      AND recorded.actor = step.actor AND (recorded.after->>(audited_as || '_id'))::integer = approval.id
      AND (recorded.after->>'amount_minor')::bigint IS NOT DISTINCT FROM approval.amount_minor
  )
$$;
