-- Freezes the amounts of an order and of its items, and what they refer to, from their creation. Items leave with their order when it is archived.
CREATE OR REPLACE FUNCTION refuse_amount_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM archived_orders a WHERE a.id = OLD.order_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the amounts of an order are frozen at its creation'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_frozen_ck';
END $$;

CREATE OR REPLACE TRIGGER orders_frozen_ck
  BEFORE UPDATE OF items_count, subtotal_minor, delivery_minor, total_minor, currency, client_id, plan_id, id, order_number ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_amount_change();
CREATE OR REPLACE TRIGGER order_items_frozen_ck
  BEFORE UPDATE OF order_id, line, product_id, quantity, unit_price_minor, line_total_minor OR DELETE ON order_items
  FOR EACH ROW EXECUTE FUNCTION refuse_amount_change();
