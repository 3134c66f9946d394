CREATE OR REPLACE FUNCTION log_plan_prices_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH found AS (
    SELECT array_agg(DISTINCT product_id) AS ids FROM changed HAVING count(*) > 0
  ), queued AS (
    INSERT INTO public.change_queue (kind, ids) SELECT 'product', ids FROM found
  )
  INSERT INTO public.change_log (kind, ids) SELECT 'product', ids FROM found;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER plan_prices_insert_logged AFTER INSERT ON plan_prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plan_prices_change();
CREATE OR REPLACE TRIGGER plan_prices_update_logged AFTER UPDATE ON plan_prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plan_prices_change();
CREATE OR REPLACE TRIGGER plan_prices_delete_logged AFTER DELETE ON plan_prices
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plan_prices_change();
