-- The service changes parts of an order together with the order. What an administrator corrects by SQL is a change of the order, too.
CREATE OR REPLACE FUNCTION log_order_part_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.change_queue (kind, ids) VALUES ('order', ARRAY[NEW.order_id]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER shipments_update_logged AFTER UPDATE ON shipments
  FOR EACH ROW EXECUTE FUNCTION log_order_part_change();
CREATE OR REPLACE TRIGGER order_status_changes_update_logged AFTER UPDATE ON order_status_changes
  FOR EACH ROW EXECUTE FUNCTION log_order_part_change();
CREATE OR REPLACE TRIGGER shipment_items_update_logged AFTER UPDATE ON shipment_items
  FOR EACH ROW EXECUTE FUNCTION log_order_part_change();
CREATE OR REPLACE TRIGGER order_items_update_logged
  AFTER UPDATE OF sku, name, variation, variation_key, quantity, unit_price_minor, line_total_minor ON order_items
  FOR EACH ROW EXECUTE FUNCTION log_order_part_change();
-- A refund is made together with its order, but could be taken back without it.
CREATE OR REPLACE TRIGGER ledger_journals_reversed_refund_logged AFTER INSERT ON ledger_journals
  FOR EACH ROW WHEN (NEW.kind = 'refund' AND NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION log_order_part_change();
