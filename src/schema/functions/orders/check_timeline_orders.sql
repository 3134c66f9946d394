-- Checks that the orders of timeline entries exist. An order that this transaction has stored or changed is neither looked up again nor
-- locked. Others are locked against an archive run, which then waits, and keeps the order.
--
-- enable_seqscan: see check_added_orders.sql.
CREATE OR REPLACE FUNCTION check_timeline_orders() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  unlocked bigint;
BEGIN
  FOR unlocked IN
    SELECT a.order_id FROM (SELECT DISTINCT order_id FROM entries OFFSET 0) a
    WHERE (SELECT o.xmin FROM orders o WHERE o.id = a.order_id) IS DISTINCT FROM pg_current_xact_id()::xid
    ORDER BY 1
  LOOP
    PERFORM FROM orders o WHERE o.id = unlocked FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'no order %', unlocked
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'order_status_changes_parents_ck';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_status_changes_added_ck AFTER INSERT ON order_status_changes
  REFERENCING NEW TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION check_timeline_orders();
CREATE OR REPLACE TRIGGER order_status_changes_moved_ck AFTER UPDATE ON order_status_changes
  REFERENCING NEW TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION check_timeline_orders();
