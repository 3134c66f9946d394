-- Orders are only removed when they are archived, and together with their items and timeline: the ledger and the stock movements name
-- them.
CREATE OR REPLACE FUNCTION refuse_order_removal() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  kept record;
BEGIN
  -- A snapshot from before the lock would not show a timeline entry that was added meanwhile.
  IF TG_OP = 'TRUNCATE' OR current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'orders are removed by DELETE, in transactions that read what is committed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'orders_kept_ck';
  END IF;
  SELECT r.order_number INTO kept FROM removed r
    WHERE (SELECT a.id FROM archived_orders a WHERE a.id = r.id) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'order % is not archived', kept.order_number
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'orders_kept_ck';
  END IF;
  SELECT r.order_number INTO kept FROM removed r
    WHERE EXISTS (SELECT FROM order_items i WHERE i.order_id = r.id OFFSET 0)
      OR EXISTS (SELECT FROM order_status_changes c WHERE c.order_id = r.id OFFSET 0)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'order % still has items or a timeline', kept.order_number
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'orders_kept_ck';
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
