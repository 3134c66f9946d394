-- Stores the transaction of an order's latest change: stores are told of changes in the order of these.
CREATE OR REPLACE FUNCTION place_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_xid := current_xid();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_change_placed BEFORE UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION place_order_change();
