CREATE OR REPLACE FUNCTION log_plan_prices_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_log (kind, ids)
    SELECT 'product', array_agg(DISTINCT product_id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER plan_prices_insert_logged AFTER INSERT ON plan_prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plan_prices_change();
CREATE OR REPLACE TRIGGER plan_prices_update_logged AFTER UPDATE ON plan_prices
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plan_prices_change();
CREATE OR REPLACE TRIGGER plan_prices_delete_logged AFTER DELETE ON plan_prices
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_plan_prices_change();
