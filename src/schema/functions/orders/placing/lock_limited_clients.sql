-- Lock: the clients whose reservations are limited, by their ids. Two calls for one client would each miss what the other
-- one is about to place. Returns the clients that were locked; one that another call has locked is waited for or left
-- out, as p_wait says.
CREATE OR REPLACE FUNCTION lock_limited_clients(p_requests order_request[], p_wait boolean)
RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  -- Any constant; no other advisory lock has two keys.
  reservations CONSTANT integer := 7746002;
  client integer;
  locked integer[] := '{}';
BEGIN
  FOR client IN
    SELECT DISTINCT r.client_id FROM unnest(p_requests) r
    WHERE r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL
    ORDER BY 1
  LOOP
    IF p_wait THEN
      PERFORM pg_advisory_xact_lock(reservations, client);
    ELSIF NOT pg_try_advisory_xact_lock(reservations, client) THEN
      CONTINUE;
    END IF;
    locked := locked || client;
  END LOOP;
  RETURN locked;
END $$;
