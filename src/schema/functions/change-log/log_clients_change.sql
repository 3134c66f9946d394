CREATE OR REPLACE FUNCTION log_clients_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH found AS (
    SELECT array_agg(DISTINCT id) AS ids FROM changed HAVING count(*) > 0
  ), queued AS (
    INSERT INTO public.change_queue (kind, ids) SELECT 'client', ids FROM found
  )
  INSERT INTO public.change_log (kind, ids) SELECT 'client', ids FROM found;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER clients_insert_logged AFTER INSERT ON clients
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_clients_change();
CREATE OR REPLACE TRIGGER clients_update_logged AFTER UPDATE ON clients
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_clients_change();
