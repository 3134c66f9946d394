-- Refuses items that are added to an order that is complete.
--
-- OFFSET 0 keeps the planner from starting with the orders, enable_seqscan = off from reading all of them: see
-- check_order_amounts.sql.
CREATE OR REPLACE FUNCTION check_added_items() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT order_id FROM added) a
    CROSS JOIN LATERAL (SELECT o.subtotal_minor FROM orders o WHERE o.id = a.order_id OFFSET 0) o
    CROSS JOIN LATERAL (
      SELECT sum(i.line_total_minor) AS subtotal FROM order_items i WHERE i.order_id = a.order_id
    ) items
    WHERE o.subtotal_minor <> items.subtotal
  ) THEN
    RAISE EXCEPTION 'items added to a complete order'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_items_added_ck AFTER INSERT ON order_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_items();
