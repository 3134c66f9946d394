CREATE OR REPLACE FUNCTION place_orders(
  p_requests json, p_lines json, p_judged_on pg_snapshot, p_wait boolean, p_key_hours integer
) RETURNS json LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  requests order_request[];
  lines order_request_line[];
  wanted integer[];      -- the requests whose outcome is open
  tests integer[];       -- test orders, which want nothing of any level
  needs stock_need[];    -- what the others want of each level
  levels locked_level[];
  accepted integer[];
  outcomes json[] := '{}';
  found json[];
  kept integer[];
BEGIN
  SELECT array_agg(r ORDER BY r.n), array_agg(r.n), array_agg(r.n) FILTER (WHERE r.is_test AND r.items_count > 0)
    INTO requests, wanted, tests
    FROM json_populate_recordset(NULL::order_request, p_requests) r;
  SELECT array_agg(l) INTO lines
    FROM json_populate_recordset(NULL::order_request_line, p_lines) l;

  -- What an idempotency key made before is answered again, whatever else is wrong by now.
  IF EXISTS (SELECT FROM unnest(requests) r WHERE r.idempotency_key IS NOT NULL) THEN
    SELECT array_agg(r.n), array_agg(CASE
        WHEN k.request_hash <> r.repetition_hash THEN json_build_object('n', r.n, 'outcome', 'mismatch')
        ELSE json_build_object('n', r.n, 'outcome', 'replayed', 'orderNumber', o.order_number,
          'itemsCount', o.items_count, 'subtotalMinor', o.subtotal_minor,
          'deliveryMinor', o.delivery_minor, 'totalMinor', o.total_minor)
      END) INTO kept, found
      FROM unnest(requests) r
      CROSS JOIN LATERAL (
        SELECT * FROM idempotency_keys k
        WHERE k.client_id = r.client_id AND k.key = r.idempotency_key
          AND k.created_at > now() - make_interval(hours => p_key_hours)
        OFFSET 0
      ) k
      CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.order_number = k.order_number OFFSET 0) o;
    IF kept IS NOT NULL THEN
      outcomes := outcomes || found;
      wanted := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(kept));
    END IF;
  END IF;

  SELECT array_agg(r.n), array_agg(json_build_object('n', r.n, 'outcome', 'duplicate',
      'orderNumber', o.order_number, 'status', o.status, 'sameRequest', o.request_hash = r.request_hash))
    INTO kept, found
    FROM unnest(requests) r
    CROSS JOIN LATERAL (
      SELECT * FROM orders o WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id OFFSET 0
    ) o
    WHERE r.n = ANY (wanted);
  IF kept IS NOT NULL THEN
    outcomes := outcomes || found;
    wanted := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(kept));
  END IF;

  -- Of twins the first is tried; the others find it next time.
  SELECT array_agg(t.n), array_agg(json_build_object('n', t.n, 'outcome', 'again')) INTO kept, found
    FROM (
      SELECT r.n,
        r.store_order_id IS NOT NULL AND row_number() OVER (PARTITION BY r.client_id, r.store_order_id ORDER BY r.n) > 1
        OR r.idempotency_key IS NOT NULL AND row_number() OVER (PARTITION BY r.client_id, r.idempotency_key ORDER BY r.n) > 1
        AS is_later
      FROM unnest(requests) r WHERE r.n = ANY (wanted)
    ) t
    WHERE t.is_later;
  IF kept IS NOT NULL THEN
    outcomes := outcomes || found;
    wanted := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(kept));
  END IF;

  SELECT array_agg(ROW(w.n, w.product_id, w.variation_key, w.quantity)::stock_need) INTO needs FROM (
    SELECT l.n, l.product_id, l.variation_key, sum(l.quantity) AS quantity
    FROM unnest(lines) l WHERE l.n = ANY (wanted) AND l.n <> ALL (coalesce(tests, '{}')) GROUP BY 1, 2, 3
  ) w;

  IF p_wait THEN
    SELECT array_agg(ROW(s.product_id, s.variation_key, s.available)::locked_level) INTO levels FROM (
      SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
      FROM (SELECT DISTINCT product_id, variation_key FROM unnest(needs)) w
      JOIN stock_levels level USING (product_id, variation_key)
      ORDER BY 1, 2 FOR UPDATE OF level
    ) s;
  ELSE
    SELECT array_agg(ROW(s.product_id, s.variation_key, s.available)::locked_level) INTO levels FROM (
      SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
      FROM (SELECT DISTINCT product_id, variation_key FROM unnest(needs)) w
      JOIN stock_levels level USING (product_id, variation_key)
      ORDER BY 1, 2 FOR UPDATE OF level SKIP LOCKED
    ) s;
  END IF;

  IF EXISTS (
    SELECT FROM change_log c
    WHERE c.xid >= pg_snapshot_xmin(p_judged_on) AND NOT pg_visible_in_snapshot(c.xid, p_judged_on)
      AND CASE c.kind
        WHEN 'access' THEN c.ids && ARRAY(SELECT r.client_id FROM unnest(requests) r)
        WHEN 'plan' THEN c.ids && ARRAY(SELECT r.plan_id FROM unnest(requests) r)
        WHEN 'product' THEN c.ids && ARRAY(SELECT l.product_id FROM unnest(lines) l)
        ELSE false
      END
  ) THEN
    RETURN (
      SELECT json_agg(o) FROM (
        SELECT unnest(outcomes) AS o
        UNION ALL SELECT json_build_object('n', n, 'outcome', 'stale') FROM unnest(wanted) n
      ) all_outcomes
    );
  END IF;

  -- First come, first served: a request is accepted when it fits together with all before it.
  SELECT array_agg(v.n ORDER BY v.n) FILTER (WHERE v.fits),
      array_agg(json_build_object('n', v.n, 'outcome', 'busy')) FILTER (WHERE v.is_busy)
    INTO accepted, found
    FROM (
      SELECT n, bool_and(running <= coalesce(available, 0)) AS fits,
        NOT p_wait AND bool_or(available IS NULL) AS is_busy
      FROM (
        SELECT w.n, s.available,
          sum(w.quantity) OVER (PARTITION BY w.product_id, w.variation_key ORDER BY w.n) AS running
        FROM unnest(needs) w LEFT JOIN unnest(levels) s USING (product_id, variation_key)
      ) totals
      GROUP BY n
    ) v;
  accepted := coalesce(accepted, '{}');
  IF tests IS NOT NULL THEN
    accepted := accepted || ARRAY(SELECT unnest(tests) INTERSECT SELECT unnest(wanted));
  END IF;
  outcomes := outcomes || coalesce(found, '{}');

  -- Refused is what does not fit even with no more than the accepted ones before it.
  IF cardinality(accepted) + cardinality(coalesce(found, '{}')) < cardinality(wanted) THEN
    outcomes := outcomes || ARRAY(
      SELECT CASE WHEN v.is_short
          THEN json_build_object('n', v.n, 'outcome', 'short', 'shortages', v.shortages)
          ELSE json_build_object('n', v.n, 'outcome', 'again')
        END
      FROM (
        SELECT n, bool_or(quantity > remaining) AS is_short,
          json_agg(json_build_object('productId', product_id, 'variationKey', variation_key,
            'requested', quantity, 'available', remaining)) FILTER (WHERE quantity > remaining) AS shortages
        FROM (
          SELECT w.n, w.product_id, w.variation_key, w.quantity, s.available IS NULL AS is_locked,
            coalesce(s.available, 0) - coalesce(sum(w.quantity) FILTER (WHERE w.n = ANY (accepted))
              OVER (PARTITION BY w.product_id, w.variation_key), 0) AS remaining
          FROM unnest(needs) w LEFT JOIN unnest(levels) s USING (product_id, variation_key)
        ) rests
        WHERE n <> ALL (accepted)
        GROUP BY n
        HAVING p_wait OR NOT bool_or(is_locked)
      ) v
    );
  END IF;

  IF EXISTS (SELECT FROM unnest(requests) r WHERE r.idempotency_key IS NOT NULL AND r.n = ANY (accepted)) THEN
    WITH claimed AS (
      INSERT INTO idempotency_keys AS k (client_id, key, request_hash, order_number)
        SELECT r.client_id, r.idempotency_key, r.repetition_hash, r.order_number FROM unnest(requests) r
        WHERE r.idempotency_key IS NOT NULL AND r.n = ANY (accepted)
        ORDER BY 1, 2
      ON CONFLICT (client_id, key) DO UPDATE
        SET request_hash = EXCLUDED.request_hash, order_number = EXCLUDED.order_number, created_at = now()
        WHERE k.created_at <= now() - make_interval(hours => p_key_hours)
      RETURNING k.order_number
    )
    SELECT array_agg(r.n) INTO kept FROM unnest(requests) r
      WHERE r.n = ANY (accepted)
        AND (r.idempotency_key IS NULL OR r.order_number IN (SELECT order_number FROM claimed));
  ELSE
    kept := accepted;
  END IF;

  WITH inserted AS (
    INSERT INTO orders (
        order_number, client_id, plan_id, store_order_id, request_hash, currency,
        customer_name, customer_phone, customer_email,
        shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
        notes, items_count, subtotal_minor, delivery_minor, total_minor, is_test, test_scenario
      )
      SELECT r.order_number, r.client_id, r.plan_id, r.store_order_id, r.request_hash, r.currency,
        r.customer_name, r.customer_phone, r.customer_email,
        r.shipping_address, r.shipping_city, r.shipping_state, r.shipping_pincode, r.shipping_country,
        r.notes, r.items_count, r.subtotal_minor, r.delivery_minor, r.total_minor,
        coalesce(r.is_test, false), r.test_scenario
      FROM unnest(requests) r WHERE r.n = ANY (kept)
      ORDER BY r.client_id, r.store_order_id
    ON CONFLICT (client_id, store_order_id) DO NOTHING
    RETURNING id, order_number
  ), placed AS (
    SELECT i.id, r.n FROM inserted i JOIN unnest(requests) r USING (order_number)
  ), items AS (
    INSERT INTO order_items (order_id, line, product_id, sku, name, variation, variation_key,
        quantity, unit_price_minor, line_total_minor)
      SELECT p.id, l.line, l.product_id, l.sku, l.name, l.variation, nullif(l.variation_key, ''),
        l.quantity, l.unit_price_minor, l.unit_price_minor * l.quantity
      FROM placed p JOIN unnest(lines) l USING (n)
  ), timeline AS (
    INSERT INTO order_status_changes (order_id, status) SELECT id, 'awaiting_payment' FROM placed
  ), reserved AS (
    UPDATE stock_levels level SET reserved = level.reserved + taken.quantity
    FROM (
      SELECT w.product_id, w.variation_key, sum(w.quantity) AS quantity
      FROM placed p JOIN unnest(needs) w USING (n) GROUP BY 1, 2
    ) taken
    WHERE level.product_id = taken.product_id AND level.variation_key = taken.variation_key
  )
  SELECT array_agg(n) INTO kept FROM placed;

  outcomes := outcomes || ARRAY(
    SELECT json_build_object('n', n, 'outcome', CASE WHEN n = ANY (kept) THEN 'placed' ELSE 'again' END)
    FROM unnest(accepted) n
  );
  -- Another call took the same store_order_id at the same moment: what was claimed for it goes back.
  IF cardinality(accepted) > cardinality(coalesce(kept, '{}')) THEN
    DELETE FROM idempotency_keys k USING unnest(requests) r
      WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.order_number = r.order_number
        AND r.n = ANY (accepted) AND r.n <> ALL (coalesce(kept, '{}'));
  END IF;
  RETURN (SELECT json_agg(o) FROM unnest(outcomes) o);
END $$;
