-- Places a batch of orders, which Node has validated in memory, in one call and one commit.
--
--   p_requests  order_request[] as JSON. A request without items places nothing: it only asks what exists already.
--   p_lines     order_request_line[] as JSON, by the same n.
--   p_snapshot  what the requests were validated against; the oldest where they differ. NULL: this transaction.
--   p_wait      whether to wait for stock levels that other transactions have locked.
--   p_key_hours how long an idempotency key is kept; a job deletes it, and nothing here looks at its age.
--
-- Returns one object for each request that has an outcome, {n, outcome, ...}. A request without one has no items, and no
-- order of its store_order_id or key exists:
--
--   placed     the order is stored and its stock reserved
--   replayed   the idempotency key made this order before; mismatch: with another request, of no known store_order_id
--   duplicate  the client has an order with this store_order_id
--   short      too little stock; shortages names the levels
--   limited    the client's unpaid orders hold too much already; units and valueMinor are what they hold
--   busy       another transaction has locked a stock level or the client's limits (only where p_wait is false)
--   stale      something that the request was validated against has changed since p_snapshot
--   again      lost to another request of the batch, or to another call at the same time; send it again
--
-- Each step decides some of the requests and hands the rest to the next step.
--
-- Locks are taken in one order, so that no two calls deadlock: the turn, clients with limits, stock levels, idempotency keys,
-- store order ids, each sorted by key. Every function is VOLATILE: each of its statements sees what was committed before
-- that statement, also while the call waited for a lock.
--
-- A session keeps its plans, also those it made while the tables were empty. OFFSET 0 in the steps, and enable_seqscan
-- here, make them look rows up by key at every size of the tables. The settings hold for the functions called from here.
-- Without force_generic_plan, a session whose calls have few requests plans two of the steps again for each call, which took a
-- fifth of it: PostgreSQL counts on plans for such short arrays to be cheaper.
CREATE OR REPLACE FUNCTION place_orders(
  p_requests json, p_lines json, p_snapshot pg_snapshot, p_wait boolean, p_key_hours integer
) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- Fewer lock few levels: they meet others' seldom, and are not worth a wait.
  several CONSTANT integer := 8;
  requests public.order_request[];  -- those without an outcome yet
  lines public.order_request_line[];
  needs public.stock_need[];
  levels public.locked_level[];
  has_lookups boolean;
  has_limits boolean;
  has_keys boolean;
  limited integer[];  -- clients with limits that are locked
  decided json[];
  outcomes json[] := '{}';
  refused public.order_request[];
  existing json[];
BEGIN
  SELECT array_agg(r ORDER BY r.n), bool_or(r.items_count = 0),
      bool_or(r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL),
      bool_or(r.idempotency_key IS NOT NULL)
    INTO requests, has_lookups, has_limits, has_keys
    FROM json_populate_recordset(NULL::public.order_request, p_requests) r;
  SELECT array_agg(l) INTO lines FROM json_populate_recordset(NULL::public.order_request_line, p_lines) l;

  IF cardinality(requests) >= several THEN PERFORM take_placing_turn(); END IF;

  -- Not where it may wait below: the levels that it keeps locked would be locked out of order.
  IF NOT (p_wait OR has_keys OR has_limits OR has_lookups) THEN
    needs := list_stock_needs(requests, lines);
    IF is_placeable(requests, lines, needs, p_snapshot) THEN
      RETURN array_to_json(insert_orders(requests, lines, needs, p_key_hours));
    END IF;
  END IF;

  IF has_keys THEN
    outcomes := find_replayed_orders(requests, p_key_hours);
    requests := undecided_requests(requests, outcomes);
  END IF;

  decided := find_duplicate_orders(requests);
  outcomes := outcomes || decided;
  requests := undecided_requests(requests, decided);

  IF cardinality(requests) > 1 THEN
    decided := find_batch_twins(requests);
    outcomes := outcomes || decided;
    requests := undecided_requests(requests, decided);
  END IF;

  IF cardinality(requests) = 0 THEN RETURN array_to_json(outcomes); END IF;

  needs := list_stock_needs(requests, lines);
  -- Before the stock: a call that waits for its client must not hold up others at a stock level.
  IF has_limits THEN limited := lock_limited_clients(requests, p_wait); END IF;
  levels := lock_stock_levels(needs, p_wait);

  -- After the locks: what another transaction changed while it held them is seen here.
  IF is_stale(requests, lines, p_snapshot) THEN
    RETURN array_to_json(outcomes || ARRAY(
      SELECT json_build_object('n', r.n, 'outcome', 'stale') FROM unnest(requests) r
    ));
  END IF;

  IF has_lookups THEN
    requests := ARRAY(SELECT r FROM unnest(requests) r WHERE r.items_count > 0);
  END IF;

  decided := refuse_by_stock(needs, levels, p_wait);
  IF has_limits THEN
    decided := decided || refuse_by_limits(undecided_requests(requests, decided), needs, limited);
  END IF;
  IF cardinality(decided) > 0 THEN
    -- What is refused may have been placed by another call in the meantime, which took that very stock.
    refused := ARRAY(
      SELECT r FROM unnest(requests) r
      WHERE r.n IN (SELECT (d ->> 'n')::integer FROM unnest(decided) d WHERE d ->> 'outcome' IN ('short', 'limited'))
    );
    existing := find_replayed_orders(refused, p_key_hours);
    existing := existing || find_duplicate_orders(undecided_requests(refused, existing));
    decided := existing || ARRAY(
      SELECT d FROM unnest(decided) d
      WHERE d ->> 'n' <> ALL (ARRAY(SELECT e ->> 'n' FROM unnest(existing) e))
    );
  END IF;
  outcomes := outcomes || decided;
  requests := undecided_requests(requests, decided);

  IF cardinality(requests) = 0 THEN RETURN array_to_json(outcomes); END IF;

  RETURN array_to_json(outcomes || insert_orders(requests, lines, needs, p_key_hours));
END $$;
