-- Marks the run of the server if it has no mark: a crash or a promotion empties server_runs. Also deletes entries of the
-- change log that are ahead of the server's transactions. They came with a dump of another server, and no live cache
-- would ever see them.
CREATE OR REPLACE FUNCTION begin_server_run() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.server_runs (id) SELECT gen_random_uuid() WHERE NOT EXISTS (SELECT FROM public.server_runs)
    ON CONFLICT DO NOTHING;
  DELETE FROM public.change_log WHERE xid >= pg_snapshot_xmax(pg_current_snapshot());
  UPDATE public.change_log_state SET log_start_xid = '3', pruned_snapshot = '1:1:'
    WHERE log_start_xid > pg_snapshot_xmax(pg_current_snapshot());
END $$;
