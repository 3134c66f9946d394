-- Twins: requests of one batch with the same store_order_id or idempotency key. The first one goes on; the others find
-- what it made when they are sent again.
--
-- Outcome: again.
CREATE OR REPLACE FUNCTION find_batch_twins(p_requests order_request[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT json_build_object('n', t.n, 'outcome', 'again')
    FROM (
      SELECT r.n,
        r.store_order_id IS NOT NULL
          AND row_number() OVER (PARTITION BY r.client_id, r.store_order_id ORDER BY r.n) > 1
        OR r.idempotency_key IS NOT NULL
          AND row_number() OVER (PARTITION BY r.client_id, r.idempotency_key ORDER BY r.n) > 1
        AS is_later
      FROM unnest(p_requests) r
    ) t
    WHERE t.is_later
  );
END $$;
