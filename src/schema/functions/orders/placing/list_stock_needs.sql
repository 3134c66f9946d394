-- What each request needs of each stock level. Test orders need nothing: their stock was checked when they were
-- validated, and they neither lock nor reserve any.
CREATE OR REPLACE FUNCTION list_stock_needs(p_requests order_request[], p_lines order_request_line[])
RETURNS stock_need[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(l.n, l.product_id, l.variation_key, sum(l.quantity))::public.stock_need
    FROM unnest(p_lines) l JOIN unnest(p_requests) r USING (n) WHERE NOT coalesce(r.is_test, false)
    GROUP BY l.n, l.product_id, l.variation_key
  );
END $$;
