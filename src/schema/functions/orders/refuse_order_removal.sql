-- Orders are only removed when they are archived: the ledger and the stock movements name them.
CREATE OR REPLACE FUNCTION refuse_order_removal() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  kept text;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    RAISE EXCEPTION 'orders are removed by DELETE'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'orders_kept_ck';
  END IF;
  SELECT r.order_number INTO kept FROM removed r
    WHERE (SELECT a.id FROM archived_orders a WHERE a.id = r.id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'order % is not archived', kept
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'orders_kept_ck';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_kept_ck AFTER DELETE ON orders
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_order_removal();
CREATE OR REPLACE TRIGGER orders_truncate_ck BEFORE TRUNCATE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_order_removal();
CREATE OR REPLACE TRIGGER order_items_truncate_ck BEFORE TRUNCATE ON order_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_order_removal();
CREATE OR REPLACE TRIGGER order_status_changes_truncate_ck BEFORE TRUNCATE ON order_status_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_order_removal();
