-- At the commit, a new order has as many items as it says and their sum as its subtotal: no CHECK can look into another
-- table.
--
-- enable_seqscan is off because the plan is kept for the whole session: one made while the tables were empty would read
-- every order that exists for each new one.
CREATE OR REPLACE FUNCTION check_order_amounts() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  items record;
BEGIN
  SELECT count(*) AS lines, coalesce(sum(line_total_minor), 0) AS subtotal INTO items
    FROM order_items WHERE order_id = NEW.id;
  IF items.lines <> NEW.items_count OR items.subtotal <> NEW.subtotal_minor THEN
    RAISE EXCEPTION 'order % does not match its items', NEW.order_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
  END IF;
  RETURN NULL;
END $$;

-- CREATE OR REPLACE does not exist for constraint triggers.
DROP TRIGGER IF EXISTS orders_match_items_ck ON orders;
CREATE CONSTRAINT TRIGGER orders_match_items_ck AFTER INSERT ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_amounts();
