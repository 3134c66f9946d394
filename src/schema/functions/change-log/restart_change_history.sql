-- Makes every live cache reload its tables and every cursor restart from the beginning, after changes that no trigger
-- records row by row.
CREATE OR REPLACE FUNCTION restart_change_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next_xid xid8 := (pg_current_xact_id()::text::bigint + 1)::text::xid8;
BEGIN
  -- A live cache that sees the new mark reloads its tables, so it has all pruned changes.
  UPDATE public.server_runs SET id = gen_random_uuid();
  UPDATE public.change_log_state SET log_start_xid = next_xid, pruned_snapshot = '1:1:';
  INSERT INTO public.change_queue (kind, ids) VALUES ('restart', '{}');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER api_tokens_truncate_logged AFTER TRUNCATE ON api_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION restart_change_history();
CREATE OR REPLACE TRIGGER subscriptions_truncate_logged AFTER TRUNCATE ON subscriptions
  FOR EACH STATEMENT EXECUTE FUNCTION restart_change_history();
CREATE OR REPLACE TRIGGER plan_prices_truncate_logged AFTER TRUNCATE ON plan_prices
  FOR EACH STATEMENT EXECUTE FUNCTION restart_change_history();
CREATE OR REPLACE TRIGGER stock_levels_truncate_logged AFTER TRUNCATE ON stock_levels
  FOR EACH STATEMENT EXECUTE FUNCTION restart_change_history();
