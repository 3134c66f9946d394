-- How 1.5.0 places orders, to compare with.
CREATE SCHEMA released;
SET search_path = released, public;
CREATE OR REPLACE FUNCTION take_placing_turn() RETURNS void LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  the_turn CONSTANT bigint := 7746003;
BEGIN
  PERFORM pg_advisory_xact_lock(the_turn);
EXCEPTION WHEN lock_not_available THEN
  NULL;
END $$;
CREATE OR REPLACE FUNCTION find_known_orders(p_requests order_request[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT known.outcome
    FROM unnest(p_requests) r
    CROSS JOIN LATERAL (
      SELECT 1 AS rank, json_build_object('n', r.n, 'outcome', 'replayed', 'orderNumber', o.order_number, 'itemsCount', o.items_count,
          'subtotalMinor', o.subtotal_minor, 'deliveryMinor', o.delivery_minor, 'totalMinor', o.total_minor) AS outcome
        FROM public.idempotency_keys k JOIN public.orders o USING (order_number)
        WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.request_hash = r.repetition_hash
      UNION ALL
      SELECT 2, json_build_object('n', r.n, 'outcome', 'duplicate', 'orderNumber', o.order_number, 'status', o.status,
          'sameRequest', o.request_hash = r.request_hash)
        FROM public.orders o WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id
      UNION ALL
      SELECT 3, json_build_object('n', r.n, 'outcome', 'duplicate', 'orderNumber', a.order_number, 'status', a.status,
          'sameRequest', a.request_hash = r.request_hash)
        FROM public.archived_orders a WHERE a.client_id = r.client_id AND a.store_order_id = r.store_order_id
      UNION ALL
      SELECT 4, json_build_object('n', r.n, 'outcome', 'mismatch', 'orderNumber', o.order_number, 'storeOrderId', o.store_order_id,
          'status', o.status)
        FROM public.idempotency_keys k JOIN public.orders o USING (order_number)
        WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.request_hash <> r.repetition_hash
      ORDER BY rank LIMIT 1
    ) known
  );
END $$;
CREATE OR REPLACE FUNCTION find_refused_orders(
  p_requests order_request[], p_lines order_request_line[], p_limited integer[], p_wait boolean
) RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  twins integer[];
  short json[];
BEGIN
  SELECT array_agg(n) INTO twins
    FROM (
      SELECT r.n,
        r.store_order_id IS NOT NULL AND row_number() OVER (PARTITION BY r.client_id, r.store_order_id ORDER BY r.n) > 1
        OR r.idempotency_key IS NOT NULL AND row_number() OVER (PARTITION BY r.client_id, r.idempotency_key ORDER BY r.n) > 1
        AS is_later
      FROM unnest(p_requests) r
    ) t
    WHERE is_later;
  WITH need AS (
    SELECT l.n, l.product_id, l.variation_key, sum(l.quantity) AS quantity
      FROM unnest(p_lines) l JOIN unnest(p_requests) r USING (n)
      WHERE NOT coalesce(r.is_test, false) AND l.n <> ALL (coalesce(twins, '{}'))
      GROUP BY 1, 2, 3
  ), level AS (
    SELECT key.product_id, key.variation_key, stored.available
      FROM (SELECT DISTINCT product_id, variation_key FROM need ORDER BY 1, 2) key
      LEFT JOIN LATERAL (
        SELECT s.on_hand - s.reserved AS available FROM public.stock_levels s
        WHERE s.product_id = key.product_id AND s.variation_key = key.variation_key
        FOR UPDATE SKIP LOCKED
      ) stored ON true
  ), total AS (
    SELECT need.*, level.available,
        sum(need.quantity) OVER (PARTITION BY need.product_id, need.variation_key ORDER BY need.n) AS running
      FROM need JOIN level USING (product_id, variation_key)
  ), decided AS (
    SELECT n, bool_and(running <= coalesce(available, 0)) AS fits, NOT p_wait AND bool_or(available IS NULL) AS is_busy
      FROM total GROUP BY n
  ), rest AS (
    SELECT *, coalesce(available, 0)
        - coalesce(sum(quantity) FILTER (WHERE fits) OVER (PARTITION BY product_id, variation_key), 0) AS remaining
      FROM total JOIN decided USING (n)
  )
  SELECT array_agg(refused.outcome) INTO short
    FROM (
      SELECT CASE
          WHEN bool_or(is_busy) THEN json_build_object('n', n, 'outcome', 'busy')
          WHEN bool_or(quantity > remaining) THEN json_build_object('n', n, 'outcome', 'short', 'shortages',
            json_agg(json_build_object('productId', product_id, 'variationKey', variation_key,
              'requested', quantity, 'available', remaining)) FILTER (WHERE quantity > remaining))
          ELSE json_build_object('n', n, 'outcome', 'again')
        END AS outcome
      FROM rest WHERE NOT fits GROUP BY n
    ) refused;
  RETURN ARRAY(SELECT json_build_object('n', n, 'outcome', 'again') FROM unnest(twins) n) || short || ARRAY(
    SELECT CASE
        WHEN open.client_id IS NULL THEN json_build_object('n', w.n, 'outcome', 'busy')
        WHEN open.units + w.units > w.max_units OR open.value_minor + w.value_minor > w.max_value_minor
          THEN json_build_object('n', w.n, 'outcome', 'limited', 'units', open.units, 'valueMinor', open.value_minor)
        ELSE json_build_object('n', w.n, 'outcome', 'again')
      END
    FROM (
      SELECT r.n, r.client_id, r.max_reserved_units AS max_units, r.max_open_value_minor AS max_value_minor,
        need.units, r.total_minor AS value_minor,
        sum(need.units) OVER batch AS running_units, sum(r.total_minor) OVER batch AS running_value_minor
      FROM unnest(p_requests) r
      JOIN (SELECT n, sum(quantity) AS units FROM unnest(p_lines) GROUP BY n) need USING (n)
      WHERE (r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL) AND NOT coalesce(r.is_test, false)
        AND r.n <> ALL (coalesce(twins, '{}')) AND r.n <> ALL (ARRAY(SELECT (s ->> 'n')::integer FROM unnest(short) s))
      WINDOW batch AS (PARTITION BY r.client_id ORDER BY r.n)
    ) w
    LEFT JOIN sum_open_orders(p_limited) open USING (client_id)
    WHERE open.client_id IS NULL
      OR open.units + w.running_units > w.max_units OR open.value_minor + w.running_value_minor > w.max_value_minor
  );
END $$;
CREATE OR REPLACE FUNCTION store_orders(p_requests order_request[], p_lines order_request_line[])
RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  outcomes json[];
  are_some_lost boolean;
BEGIN
  WITH claimed AS (
    INSERT INTO public.idempotency_keys AS k (client_id, key, request_hash, order_number)
      SELECT r.client_id, r.idempotency_key, r.repetition_hash, r.order_number FROM unnest(p_requests) r
      WHERE r.idempotency_key IS NOT NULL
      ORDER BY 1, 2, r.n
    ON CONFLICT (client_id, key) DO NOTHING
    RETURNING k.order_number
  ), inserted AS (
    INSERT INTO public.orders (
        order_number, client_id, plan_id, store_order_id, request_hash, currency,
        customer_name, customer_phone, customer_email,
        shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
        notes, gift_message, items_count, subtotal_minor, delivery_minor, total_minor, surcharge_minor, is_test, test_scenario, by_operator
      )
      SELECT r.order_number, r.client_id, r.plan_id, r.store_order_id, r.request_hash, r.currency,
        r.customer_name, r.customer_phone, r.customer_email,
        r.shipping_address, r.shipping_city, r.shipping_state, r.shipping_pincode, r.shipping_country,
        r.notes, r.gift_message, r.items_count, r.subtotal_minor, r.delivery_minor, r.total_minor, r.surcharge_minor,
        coalesce(r.is_test, false), r.test_scenario, coalesce(r.by_operator, false)
      FROM unnest(p_requests) r
      WHERE r.idempotency_key IS NULL OR r.order_number IN (SELECT order_number FROM claimed)
      ORDER BY r.client_id, r.store_order_id, r.n
    ON CONFLICT (client_id, store_order_id) DO NOTHING
    RETURNING id, order_number, is_test
  ), placed AS (
    SELECT i.id, i.is_test, r.n, r.total_minor FROM inserted i JOIN unnest(p_requests) r USING (order_number)
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
      SELECT l.product_id, l.variation_key, sum(l.quantity) AS quantity
      FROM placed p JOIN unnest(p_lines) l USING (n) WHERE NOT p.is_test GROUP BY 1, 2
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
CREATE OR REPLACE FUNCTION place_orders(
  p_requests json, p_lines json, p_snapshot pg_snapshot, p_wait boolean, p_key_hours integer
) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  several CONSTANT integer := 8;
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
  outcomes := find_known_orders(requests);
  IF cardinality(outcomes) > 0 THEN
    requests := ARRAY(
      SELECT r FROM unnest(requests) r WHERE r.n <> ALL (ARRAY(SELECT (o ->> 'n')::integer FROM unnest(outcomes) o))
    );
  END IF;
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
  IF has_limits OR has_lookups OR NOT is_enough THEN refused := find_refused_orders(requests, lines, limited, p_wait); END IF;
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
  RETURN array_to_json(outcomes || store_orders(requests, lines));
END $$;
