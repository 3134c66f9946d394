-- Returns the latest position, and whether this server may continue from it. It may if it has written the row itself since
-- its start. After a restart, a promotion, a restore or a copy, positions after the stored one may have been assigned and
-- lost.
CREATE OR REPLACE FUNCTION feed_state_now()
RETURNS TABLE ("position" bigint, incarnation varchar, history_start bigint, holds boolean)
LANGUAGE sql STABLE AS $$
  SELECT s.position, s.incarnation, s.history_start,
    s.started_at = pg_postmaster_start_time() AND s.xmin = s.written::xid
      AND s.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  FROM public.feed_state s
$$;
