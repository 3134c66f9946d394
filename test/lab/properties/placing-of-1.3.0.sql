-- How 1.3.0 places orders, to compare with, until 1.6.0.
CREATE SCHEMA released;
SET search_path = released, public;
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
CREATE OR REPLACE FUNCTION find_duplicate_orders(p_requests order_request[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT json_build_object('n', r.n, 'outcome', 'duplicate', 'orderNumber', o.order_number,
        'status', o.status, 'sameRequest', o.request_hash = r.request_hash)
    FROM unnest(p_requests) r
    CROSS JOIN LATERAL (
      SELECT o.order_number, o.status, o.request_hash FROM public.orders o
        WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id
      UNION ALL
      SELECT a.order_number, a.status, a.request_hash FROM public.archived_orders a
        WHERE a.client_id = r.client_id AND a.store_order_id = r.store_order_id
      OFFSET 0
    ) o
  );
END $$;
CREATE OR REPLACE FUNCTION find_replayed_orders(p_requests order_request[], p_key_hours integer)
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT CASE
        WHEN k.request_hash <> r.repetition_hash THEN json_build_object('n', r.n, 'outcome', 'mismatch',
          'orderNumber', o.order_number, 'storeOrderId', o.store_order_id, 'status', o.status)
        ELSE json_build_object('n', r.n, 'outcome', 'replayed', 'orderNumber', o.order_number,
          'itemsCount', o.items_count, 'subtotalMinor', o.subtotal_minor,
          'deliveryMinor', o.delivery_minor, 'totalMinor', o.total_minor)
      END
    FROM unnest(p_requests) r
    CROSS JOIN LATERAL (
      SELECT * FROM public.idempotency_keys k
      WHERE k.client_id = r.client_id AND k.key = r.idempotency_key
      OFFSET 0
    ) k
    CROSS JOIN LATERAL (SELECT * FROM public.orders o WHERE o.order_number = k.order_number OFFSET 0) o
    WHERE k.request_hash = r.repetition_hash OR NOT EXISTS (
      SELECT FROM public.orders known WHERE known.client_id = r.client_id AND known.store_order_id = r.store_order_id
      UNION ALL
      SELECT FROM public.archived_orders known
        WHERE known.client_id = r.client_id AND known.store_order_id = r.store_order_id
      OFFSET 0
    )
  );
END $$;
CREATE OR REPLACE FUNCTION insert_orders(
  p_requests order_request[], p_lines order_request_line[], p_needs stock_need[], p_key_hours integer
) RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  claimed integer[] := claim_idempotency_keys(p_requests, p_key_hours);
  outcomes json[];
  are_some_lost boolean;
BEGIN
  WITH inserted AS (
    INSERT INTO public.orders (
        order_number, client_id, plan_id, store_order_id, request_hash, currency,
        customer_name, customer_phone, customer_email,
        shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
        notes, items_count, subtotal_minor, delivery_minor, total_minor, surcharge_minor, is_test, test_scenario
      )
      SELECT r.order_number, r.client_id, r.plan_id, r.store_order_id, r.request_hash, r.currency,
        r.customer_name, r.customer_phone, r.customer_email,
        r.shipping_address, r.shipping_city, r.shipping_state, r.shipping_pincode, r.shipping_country,
        r.notes, r.items_count, r.subtotal_minor, r.delivery_minor, r.total_minor, r.surcharge_minor,
        coalesce(r.is_test, false), r.test_scenario
      FROM unnest(p_requests) r WHERE r.n = ANY (claimed)
      ORDER BY r.client_id, r.store_order_id, r.n
    ON CONFLICT (client_id, store_order_id) DO NOTHING
    RETURNING id, order_number
  ), placed AS (
    SELECT i.id, r.n, r.total_minor FROM inserted i JOIN unnest(p_requests) r USING (order_number)
  ), items AS (
    INSERT INTO public.order_items (order_id, line, product_id, sku, name, variation, variation_key,
        quantity, unit_price_minor, line_total_minor)
      SELECT p.id, l.line, l.product_id, l.sku, l.name, l.variation, nullif(l.variation_key, ''),
        l.quantity, l.unit_price_minor, l.unit_price_minor * l.quantity
      FROM placed p JOIN unnest(p_lines) l USING (n)
  ), timeline AS (
    INSERT INTO public.order_status_changes (order_id, status, total_minor, changed_at)
      SELECT id, 'awaiting_payment', total_minor, now() FROM placed
  ), reserved AS (
    UPDATE public.stock_levels level SET reserved = level.reserved + taken.quantity
    FROM (
      SELECT need.product_id, need.variation_key, sum(need.quantity) AS quantity
      FROM placed p JOIN unnest(p_needs) need USING (n) GROUP BY 1, 2
    ) taken
    WHERE level.product_id = taken.product_id AND level.variation_key = taken.variation_key
  )
  SELECT array_agg(json_build_object('n', r.n, 'outcome', CASE WHEN p.n IS NULL THEN 'again' ELSE 'placed' END)),
      bool_or(p.n IS NULL)
    INTO outcomes, are_some_lost FROM unnest(p_requests) r LEFT JOIN placed p USING (n);

  IF are_some_lost THEN
    DELETE FROM public.idempotency_keys k USING unnest(p_requests) r
      WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.order_number = r.order_number
        AND NOT EXISTS (SELECT FROM public.orders o WHERE o.order_number = r.order_number OFFSET 0);
  END IF;
  RETURN coalesce(outcomes, '{}');
END $$;
CREATE OR REPLACE FUNCTION is_placeable(
  p_requests order_request[], p_lines order_request_line[], p_needs stock_need[], p_snapshot pg_snapshot
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  is_enough boolean;
  are_known boolean;
BEGIN
  SELECT coalesce(bool_and(need.quantity <= level.available AND level.available IS NOT NULL), true) INTO is_enough
    FROM (
      SELECT product_id, variation_key, sum(quantity) AS quantity FROM unnest(p_needs) GROUP BY 1, 2 ORDER BY 1, 2
    ) need
    LEFT JOIN LATERAL (
      SELECT s.on_hand - s.reserved AS available FROM public.stock_levels s
      WHERE s.product_id = need.product_id AND s.variation_key = need.variation_key
      FOR UPDATE SKIP LOCKED
    ) level ON true;
  IF NOT is_enough THEN RETURN false; END IF;

  are_known := EXISTS (
    SELECT FROM unnest(p_requests) r
    WHERE (SELECT o.id FROM public.orders o WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id) IS NOT NULL
      OR (SELECT a.id FROM public.archived_orders a WHERE a.client_id = r.client_id AND a.store_order_id = r.store_order_id) IS NOT NULL
  );
  RETURN NOT are_known AND NOT is_stale(p_requests, p_lines, p_snapshot);
END $$;
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
CREATE OR REPLACE FUNCTION list_stock_needs(p_requests order_request[], p_lines order_request_line[])
RETURNS stock_need[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT ROW(l.n, l.product_id, l.variation_key, sum(l.quantity))::public.stock_need
    FROM unnest(p_lines) l JOIN unnest(p_requests) r USING (n) WHERE NOT coalesce(r.is_test, false)
    GROUP BY l.n, l.product_id, l.variation_key
  );
END $$;
CREATE OR REPLACE FUNCTION lock_limited_clients(p_requests order_request[], p_wait boolean)
RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
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
CREATE OR REPLACE FUNCTION lock_stock_levels(p_needs stock_need[], p_wait boolean)
RETURNS locked_level[] LANGUAGE plpgsql AS $$
BEGIN
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
CREATE OR REPLACE FUNCTION refuse_by_limits(p_requests order_request[], p_needs stock_need[], p_locked integer[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT CASE
        WHEN w.open_units + w.units > w.max_units OR w.open_value + w.value > w.max_value
          THEN json_build_object('n', w.n, 'outcome', 'limited', 'units', w.open_units, 'valueMinor', w.open_value)
        ELSE json_build_object('n', w.n, 'outcome', 'again')
      END
    FROM (
      SELECT r.n, r.max_reserved_units AS max_units, r.max_open_value_minor AS max_value,
        open.units AS open_units, open.value_minor AS open_value,
        need.units, r.total_minor AS value,
        sum(need.units) OVER batch AS running_units, sum(r.total_minor) OVER batch AS running_value
      FROM unnest(p_requests) r
      JOIN (SELECT n, sum(quantity) AS units FROM unnest(p_needs) GROUP BY n) need USING (n)
      JOIN sum_open_orders(p_locked) open ON open.client_id = r.client_id
      WHERE r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL
      WINDOW batch AS (PARTITION BY r.client_id ORDER BY r.n)
    ) w
    WHERE w.open_units + w.running_units > w.max_units OR w.open_value + w.running_value > w.max_value
  ) || ARRAY(
    SELECT json_build_object('n', r.n, 'outcome', 'busy') FROM unnest(p_requests) r
    WHERE (r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL) AND r.client_id <> ALL (p_locked)
  );
END $$;
CREATE OR REPLACE FUNCTION refuse_by_stock(p_needs stock_need[], p_levels locked_level[], p_wait boolean)
RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  accepted integer[];
  busy integer[];
  requests bigint;
BEGIN
  SELECT coalesce(array_agg(v.n) FILTER (WHERE v.fits), '{}'),
      coalesce(array_agg(v.n) FILTER (WHERE v.is_busy), '{}'), count(*)
    INTO accepted, busy, requests
    FROM (
      SELECT n, bool_and(running <= coalesce(available, 0)) AS fits,
        NOT p_wait AND bool_or(available IS NULL) AS is_busy
      FROM (
        SELECT need.n, level.available,
          sum(need.quantity) OVER (PARTITION BY need.product_id, need.variation_key ORDER BY need.n) AS running
        FROM unnest(p_needs) need LEFT JOIN unnest(p_levels) level USING (product_id, variation_key)
      ) totals
      GROUP BY n
    ) v;
  IF cardinality(accepted) = requests THEN RETURN '{}'; END IF;

  RETURN ARRAY(SELECT json_build_object('n', n, 'outcome', 'busy') FROM unnest(busy) n) || ARRAY(
    SELECT CASE WHEN bool_or(quantity > remaining)
        THEN json_build_object('n', n, 'outcome', 'short', 'shortages',
          json_agg(json_build_object('productId', product_id, 'variationKey', variation_key,
            'requested', quantity, 'available', remaining)) FILTER (WHERE quantity > remaining))
        ELSE json_build_object('n', n, 'outcome', 'again')
      END
    FROM (
      SELECT need.*,
        coalesce(level.available, 0) - coalesce(sum(need.quantity) FILTER (WHERE need.n = ANY (accepted))
          OVER (PARTITION BY need.product_id, need.variation_key), 0) AS remaining
      FROM unnest(p_needs) need LEFT JOIN unnest(p_levels) level USING (product_id, variation_key)
    ) rests
    WHERE n <> ALL (accepted || busy)
    GROUP BY n
  );
END $$;
CREATE OR REPLACE FUNCTION undecided_requests(p_requests order_request[], p_outcomes json[])
RETURNS order_request[] LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p_outcomes) = 0 THEN RETURN p_requests; END IF;
  RETURN ARRAY(
    SELECT r FROM unnest(p_requests) r
    WHERE r.n <> ALL (ARRAY(SELECT (o ->> 'n')::integer FROM unnest(p_outcomes) o))
  );
END $$;
CREATE OR REPLACE FUNCTION place_orders(
  p_requests json, p_lines json, p_snapshot pg_snapshot, p_wait boolean, p_key_hours integer
) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  several CONSTANT integer := 8;
  requests public.order_request[];
  lines public.order_request_line[];
  needs public.stock_need[];
  levels public.locked_level[];
  has_lookups boolean;
  has_limits boolean;
  has_keys boolean;
  limited integer[];
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
  IF has_limits THEN limited := lock_limited_clients(requests, p_wait); END IF;
  levels := lock_stock_levels(needs, p_wait);

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
