import type { MigrationInterface, QueryRunner } from 'typeorm';
import { logFunction } from './1763900000000-change-log.js';
import { PLACE_ORDERS as PLACE_ORDERS_BEFORE } from './1764000000000-place-orders.js';

/** Test sides of clients, products for their orders, and test orders, which take no stock. */
export class TestMode1764200000000 implements MigrationInterface {
  readonly name = 'TestMode1764200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...PLACING, `CREATE ${PLACE_ORDERS}`]) {
      await queryRunner.query(statement);
    }
    await queryRunner.query(
      `CREATE OR REPLACE ${logFunction('subscriptions', 'access', 'id', WITH_TEST_SIDES)}`,
    );
    await queryRunner.query(ADD_PRODUCTS, [JSON.stringify(PRODUCTS)]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [
      // What is checked at the commit otherwise would be in the way of the changes of tables.
      'SET CONSTRAINTS ALL IMMEDIATE',
      LOCK_TABLES,
      // By which those that name an order are looked up for each one that goes.
      'CREATE INDEX forget_movements_ix ON stock_movements (order_id)',
      'CREATE INDEX forget_entries_ix ON wallet_entries (order_id)',
      'CREATE INDEX forget_keys_ix ON idempotency_keys (order_number)',
      ...FORGET_TESTS,
      'DROP INDEX forget_movements_ix, forget_entries_ix, forget_keys_ix',
      `CREATE OR REPLACE ${logFunction('subscriptions', 'access', 'client_id')}`,
      'DROP FUNCTION place_orders',
      'DROP TYPE stock_need',
      'ALTER TYPE order_request DROP ATTRIBUTE is_test, DROP ATTRIBUTE test_scenario',
      PLACE_ORDERS_BEFORE,
      'ALTER TABLE orders DROP COLUMN test_scenario, DROP COLUMN is_test',
      'ALTER TABLE products DROP COLUMN test_scenario',
      'ALTER TABLE clients DROP COLUMN test_of',
    ]) {
      await queryRunner.query(statement);
    }
  }
}

const COLUMNS = [
  `ALTER TABLE orders ADD COLUMN is_test boolean NOT NULL DEFAULT false,
    ADD COLUMN test_scenario varchar(20),
    ADD CONSTRAINT orders_test_scenario_ck CHECK (test_scenario IS NULL OR is_test)`,
  `CREATE INDEX orders_test_scenario_ix ON orders (test_scenario, status) WHERE test_scenario IS NOT NULL`,
  'ALTER TABLE products ADD COLUMN test_scenario varchar(20)',
  `ALTER TABLE clients ADD COLUMN test_of integer,
    ADD CONSTRAINT clients_test_of_uq UNIQUE (test_of),
    ADD CONSTRAINT clients_test_of_fk FOREIGN KEY (test_of) REFERENCES clients (id)`,
];

/** The subscription of a client is that of its test side, too. */
const WITH_TEST_SIDES = `(
  SELECT client_id AS id FROM changed
  UNION ALL SELECT c.id FROM clients c JOIN changed ON c.test_of = changed.client_id
) holders`;

const PRODUCTS = [
  { name: 'Test: out of stock when ordered', sku: 'OUT-OF-STOCK', scenario: 'out_of_stock' },
  { name: 'Test: paid, then shipped', sku: 'SHIPPED', scenario: 'shipped' },
  {
    name: 'Test: paid, shipped, then delivered',
    sku: 'DELIVERED',
    scenario: 'delivered',
    variations: [{ name: 'Size', values: ['M', 'L'] }],
  },
  { name: 'Test: paid, then shipped in two parcels', sku: 'PARTIAL', scenario: 'partial' },
  { name: 'Test: paid, shipped, then returned', sku: 'RETURNED', scenario: 'returned' },
  { name: 'Test: paid, then cancelled and refunded', sku: 'REFUNDED', scenario: 'refunded' },
  { name: 'Test: never paid, so it expires', sku: 'EXPIRED', scenario: 'expired' },
].map(({ variations = [], ...product }, index) => ({
  // Out of the way of other products: they are numbered, and listed in blocks, as if these were not there.
  id: 2_147_483_001 + index,
  variations,
  keys: variations.length === 0 ? [''] : ['Size:M', 'Size:L'],
  ...product,
}));

// Not active: an instance of the version before, which may still run, must not sell them.
const ADD_PRODUCTS = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1::json)
      AS p (id integer, sku text, name text, scenario text, variations jsonb, keys text[])
  ), added AS (
    INSERT INTO products (id, sku, name, description, category, variations, base_price_minor,
        delivery_charge_minor, active, test_scenario)
      OVERRIDING SYSTEM VALUE
      SELECT id, 'WSO-TEST-' || sku, name, 'For test tokens only: it is neither sold nor shipped.', 'Test mode',
        variations, 10000, 4000, false, scenario
      FROM given
  ), levels AS (
    INSERT INTO stock_levels (product_id, variation_key, on_hand) SELECT id, unnest(keys), 25 FROM given
  )
  INSERT INTO stock_movements (product_id, variation_key, delta, reason)
    SELECT id, unnest(keys), 25, 'test mode' FROM given`;

/** All at first: who holds a little and wants more would be in the way of others. */
const LOCK_TABLES = `LOCK TABLE idempotency_keys, orders, order_items, order_status_changes, shipments,
  shipment_items, payments, stock_levels, stock_movements, products, plan_prices, clients, api_tokens, wallets,
  wallet_entries IN ACCESS EXCLUSIVE MODE`;

const TEST_ORDERS = '(SELECT id FROM orders WHERE is_test)';
const TEST_CLIENTS = '(SELECT id FROM clients WHERE test_of IS NOT NULL)';
const TEST_PRODUCTS = '(SELECT id FROM products WHERE test_scenario IS NOT NULL)';

/** The rows of test mode, those first that lead to others. */
const FORGET_TESTS = [
  ['wallet_entries', `client_id IN ${TEST_CLIENTS}`],
  ['payments', `order_id IN ${TEST_ORDERS}`],
  ['shipment_items', `order_id IN ${TEST_ORDERS}`],
  ['shipments', `order_id IN ${TEST_ORDERS}`],
  ['order_status_changes', `order_id IN ${TEST_ORDERS}`],
  ['order_items', `order_id IN ${TEST_ORDERS}`],
  ['idempotency_keys', `client_id IN ${TEST_CLIENTS}`],
  ['orders', 'is_test'],
  ['stock_movements', `product_id IN ${TEST_PRODUCTS}`],
  ['stock_levels', `product_id IN ${TEST_PRODUCTS}`],
  ['plan_prices', `product_id IN ${TEST_PRODUCTS}`],
  ['products', 'test_scenario IS NOT NULL'],
  ['wallets', `client_id IN ${TEST_CLIENTS}`],
  ['api_tokens', `client_id IN ${TEST_CLIENTS}`],
  ['clients', 'test_of IS NOT NULL'],
].flatMap(([table, condition]) => [
  // Journals and lines of orders refuse it otherwise.
  `ALTER TABLE ${table} DISABLE TRIGGER USER`,
  `DELETE FROM ${table} WHERE ${condition}`,
  `ALTER TABLE ${table} ENABLE TRIGGER USER`,
]);

const PLACING = [
  'ALTER TYPE order_request ADD ATTRIBUTE is_test boolean, ADD ATTRIBUTE test_scenario text',
  // What a request wants of a level.
  `CREATE TYPE stock_need AS (n integer, product_id integer, variation_key text, quantity bigint)`,
  'DROP FUNCTION place_orders',
];

/** The levels are locked in key order, as every writer does it. */
function lockLevels(lock: string): string {
  return `SELECT array_agg(ROW(s.product_id, s.variation_key, s.available)::locked_level) INTO levels FROM (
      SELECT level.product_id, level.variation_key, level.on_hand - level.reserved AS available
      FROM (SELECT DISTINCT product_id, variation_key FROM unnest(needs)) w
      JOIN stock_levels level USING (product_id, variation_key)
      ORDER BY 1, 2 ${lock}
    ) s`;
}

/**
 * Outcomes, one a request:
 * - placed
 * - replayed: the request's idempotency key made an order before; mismatch: with another request
 * - duplicate: the client has an order with this store_order_id
 * - short: too little stock, with the levels that are short
 * - busy: somebody else holds a stock level (only where p_wait is false)
 * - stale: what the request was judged by has changed since the snapshot p_judged_on
 * - again: decided by nothing but the company it came in; to be sent once more
 *
 * Locks: stock levels, then idempotency keys, then store order ids, each in key order, so that two calls never
 * wait for each other in a circle. Every statement sees what was committed before it. Test orders lock and
 * take no stock: theirs was looked at when they were judged.
 *
 * Plans are kept from when the tables may have been empty: OFFSET 0 and enable_seqscan see to it that rows are
 * looked up by key in all of them, instead of reading every order there is for each new one.
 */
const PLACE_ORDERS = `FUNCTION place_orders(
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
    ${lockLevels('FOR UPDATE OF level')};
  ELSE
    ${lockLevels('FOR UPDATE OF level SKIP LOCKED')};
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
END $$`;
