import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Places a batch of orders in one call, each with an outcome of its own. */
export class PlaceOrders1764000000000 implements MigrationInterface {
  readonly name = 'PlaceOrders1764000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...TYPES, PLACE_ORDERS]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION place_orders');
    await queryRunner.query('DROP TYPE order_request, order_request_line, locked_level');
  }
}

const TYPES = [
  // n: the place in the batch, from 1.
  `CREATE TYPE order_request AS (
    n integer,
    order_number text, client_id integer, plan_id integer, store_order_id text, request_hash bytea,
    currency text, customer_name text, customer_phone text, customer_email text,
    shipping_address text, shipping_city text, shipping_state text, shipping_pincode text,
    shipping_country text, notes text, items_count integer,
    subtotal_minor bigint, delivery_minor bigint, total_minor bigint,
    idempotency_key text, repetition_hash bytea
  )`,
  // variation_key: of the stock level, '' for a product without variations.
  `CREATE TYPE order_request_line AS (
    n integer, line integer, product_id integer, variation_key text, sku text, name text,
    variation text, quantity integer, unit_price_minor bigint
  )`,
  `CREATE TYPE locked_level AS (product_id integer, variation_key text, available integer)`,
];

/**
 * As it was before test mode. Outcomes, one a request:
 * - placed
 * - replayed: the request's idempotency key made an order before; mismatch: with another request
 * - duplicate: the client has an order with this store_order_id
 * - short: too little stock, with the levels that are short
 * - busy: somebody else holds a stock level (only where p_wait is false)
 * - stale: what the request was judged by has changed since the snapshot p_judged_on
 * - again: decided by nothing but the company it came in; to be sent once more
 *
 * Locks: stock levels, then idempotency keys, then store order ids, each in key order, so that two calls never
 * wait for each other in a circle. Every statement sees what was committed before it.
 */
export const PLACE_ORDERS = `
CREATE FUNCTION place_orders(
  p_requests json, p_lines json, p_judged_on pg_snapshot, p_wait boolean, p_key_hours integer
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  requests order_request[];
  lines order_request_line[];
  levels locked_level[];
  wanted integer[];      -- the requests whose outcome is open
  accepted integer[];
  outcomes json[] := '{}';
  found json[];
  kept integer[];
BEGIN
  SELECT array_agg(r ORDER BY r.n), array_agg(r.n) INTO requests, wanted
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
      JOIN idempotency_keys k ON k.client_id = r.client_id AND k.key = r.idempotency_key
        AND k.created_at > now() - make_interval(hours => p_key_hours)
      JOIN orders o ON o.order_number = k.order_number;
    IF kept IS NOT NULL THEN
      outcomes := outcomes || found;
      wanted := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(kept));
    END IF;
  END IF;

  SELECT array_agg(r.n), array_agg(json_build_object('n', r.n, 'outcome', 'duplicate',
      'orderNumber', o.order_number, 'status', o.status, 'sameRequest', o.request_hash = r.request_hash))
    INTO kept, found
    FROM unnest(requests) r
    JOIN orders o ON o.client_id = r.client_id AND o.store_order_id = r.store_order_id
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

  IF p_wait THEN
    SELECT array_agg(ROW(s.product_id, s.variation_key, s.available)::locked_level) INTO levels FROM (
      SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
      FROM (SELECT DISTINCT l.product_id, l.variation_key FROM unnest(lines) l WHERE l.n = ANY (wanted)) w
      JOIN stock_levels level USING (product_id, variation_key)
      ORDER BY 1, 2 FOR UPDATE OF level
    ) s;
  ELSE
    SELECT array_agg(ROW(s.product_id, s.variation_key, s.available)::locked_level) INTO levels FROM (
      SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
      FROM (SELECT DISTINCT l.product_id, l.variation_key FROM unnest(lines) l WHERE l.n = ANY (wanted)) w
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
        FROM (
          SELECT l.n, l.product_id, l.variation_key, sum(l.quantity) AS quantity
          FROM unnest(lines) l WHERE l.n = ANY (wanted) GROUP BY 1, 2, 3
        ) w
        LEFT JOIN unnest(levels) s USING (product_id, variation_key)
      ) totals
      GROUP BY n
    ) v;
  accepted := coalesce(accepted, '{}');
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
          FROM (
            SELECT l.n, l.product_id, l.variation_key, sum(l.quantity) AS quantity
            FROM unnest(lines) l WHERE l.n = ANY (wanted) GROUP BY 1, 2, 3
          ) w
          LEFT JOIN unnest(levels) s USING (product_id, variation_key)
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
        notes, items_count, subtotal_minor, delivery_minor, total_minor
      )
      SELECT r.order_number, r.client_id, r.plan_id, r.store_order_id, r.request_hash, r.currency,
        r.customer_name, r.customer_phone, r.customer_email,
        r.shipping_address, r.shipping_city, r.shipping_state, r.shipping_pincode, r.shipping_country,
        r.notes, r.items_count, r.subtotal_minor, r.delivery_minor, r.total_minor
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
      SELECT l.product_id, l.variation_key, sum(l.quantity) AS quantity
      FROM placed p JOIN unnest(lines) l USING (n) GROUP BY 1, 2
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
END $$`;
