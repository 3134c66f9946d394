-- Checks the seals of all journals. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION seal_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH chain AS (
  SELECT seq, journal_id, day, prev_sha256, sha256,
    lag(seq, 1, 0::bigint) OVER (ORDER BY seq) AS seq_before,
    lag(sha256, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY seq) AS sha256_before
  FROM ledger_seals
)
-- A service that was upgraded seals the earlier journals within its first minutes. In a restored database nothing is late until a job runs.
SELECT 'journal older than a minute without a seal', j.id::text
  FROM ledger_journals j CROSS JOIN ledger_seal_state state
  WHERE NOT EXISTS (SELECT FROM ledger_seals s WHERE s.journal_id = j.id)
    AND j.at < (SELECT least(now(), max(succeeded_at)) FROM job_runs) - interval '1 minute'
    AND (j.at >= state.started_at OR state.caught_up_at IS NOT NULL OR state.started_at < now() - interval '1 day')
UNION ALL
SELECT 'gap in the numbers of seals', seq::text FROM chain WHERE seq <> seq_before + 1
UNION ALL
SELECT 'seal that does not continue the one before', seq::text FROM chain WHERE prev_sha256 <> sha256_before
UNION ALL
SELECT 'seal with another hash than that of its journal', seq::text FROM chain
  WHERE sha256 IS DISTINCT FROM sha256(convert_to(ledger_seal_text(seq, prev_sha256, journal_id), 'UTF8'))
UNION ALL
SELECT 'seal of another day than its journal', s.seq::text
  FROM ledger_seals s JOIN ledger_journals j ON j.id = s.journal_id
  WHERE s.day <> to_char(j.at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')
UNION ALL
SELECT 'latest seal differs from the state of the seals', coalesce(s.seq, state.seq)::text
  FROM (SELECT seq, sha256 FROM ledger_seals ORDER BY seq DESC LIMIT 1) s
  FULL JOIN ledger_seal_state state ON true
  WHERE coalesce(s.seq, 0) IS DISTINCT FROM state.seq
    OR coalesce(s.sha256, decode(repeat('00', 32), 'hex')) IS DISTINCT FROM state.sha256
UNION ALL
SELECT 'seal that differs from its witness in the audit log, or is gone', witness.after ->> 'seq'
  FROM audit_entries witness LEFT JOIN ledger_seals s ON s.seq = (witness.after ->> 'seq')::bigint
  WHERE witness.action = 'chain.witnessed' AND witness.subject = 'ledger seals'
    AND encode(s.sha256, 'hex') IS DISTINCT FROM witness.after ->> 'sha256'
UNION ALL
SELECT 'closed month with other journals than at its closing', closed.month
  FROM closed_months closed
  CROSS JOIN LATERAL (
    SELECT count(*) AS journals, coalesce(sum(debits.minor), 0) AS debit_minor, max(s.seq) AS last_seq,
      (array_agg(s.sha256 ORDER BY s.seq DESC NULLS LAST))[1] AS last_sha256
    FROM ledger_journals j
    LEFT JOIN ledger_seals s ON s.journal_id = j.id
    CROSS JOIN LATERAL (
      SELECT -sum(p.amount_minor) AS minor FROM ledger_postings p WHERE p.journal_id = j.id AND p.amount_minor < 0
    ) debits
    WHERE j.at >= (closed.month || '-01')::timestamp AT TIME ZONE 'Asia/Kolkata'
      AND j.at < ((closed.month || '-01')::timestamp + interval '1 month') AT TIME ZONE 'Asia/Kolkata'
  ) now
  WHERE (now.journals, now.debit_minor, now.last_seq, now.last_sha256)
    IS DISTINCT FROM (closed.journals, closed.debit_minor, closed.last_seq, closed.last_sha256)
$$;
