-- Checks items that are stored: the products exist, and so do the orders, whose items these all are, with the subtotal as their sum.
-- No CHECK can look into another table. Items can be added once only: the next ones would have the same lines.
--
-- Nothing is locked: products are kept, see refuse_parent_removal.sql. Items of an order that another transaction archives at the
-- same time wait for it, because they have the lines of those that it deletes, and then find no order.
--
-- enable_seqscan: see check_added_orders.sql.
CREATE OR REPLACE FUNCTION check_added_items() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  broken record;
BEGIN
  -- An older snapshot would not show that another transaction has archived the order meanwhile.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'orders are stored in transactions that read what is committed'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'order_items_parents_ck';
  END IF;
  SELECT a.product_id INTO broken FROM (SELECT DISTINCT product_id FROM added OFFSET 0) a
    WHERE (SELECT p.id FROM products p WHERE p.id = a.product_id) IS NULL
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no product %', broken.product_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'order_items_parents_ck';
  END IF;

  SELECT a.order_id, o.id INTO broken
    FROM (
      SELECT order_id, count(*) AS lines, min(line) AS first_line, max(line) AS last_line, sum(line_total_minor) AS subtotal_minor
      FROM added GROUP BY order_id
    ) a
    LEFT JOIN LATERAL (
      SELECT o.id, o.items_count, o.subtotal_minor FROM orders o WHERE o.id = a.order_id OFFSET 0
    ) o ON true
    WHERE (a.lines, a.first_line, a.last_line, a.subtotal_minor)
      IS DISTINCT FROM (o.items_count::bigint, 1, o.items_count, o.subtotal_minor::numeric)
    LIMIT 1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF broken.id IS NULL THEN
    RAISE EXCEPTION 'no order %', broken.order_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'order_items_parents_ck';
  END IF;
  RAISE EXCEPTION 'the items of order % do not match it', broken.order_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
END $$;

CREATE OR REPLACE TRIGGER order_items_added_ck AFTER INSERT ON order_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_items();
