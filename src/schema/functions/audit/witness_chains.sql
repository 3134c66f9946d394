-- Writes the latest seal of journals and the latest document of each series into the audit log, whose own seals cover them from then
-- on: a chain that is made again, or loses its end, differs from its witness. Each is written once.
CREATE OR REPLACE FUNCTION witness_chains() RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
WITH chains AS (
  SELECT 'ledger seals' AS subject, seq, sha256 FROM ledger_seal_state WHERE seq > 0
  UNION ALL
  SELECT 'documents ' || series || ' ' || financial_year, last_number, last_sha256 FROM document_series WHERE last_number > 0
)
INSERT INTO audit_entries (actor, action, subject, after)
  SELECT 'service', 'chain.witnessed', subject, jsonb_build_object('seq', seq, 'sha256', encode(sha256, 'hex'))
  FROM chains
  WHERE seq IS DISTINCT FROM (
    SELECT (e.after ->> 'seq')::bigint FROM audit_entries e
    WHERE e.subject = chains.subject AND e.action = 'chain.witnessed' ORDER BY e.at DESC, e.id DESC LIMIT 1
  )
$$;
