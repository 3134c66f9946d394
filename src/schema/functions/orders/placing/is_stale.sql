-- Whether a client's access, a plan, a delivery zone or a product of the requests has changed since the snapshot that they were validated
-- against. One changed row makes the whole batch stale; the change log does not tell what changed in it.
CREATE OR REPLACE FUNCTION is_stale(
  p_requests order_request[], p_lines order_request_line[], p_snapshot pg_snapshot
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM changes_after(p_snapshot) c
    WHERE CASE c.kind
      WHEN 'client' THEN c.ids && ARRAY(SELECT r.client_id FROM unnest(p_requests) r)
      WHEN 'plan' THEN c.ids && ARRAY(SELECT r.plan_id FROM unnest(p_requests) r)
      WHEN 'product' THEN c.ids && ARRAY(SELECT l.product_id FROM unnest(p_lines) l)
      WHEN 'zone' THEN true
      ELSE false
    END
  );
END $$;
