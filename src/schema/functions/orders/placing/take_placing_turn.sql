-- Lock: the turn to place a batch, of one instance at a time. Batches of several orders that are placed at the same time find each
-- other's stock levels locked, and each order that needs one of these takes a call of its own. While a batch waits for its turn,
-- the orders behind it gather for the next one. A turn that does not come soon is done without: its holder may hang.
CREATE OR REPLACE FUNCTION take_placing_turn() RETURNS void LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  -- Any constant that no other advisory lock with one key has.
  the_turn CONSTANT bigint := 7746003;
BEGIN
  PERFORM pg_advisory_xact_lock(the_turn);
EXCEPTION WHEN lock_not_available THEN
  NULL;
END $$;
