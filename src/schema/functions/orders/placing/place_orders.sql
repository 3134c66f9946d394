-- Places a batch of orders, which Node has validated in memory, in one call and one commit.
--
--   p_requests  order_request[] as JSON. A request without items places nothing: it only asks what exists already.
--   p_lines     order_request_line[] as JSON, by the same n.
--   p_snapshot  what the requests were validated against; the oldest where they differ. NULL: this transaction.
--   p_wait      whether to wait for stock levels that other transactions have locked.
--   p_key_hours not used; 1.3.0 sends it.
--
-- Returns one object for each request that has an outcome, {n, outcome, ...}: those of find_known_orders, find_refused_orders and store_orders,
-- or stale: something that the request was validated against has changed since p_snapshot. A request without one has no items, and no
-- order of its store_order_id or key exists.
--
-- Locks are taken in one order, so that no two calls deadlock: the turn, clients with limits, stock levels, idempotency keys,
-- store order ids, each sorted by key. Every function is VOLATILE: each of its statements sees what was committed before
-- that statement, also while the call waited for a lock.
--
-- A session keeps its plans, also those it made while the tables were empty: the settings make them look rows up by key at every size
-- of the tables, and hold for the functions called from here. So does LATERAL with LIMIT or FOR UPDATE. Without force_generic_plan, a call for
-- one order takes PostgreSQL 29 % longer: it counts on plans for such short arrays to be cheaper, and makes them for each call.
CREATE OR REPLACE FUNCTION place_orders(
  p_requests json, p_lines json, p_snapshot pg_snapshot, p_wait boolean, p_key_hours integer
) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- Fewer lock few levels: they meet others' seldom, and are not worth a wait.
  several CONSTANT integer := 8;
  -- Any constant; no other advisory lock has two keys.
  reservations CONSTANT integer := 7746002;
  requests public.order_request[];  -- those without an outcome yet
  lines public.order_request_line[];
  has_lookups boolean;
  has_limits boolean;
  limited integer[];  -- clients with limits that are locked
  is_enough boolean;
  refused json[];
  known json[];
  outcomes json[];
BEGIN
  SELECT array_agg(r ORDER BY r.n), bool_or(r.items_count = 0),
      bool_or(r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL)
    INTO requests, has_lookups, has_limits
    FROM json_populate_recordset(NULL::public.order_request, p_requests) r;
  SELECT array_agg(l) INTO lines FROM json_populate_recordset(NULL::public.order_request_line, p_lines) l;

  IF cardinality(requests) >= several THEN PERFORM take_placing_turn(); END IF;

  -- 1. Repeated requests get the order that they made.
  outcomes := find_known_orders(requests);
  IF cardinality(outcomes) > 0 THEN
    requests := ARRAY(
      SELECT r FROM unnest(requests) r WHERE r.n <> ALL (ARRAY(SELECT (o ->> 'n')::integer FROM unnest(outcomes) o))
    );
  END IF;

  -- 2. Lock the clients with limits: two calls for one client would each miss what the other one is about to place. Before the stock:
  -- a call that waits for its client must not hold up others at a stock level.
  IF has_limits THEN
    SELECT array_agg(client_id) INTO limited
      FROM (
        SELECT DISTINCT r.client_id FROM unnest(requests) r
        WHERE r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL
        ORDER BY 1
      ) client
      WHERE CASE WHEN p_wait THEN pg_advisory_xact_lock(reservations, client_id) IS NOT NULL
        ELSE pg_try_advisory_xact_lock(reservations, client_id) END;
  END IF;

  -- 3. Lock the stock levels in key order, as every writer of stock_levels does it, and compare them with what all requests need together.
  -- Test orders need none: their stock was checked when they were validated. A level that another transaction has locked is waited for
  -- here or left out below.
  IF p_wait THEN
    PERFORM FROM (
        SELECT DISTINCT l.product_id, l.variation_key FROM unnest(lines) l JOIN unnest(requests) r USING (n)
        WHERE NOT coalesce(r.is_test, false) ORDER BY 1, 2
      ) need
      CROSS JOIN LATERAL (
        SELECT FROM public.stock_levels s WHERE s.product_id = need.product_id AND s.variation_key = need.variation_key FOR UPDATE
      ) level;
  END IF;
  SELECT coalesce(bool_and(need.quantity <= level.available AND level.available IS NOT NULL), true) INTO is_enough
    FROM (
      SELECT l.product_id, l.variation_key, sum(l.quantity) AS quantity FROM unnest(lines) l JOIN unnest(requests) r USING (n)
      WHERE NOT coalesce(r.is_test, false) GROUP BY 1, 2 ORDER BY 1, 2
    ) need
    LEFT JOIN LATERAL (
      SELECT s.on_hand - s.reserved AS available FROM public.stock_levels s
      WHERE s.product_id = need.product_id AND s.variation_key = need.variation_key
      FOR UPDATE SKIP LOCKED
    ) level ON true;

  -- 4. Decide which do not fit, with all locks that can be had without waiting.
  IF has_limits OR has_lookups OR NOT is_enough THEN refused := find_refused_orders(requests, lines, limited, p_wait); END IF;

  -- 5. After the locks: what another transaction changed while it held them is seen here. One changed row makes the whole batch stale;
  -- the change log does not tell what changed in it.
  IF EXISTS (
    SELECT FROM changes_after(p_snapshot) c
    WHERE CASE c.kind
      WHEN 'client' THEN c.ids && ARRAY(SELECT r.client_id FROM unnest(requests) r)
      WHEN 'plan' THEN c.ids && ARRAY(SELECT r.plan_id FROM unnest(requests) r)
      WHEN 'product' THEN c.ids && ARRAY(SELECT l.product_id FROM unnest(lines) l)
      WHEN 'zone' THEN true
      ELSE false
    END
  ) THEN
    RETURN array_to_json(outcomes || ARRAY(
      SELECT json_build_object('n', r.n, 'outcome', 'stale') FROM unnest(requests) r
    ));
  END IF;

  -- 6. What is refused may have been placed by another call in the meantime, which took that very stock.
  IF refused IS NOT NULL THEN
    known := find_known_orders(ARRAY(
      SELECT r FROM unnest(requests) r
      WHERE r.n IN (SELECT (o ->> 'n')::integer FROM unnest(refused) o WHERE o ->> 'outcome' IN ('short', 'limited'))
    ));
    outcomes := outcomes || known || ARRAY(
      SELECT o FROM unnest(refused) o WHERE o ->> 'n' <> ALL (ARRAY(SELECT k ->> 'n' FROM unnest(known) k))
    );
    requests := ARRAY(
      SELECT r FROM unnest(requests) r
      WHERE r.items_count > 0 AND r.n <> ALL (ARRAY(SELECT (o ->> 'n')::integer FROM unnest(refused) o))
    );
  END IF;

  -- 7. Store the others.
  RETURN array_to_json(outcomes || store_orders(requests, lines));
END $$;
