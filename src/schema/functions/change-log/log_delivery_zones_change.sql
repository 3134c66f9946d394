CREATE OR REPLACE FUNCTION log_delivery_zones_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.change_log (kind, ids)
    SELECT 'zone', array_agg(DISTINCT id) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER delivery_zones_insert_logged AFTER INSERT ON delivery_zones
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_delivery_zones_change();
CREATE OR REPLACE TRIGGER delivery_zones_update_logged AFTER UPDATE ON delivery_zones
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_delivery_zones_change();
CREATE OR REPLACE TRIGGER delivery_zones_delete_logged AFTER DELETE ON delivery_zones
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_delivery_zones_change();
