CREATE OR REPLACE FUNCTION log_plans_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH found AS (
    SELECT array_agg(DISTINCT id) AS ids FROM changed HAVING count(*) > 0
  ), queued AS (
    INSERT INTO public.change_queue (kind, ids) SELECT 'plan', ids FROM found
  )
  INSERT INTO public.change_log (kind, ids) SELECT 'plan', ids FROM found;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER plans_insert_logged AFTER INSERT ON plans
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plans_change();
CREATE OR REPLACE TRIGGER plans_update_logged AFTER UPDATE ON plans
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plans_change();
