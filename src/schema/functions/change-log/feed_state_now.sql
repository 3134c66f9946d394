-- How far the changes are numbered, and whether this server may go on from there. The row holds if the server wrote it
-- itself since it started. After a restart, a promotion, a restore or a copy it does not: positions after the stored one
-- may have been given out and lost.
CREATE OR REPLACE FUNCTION feed_state_now()
RETURNS TABLE ("position" bigint, incarnation varchar, history_start bigint, holds boolean)
LANGUAGE sql STABLE AS $$
  SELECT s.position, s.incarnation, s.history_start,
    s.started_at = pg_postmaster_start_time() AND s.xmin = s.written::xid
      AND s.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  FROM feed_state s
$$;
