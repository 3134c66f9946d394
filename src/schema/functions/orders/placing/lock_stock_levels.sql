-- Lock: the stock levels that are needed, in key order as every writer of stock_levels does it, with what is available
-- of each. A level that another transaction has locked is waited for or left out, as p_wait says; one that does not
-- exist is left out.
CREATE OR REPLACE FUNCTION lock_stock_levels(p_needs stock_need[], p_wait boolean)
RETURNS locked_level[] LANGUAGE plpgsql AS $$
BEGIN
  -- SKIP LOCKED cannot be a parameter: the statement stands here twice.
  IF p_wait THEN
    RETURN ARRAY(
      SELECT ROW(s.product_id, s.variation_key, s.available)::locked_level FROM (
        SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
        FROM (SELECT DISTINCT product_id, variation_key FROM unnest(p_needs)) need
        JOIN stock_levels level USING (product_id, variation_key)
        ORDER BY 1, 2 FOR UPDATE OF level
      ) s
    );
  END IF;
  RETURN ARRAY(
    SELECT ROW(s.product_id, s.variation_key, s.available)::locked_level FROM (
      SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
      FROM (SELECT DISTINCT product_id, variation_key FROM unnest(p_needs)) need
      JOIN stock_levels level USING (product_id, variation_key)
      ORDER BY 1, 2 FOR UPDATE OF level SKIP LOCKED
    ) s
  );
END $$;
