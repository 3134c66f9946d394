-- Orders are not in the change log, because the live cache has none.
CREATE OR REPLACE FUNCTION log_orders_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.order_search_queue (ids)
    SELECT array_agg(id) FROM changed HAVING count(*) > 0;
  INSERT INTO public.change_queue (kind, ids)
    SELECT 'order', array_agg(id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_insert_logged AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_orders_change();
CREATE OR REPLACE TRIGGER orders_update_logged AFTER UPDATE ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_orders_change();
