-- Checks the seals of the audit log. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION audit_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH chain AS (
  SELECT seq, entry_id, sha256, lag(seq, 1, 0::bigint) OVER (ORDER BY seq) AS seq_before,
    lag(sha256, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY seq) AS sha256_before
  FROM audit_seals
)
-- A service that was upgraded seals the earlier entries within its first minutes. In a restored database nothing is late until a job runs.
SELECT 'audit entry older than a minute without a seal', e.id::text
  FROM audit_entries e JOIN audit_seal_state state ON state.caught_up_at IS NOT NULL
  WHERE e.at < (SELECT least(now(), max(succeeded_at)) FROM job_runs) - interval '1 minute'
    AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id)
UNION ALL
SELECT 'gap in the numbers of audit seals', seq::text FROM chain WHERE seq <> seq_before + 1
UNION ALL
SELECT 'audit entry that is gone or was changed', entry_id::text FROM chain
  WHERE sha256 IS DISTINCT FROM audit_entry_hash(seq, sha256_before, entry_id)
UNION ALL
SELECT 'latest audit seal differs from the state of the seals', coalesce(s.seq, state.seq)::text
  FROM (SELECT seq, sha256 FROM audit_seals ORDER BY seq DESC LIMIT 1) s
  FULL JOIN audit_seal_state state ON true
  WHERE coalesce(s.seq, 0) IS DISTINCT FROM state.seq
    OR coalesce(s.sha256, decode(repeat('00', 32), 'hex')) IS DISTINCT FROM state.sha256
$$;
