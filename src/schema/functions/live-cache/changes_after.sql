-- Returns the changes that a snapshot does not see: of transactions that began after it, and of those that were open. The latter
-- are looked up by their ids, so that a transaction that stays open does not make every call read all that was changed since
-- it began.
--
-- PostgreSQL plans it as a part of the calling statement, so a change is returned if that statement sees it.
CREATE OR REPLACE FUNCTION changes_after(p_snapshot pg_snapshot) RETURNS SETOF change_log LANGUAGE sql STABLE AS $$
  SELECT c.* FROM public.change_log c WHERE c.xid >= pg_snapshot_xmax(p_snapshot)
  UNION ALL
  SELECT c.* FROM public.change_log c WHERE c.xid = ANY (ARRAY(SELECT pg_snapshot_xip(p_snapshot)))
$$;
