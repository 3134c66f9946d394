-- Orders are only removed when they are archived: the ledger and the stock movements name them.
CREATE OR REPLACE FUNCTION refuse_order_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM archived_orders a WHERE a.id = OLD.id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'order % is not archived', OLD.order_number
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'orders_kept_ck';
END $$;

CREATE OR REPLACE TRIGGER orders_kept_ck BEFORE DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_order_removal();
