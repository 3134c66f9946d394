-- Restarts the change log where the database was restored on another server: transaction ids that are stored mean nothing
-- there, which shows where they are ahead of the server's own. Cursors of stores then start over. Returns whether it did.
CREATE OR REPLACE FUNCTION restart_after_restore() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  own_xid xid8 := pg_current_xact_id();
BEGIN
  IF NOT EXISTS (SELECT FROM change_log_state WHERE log_start_xid > own_xid)
    AND NOT EXISTS (SELECT FROM xid_samples WHERE oldest_xid > own_xid) THEN
    RETURN false;
  END IF;
  DELETE FROM change_log;
  DELETE FROM last_changes;
  DELETE FROM xid_samples;
  DELETE FROM removed_skus;
  UPDATE change_log_state SET log_start_xid = own_xid, history_start_xid = own_xid;
  -- A trigger sets it to this transaction.
  UPDATE orders SET changed_xid = DEFAULT;
  RETURN true;
END $$;
