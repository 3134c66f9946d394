-- Work on an order that only pages follow, by the order's client. No statement that places an order changes these tables.
CREATE OR REPLACE FUNCTION log_order_work_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.change_queue (kind, ids)
    SELECT 'order_work', ARRAY[client_id] FROM public.orders WHERE id = NEW.order_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_returns_logged AFTER INSERT OR UPDATE ON order_returns
  FOR EACH ROW EXECUTE FUNCTION log_order_work_change();
CREATE OR REPLACE TRIGGER delivery_failures_logged AFTER INSERT OR UPDATE ON delivery_failures
  FOR EACH ROW EXECUTE FUNCTION log_order_work_change();
CREATE OR REPLACE TRIGGER delivery_findings_logged AFTER INSERT OR UPDATE ON delivery_findings
  FOR EACH ROW EXECUTE FUNCTION log_order_work_change();
CREATE OR REPLACE TRIGGER courier_bookings_logged AFTER INSERT OR UPDATE ON courier_bookings
  FOR EACH ROW EXECUTE FUNCTION log_order_work_change();
