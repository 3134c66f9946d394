-- Checks orders that are stored: the items are there, which check_added_items.sql compares with them, and no archived order has the number.
-- An order and its items are stored by one statement; this runs at its end.
--
-- enable_seqscan is off because the plan is kept for the whole session: one made while the tables were empty would read every row
-- that exists for each new one.
CREATE OR REPLACE FUNCTION check_added_orders() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  broken record;
BEGIN
  -- An older snapshot would not show that another transaction has archived an order of this number meanwhile.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'orders are stored in transactions that read what is committed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'orders_isolation_ck';
  END IF;
  SELECT a.order_number, (SELECT i.line FROM order_items i WHERE i.order_id = a.id AND i.line = 1) AS line INTO broken
    FROM added a
    WHERE (SELECT i.line FROM order_items i WHERE i.order_id = a.id AND i.line = 1) IS NULL
      OR (SELECT o.id FROM archived_orders o WHERE o.order_number = a.order_number) IS NOT NULL
    LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF broken.line IS NULL THEN
    RAISE EXCEPTION 'order % does not match its items', broken.order_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
  END IF;
  -- As for a number of a stored order: the caller draws others.
  RAISE unique_violation
    USING CONSTRAINT = 'orders_order_number_uq', MESSAGE = format('archived order %s has this number', broken.order_number);
END $$;

CREATE OR REPLACE TRIGGER orders_added_ck AFTER INSERT ON orders
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_orders();
