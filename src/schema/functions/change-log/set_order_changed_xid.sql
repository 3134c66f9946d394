-- Stores the transaction of an order's latest change: lists return changes in the order of these.
CREATE OR REPLACE FUNCTION set_order_changed_xid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_xid := current_xid();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_set_changed_xid BEFORE UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION set_order_changed_xid();
