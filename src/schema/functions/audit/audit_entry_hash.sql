-- Returns the hash of a seal of an audit entry; null for an entry that does not exist.
--
--   p_seq    the number of the seal
--   p_prev   the hash of the seal before
--   p_entry  the id of the entry
CREATE OR REPLACE FUNCTION audit_entry_hash(p_seq bigint, p_prev bytea, p_entry bigint) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws(E'\n',
      'audit seal 1',
      'seq ' || p_seq,
      'prev ' || encode(p_prev, 'hex'),
      'entry ' || e.id,
      'at ' || to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      jsonb_build_array(e.actor, e.action, e.subject, e.before, e.after, e.request_id)::text
    ), 'UTF8'))
  FROM public.audit_entries e WHERE e.id = p_entry
$$;
