-- Claims the idempotency keys of requests, in key order, and returns the numbers n of those that may go on: the requests
-- that claimed theirs, and those without one. A key stays taken until a job deletes it: by its age, p_key_hours,
-- a clock that jumped would let it make a second order.
--
-- Waits for a transaction that has claimed the same key: if it commits, the request does not go on; if it rolls back, the
-- request claims the key.
CREATE OR REPLACE FUNCTION claim_idempotency_keys(p_requests order_request[], p_key_hours integer)
RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  numbers integer[];
  has_keys boolean;
  claimed text[];
BEGIN
  SELECT array_agg(r.n), bool_or(r.idempotency_key IS NOT NULL) INTO numbers, has_keys FROM unnest(p_requests) r;
  IF NOT has_keys THEN RETURN numbers; END IF;
  WITH inserted AS (
    INSERT INTO public.idempotency_keys AS k (client_id, key, request_hash, order_number)
      SELECT r.client_id, r.idempotency_key, r.repetition_hash, r.order_number FROM unnest(p_requests) r
      WHERE r.idempotency_key IS NOT NULL
      ORDER BY 1, 2
    ON CONFLICT (client_id, key) DO NOTHING
    RETURNING k.order_number
  )
  SELECT array_agg(order_number) INTO claimed FROM inserted;
  RETURN ARRAY(
    SELECT r.n FROM unnest(p_requests) r WHERE r.idempotency_key IS NULL OR r.order_number = ANY (claimed)
  );
END $$;
