-- First come, first served: finds the requests that cannot be placed together with those before them in the batch. All their levels
-- and clients are locked already, but for those that other transactions have.
--
--   again    a request before it has the same store_order_id or key, or needs what this one does: it is sent again
--   busy     another transaction has a level that it needs, or its client's limits (only where p_wait is false)
--   short    too little stock, also without the requests that are refused; shortages names the levels
--   limited  the client's unpaid orders hold too much already; units and valueMinor are what they hold
CREATE OR REPLACE FUNCTION find_refused_orders(
  p_requests order_request[], p_lines order_request_line[], p_limited integer[], p_wait boolean
) RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  twins integer[];
  short json[];
BEGIN
  SELECT array_agg(n) INTO twins
    FROM (
      SELECT r.n,
        r.store_order_id IS NOT NULL AND row_number() OVER (PARTITION BY r.client_id, r.store_order_id ORDER BY r.n) > 1
        OR r.idempotency_key IS NOT NULL AND row_number() OVER (PARTITION BY r.client_id, r.idempotency_key ORDER BY r.n) > 1
        AS is_later
      FROM unnest(p_requests) r
    ) t
    WHERE is_later;

  WITH need AS (
    SELECT l.n, l.product_id, l.variation_key, sum(l.quantity) AS quantity
      FROM unnest(p_lines) l JOIN unnest(p_requests) r USING (n)
      WHERE NOT coalesce(r.is_test, false) AND l.n <> ALL (coalesce(twins, '{}'))
      GROUP BY 1, 2, 3
  ), level AS (
    SELECT key.product_id, key.variation_key, stored.available
      FROM (SELECT DISTINCT product_id, variation_key FROM need ORDER BY 1, 2) key
      LEFT JOIN LATERAL (
        SELECT s.on_hand - s.reserved AS available FROM public.stock_levels s
        WHERE s.product_id = key.product_id AND s.variation_key = key.variation_key
        FOR UPDATE SKIP LOCKED
      ) stored ON true
  ), total AS (
    SELECT need.*, level.available,
        sum(need.quantity) OVER (PARTITION BY need.product_id, need.variation_key ORDER BY need.n) AS running
      FROM need JOIN level USING (product_id, variation_key)
  ), decided AS (
    SELECT n, bool_and(running <= coalesce(available, 0)) AS fits, NOT p_wait AND bool_or(available IS NULL) AS is_busy
      FROM total GROUP BY n
  ), rest AS (
    SELECT *, coalesce(available, 0)
        - coalesce(sum(quantity) FILTER (WHERE fits) OVER (PARTITION BY product_id, variation_key), 0) AS remaining
      FROM total JOIN decided USING (n)
  )
  SELECT array_agg(refused.outcome) INTO short
    FROM (
      SELECT CASE
          WHEN bool_or(is_busy) THEN json_build_object('n', n, 'outcome', 'busy')
          WHEN bool_or(quantity > remaining) THEN json_build_object('n', n, 'outcome', 'short', 'shortages',
            json_agg(json_build_object('productId', product_id, 'variationKey', variation_key,
              'requested', quantity, 'available', remaining)) FILTER (WHERE quantity > remaining))
          ELSE json_build_object('n', n, 'outcome', 'again')
        END AS outcome
      FROM rest WHERE NOT fits GROUP BY n
    ) refused;

  RETURN ARRAY(SELECT json_build_object('n', n, 'outcome', 'again') FROM unnest(twins) n) || short || ARRAY(
    SELECT CASE
        WHEN open.client_id IS NULL THEN json_build_object('n', w.n, 'outcome', 'busy')
        WHEN open.units + w.units > w.max_units OR open.value_minor + w.value_minor > w.max_value_minor
          THEN json_build_object('n', w.n, 'outcome', 'limited', 'units', open.units, 'valueMinor', open.value_minor)
        ELSE json_build_object('n', w.n, 'outcome', 'again')
      END
    FROM (
      SELECT r.n, r.client_id, r.max_reserved_units AS max_units, r.max_open_value_minor AS max_value_minor,
        need.units, r.total_minor AS value_minor,
        sum(need.units) OVER batch AS running_units, sum(r.total_minor) OVER batch AS running_value_minor
      FROM unnest(p_requests) r
      JOIN (SELECT n, sum(quantity) AS units FROM unnest(p_lines) GROUP BY n) need USING (n)
      WHERE (r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL) AND NOT coalesce(r.is_test, false)
        AND r.n <> ALL (coalesce(twins, '{}')) AND r.n <> ALL (ARRAY(SELECT (s ->> 'n')::integer FROM unnest(short) s))
      WINDOW batch AS (PARTITION BY r.client_id ORDER BY r.n)
    ) w
    LEFT JOIN sum_open_orders(p_limited) open USING (client_id)
    WHERE open.client_id IS NULL
      OR open.units + w.running_units > w.max_units OR open.value_minor + w.running_value_minor > w.max_value_minor
  );
END $$;
