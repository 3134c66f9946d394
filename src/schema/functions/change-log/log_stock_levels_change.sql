CREATE OR REPLACE FUNCTION log_stock_levels_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH found AS (
    SELECT array_agg(DISTINCT product_id) AS ids FROM changed HAVING count(*) > 0
  ), queued AS (
    INSERT INTO public.change_queue (kind, ids) SELECT 'stock', ids FROM found
  )
  INSERT INTO public.change_log (kind, ids) SELECT 'stock', ids FROM found;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER stock_levels_insert_logged AFTER INSERT ON stock_levels
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_stock_levels_change();
CREATE OR REPLACE TRIGGER stock_levels_update_logged AFTER UPDATE ON stock_levels
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_stock_levels_change();
CREATE OR REPLACE TRIGGER stock_levels_delete_logged AFTER DELETE ON stock_levels
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_stock_levels_change();
