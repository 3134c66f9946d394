CREATE OR REPLACE FUNCTION log_api_tokens_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH found AS (
    SELECT array_agg(DISTINCT client_id) AS ids FROM changed HAVING count(*) > 0
  ), queued AS (
    INSERT INTO public.change_queue (kind, ids) SELECT 'client', ids FROM found
  )
  INSERT INTO public.change_log (kind, ids) SELECT 'client', ids FROM found;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER api_tokens_insert_logged AFTER INSERT ON api_tokens
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_api_tokens_change();
CREATE OR REPLACE TRIGGER api_tokens_update_logged AFTER UPDATE ON api_tokens
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_api_tokens_change();
CREATE OR REPLACE TRIGGER api_tokens_delete_logged AFTER DELETE ON api_tokens
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_api_tokens_change();
