-- Accept: first come, first served. A request is accepted when it fits together with all requests before it in the batch.
-- The others get an outcome here:
--
--   busy   a level that it needs was not locked, because another transaction has it (only where p_wait is false)
--   short  it would not even fit together with only the accepted requests
--   again  it would fit then: it lost to a request that was not accepted
CREATE OR REPLACE FUNCTION refuse_by_stock(p_needs stock_need[], p_levels locked_level[], p_wait boolean)
RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  accepted integer[];
  busy integer[];
  requests bigint;
BEGIN
  SELECT coalesce(array_agg(v.n) FILTER (WHERE v.fits), '{}'),
      coalesce(array_agg(v.n) FILTER (WHERE v.is_busy), '{}'), count(*)
    INTO accepted, busy, requests
    FROM (
      SELECT n, bool_and(running <= coalesce(available, 0)) AS fits,
        NOT p_wait AND bool_or(available IS NULL) AS is_busy
      FROM (
        SELECT need.n, level.available,
          sum(need.quantity) OVER (PARTITION BY need.product_id, need.variation_key ORDER BY need.n) AS running
        FROM unnest(p_needs) need LEFT JOIN unnest(p_levels) level USING (product_id, variation_key)
      ) totals
      GROUP BY n
    ) v;
  IF cardinality(accepted) = requests THEN RETURN '{}'; END IF;

  RETURN ARRAY(SELECT json_build_object('n', n, 'outcome', 'busy') FROM unnest(busy) n) || ARRAY(
    SELECT CASE WHEN bool_or(quantity > remaining)
        THEN json_build_object('n', n, 'outcome', 'short', 'shortages',
          json_agg(json_build_object('productId', product_id, 'variationKey', variation_key,
            'requested', quantity, 'available', remaining)) FILTER (WHERE quantity > remaining))
        ELSE json_build_object('n', n, 'outcome', 'again')
      END
    FROM (
      SELECT need.*,
        coalesce(level.available, 0) - coalesce(sum(need.quantity) FILTER (WHERE need.n = ANY (accepted))
          OVER (PARTITION BY need.product_id, need.variation_key), 0) AS remaining
      FROM unnest(p_needs) need LEFT JOIN unnest(p_levels) level USING (product_id, variation_key)
    ) rests
    WHERE n <> ALL (accepted || busy)
    GROUP BY n
  );
END $$;
