-- Lock: the stock levels that are needed, in key order as every writer of stock_levels does it, with what is available
-- of each. A level that another transaction has locked is waited for or left out, as p_wait says; one that does not
-- exist is left out. Locking in the LATERAL part keeps both: the order of the locks, and one look-up by key for each.
CREATE OR REPLACE FUNCTION lock_stock_levels(p_needs stock_need[], p_wait boolean)
RETURNS locked_level[] LANGUAGE plpgsql AS $$
BEGIN
  -- SKIP LOCKED cannot be a parameter: the statement stands here twice.
  IF p_wait THEN
    RETURN ARRAY(
      SELECT locked.level FROM (SELECT DISTINCT product_id, variation_key FROM unnest(p_needs) ORDER BY 1, 2) need
      CROSS JOIN LATERAL (
        SELECT ROW(s.product_id, s.variation_key, s.on_hand - s.reserved)::public.locked_level AS level FROM public.stock_levels s
        WHERE s.product_id = need.product_id AND s.variation_key = need.variation_key
        FOR UPDATE
      ) locked
    );
  END IF;
  RETURN ARRAY(
    SELECT locked.level FROM (SELECT DISTINCT product_id, variation_key FROM unnest(p_needs) ORDER BY 1, 2) need
    CROSS JOIN LATERAL (
      SELECT ROW(s.product_id, s.variation_key, s.on_hand - s.reserved)::public.locked_level AS level FROM public.stock_levels s
      WHERE s.product_id = need.product_id AND s.variation_key = need.variation_key
      FOR UPDATE SKIP LOCKED
    ) locked
  );
END $$;
