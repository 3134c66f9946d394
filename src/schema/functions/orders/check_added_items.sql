-- Checks that the items that are stored are all of their orders' items, with the subtotal as their sum: no CHECK can look into another
-- table. Items can be added once only: the next ones would have the same lines.
--
-- enable_seqscan: see check_added_orders.sql.
CREATE OR REPLACE FUNCTION check_added_items() RETURNS trigger
LANGUAGE plpgsql SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  broken bigint;
BEGIN
  SELECT a.order_id INTO broken
    FROM (
      SELECT order_id, count(*) AS lines, min(line) AS first_line, max(line) AS last_line, sum(line_total_minor) AS subtotal_minor
      FROM added GROUP BY order_id
    ) a
    CROSS JOIN LATERAL (SELECT o.items_count, o.subtotal_minor FROM orders o WHERE o.id = a.order_id OFFSET 0) o
    WHERE (a.lines, a.first_line, a.last_line, a.subtotal_minor)
      IS DISTINCT FROM (o.items_count::bigint, 1, o.items_count, o.subtotal_minor::numeric)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the items of order % do not match it', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_items_added_ck AFTER INSERT ON order_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_items();
