-- Whether every request of a batch can be placed as it is, as in most calls: all levels that it needs are free and have enough for all of
-- them, none of them is known, and nothing has changed since they were validated. Twins are left to the insert, which stores the first
-- one. Locks the levels that are free, also where the answer is no. For requests without keys, limits and look-ups only.
CREATE OR REPLACE FUNCTION is_placeable(
  p_requests order_request[], p_lines order_request_line[], p_needs stock_need[], p_snapshot pg_snapshot
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  is_enough boolean;
  are_known boolean;
BEGIN
  -- As lock_stock_levels.sql.
  SELECT coalesce(bool_and(need.quantity <= level.available AND level.available IS NOT NULL), true) INTO is_enough
    FROM (
      SELECT product_id, variation_key, sum(quantity) AS quantity FROM unnest(p_needs) GROUP BY 1, 2 ORDER BY 1, 2
    ) need
    LEFT JOIN LATERAL (
      SELECT s.on_hand - s.reserved AS available FROM public.stock_levels s
      WHERE s.product_id = need.product_id AND s.variation_key = need.variation_key
      FOR UPDATE SKIP LOCKED
    ) level ON true;
  IF NOT is_enough THEN RETURN false; END IF;

  are_known := EXISTS (
    SELECT FROM unnest(p_requests) r
    WHERE (SELECT o.id FROM public.orders o WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id) IS NOT NULL
      OR (SELECT a.id FROM public.archived_orders a WHERE a.client_id = r.client_id AND a.store_order_id = r.store_order_id) IS NOT NULL
  );
  -- After the locks: what another transaction changed while it held them is seen here.
  RETURN NOT are_known AND NOT is_stale(p_requests, p_lines, p_snapshot);
END $$;
