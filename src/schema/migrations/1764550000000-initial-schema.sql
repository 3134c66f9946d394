-- Plans, clients and their tokens.

CREATE TABLE plans (
  id integer GENERATED ALWAYS AS IDENTITY,
  code varchar(40) NOT NULL,
  name varchar(120) NOT NULL,
  discount_bp integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT plans_pk PRIMARY KEY (id),
  CONSTRAINT plans_code_uq UNIQUE (code),
  CONSTRAINT plans_discount_ck CHECK (discount_bp BETWEEN 0 AND 10000)
);

-- test_of: the client whose test tokens act as this hidden client.
CREATE TABLE clients (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(120) NOT NULL,
  email varchar(254) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  test_of integer,
  CONSTRAINT clients_pk PRIMARY KEY (id),
  CONSTRAINT clients_test_of_uq UNIQUE (test_of),
  CONSTRAINT clients_test_of_fk FOREIGN KEY (test_of) REFERENCES clients (id)
);

CREATE TABLE subscriptions (
  client_id integer NOT NULL,
  plan_id integer NOT NULL,
  status varchar(16) NOT NULL,
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz,
  grace_ends_at timestamptz,
  CONSTRAINT subscriptions_pk PRIMARY KEY (client_id),
  CONSTRAINT subscriptions_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT subscriptions_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id),
  CONSTRAINT subscriptions_status_ck CHECK (status IN ('trialing', 'active', 'past_due', 'suspended', 'cancelled')),
  CONSTRAINT subscriptions_grace_ck CHECK ((status = 'past_due') = (grace_ends_at IS NOT NULL)),
  CONSTRAINT subscriptions_period_ck CHECK (ends_at > starts_at)
);
CREATE INDEX subscriptions_plan_ix ON subscriptions (plan_id);

-- rotated_at: a token is rotated once, because a second successor would inherit the end of the overlap.
CREATE TABLE api_tokens (
  id integer GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  domain varchar(253) NOT NULL,
  token_hash bytea NOT NULL,
  last4 varchar(4) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  rotated_at timestamptz,
  CONSTRAINT api_tokens_pk PRIMARY KEY (id),
  CONSTRAINT api_tokens_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT api_tokens_hash_uq UNIQUE (token_hash),
  CONSTRAINT api_tokens_hash_ck CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX api_tokens_client_ix ON api_tokens (client_id);

-- Catalog and stock.

-- test_scenario: the lifecycle that a test order of this product runs through.
CREATE TABLE products (
  id integer GENERATED ALWAYS AS IDENTITY,
  sku varchar(64) NOT NULL,
  name varchar(120) NOT NULL,
  description varchar(4000) NOT NULL DEFAULT '',
  category varchar(80) NOT NULL DEFAULT '',
  images jsonb NOT NULL DEFAULT '[]',
  variations jsonb NOT NULL DEFAULT '[]',
  base_price_minor bigint,
  delivery_charge_minor bigint NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  test_scenario varchar(20),
  CONSTRAINT products_pk PRIMARY KEY (id),
  CONSTRAINT products_sku_uq UNIQUE (sku),
  CONSTRAINT products_base_price_ck CHECK (base_price_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT products_delivery_charge_ck CHECK (delivery_charge_minor BETWEEN 0 AND 1000000000),
  CONSTRAINT products_images_ck CHECK (jsonb_typeof(images) = 'array'),
  CONSTRAINT products_variations_ck CHECK (jsonb_typeof(variations) = 'array')
);

CREATE TABLE plan_prices (
  plan_id integer NOT NULL,
  product_id integer NOT NULL,
  price_minor bigint NOT NULL,
  CONSTRAINT plan_prices_pk PRIMARY KEY (plan_id, product_id),
  CONSTRAINT plan_prices_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id),
  CONSTRAINT plan_prices_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
  CONSTRAINT plan_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000)
);
CREATE INDEX plan_prices_product_ix ON plan_prices (product_id);

CREATE TABLE stock_levels (
  product_id integer NOT NULL,
  variation_key varchar(1000) NOT NULL DEFAULT '',
  on_hand integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  CONSTRAINT stock_levels_pk PRIMARY KEY (product_id, variation_key),
  CONSTRAINT stock_levels_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
  CONSTRAINT stock_levels_quantities_ck CHECK (reserved >= 0 AND on_hand >= reserved AND on_hand <= 100000000)
) WITH (fillfactor = 70);

-- Orders.

-- The id of the current transaction as a number. It stands here and not in a file of its own because a column's default
-- needs it when the table is created.
CREATE FUNCTION current_xid() RETURNS bigint LANGUAGE sql AS 'SELECT pg_current_xact_id()::text::bigint';

CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_number varchar(13) NOT NULL,
  client_id integer NOT NULL,
  plan_id integer NOT NULL,
  store_order_id varchar(64),
  status varchar(20) NOT NULL DEFAULT 'awaiting_payment',
  payment_status varchar(10) NOT NULL DEFAULT 'unpaid',
  customer_name varchar(120) NOT NULL,
  customer_phone varchar(20) NOT NULL,
  customer_email varchar(254),
  shipping_address varchar(500) NOT NULL,
  shipping_city varchar(80) NOT NULL,
  shipping_state varchar(80) NOT NULL,
  shipping_pincode varchar(12) NOT NULL,
  shipping_country varchar(80) NOT NULL,
  notes varchar(1000),
  currency varchar(3) NOT NULL,
  items_count integer NOT NULL,
  subtotal_minor bigint NOT NULL,
  delivery_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  request_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  changed_xid bigint NOT NULL DEFAULT current_xid(),
  is_test boolean NOT NULL DEFAULT false,
  test_scenario varchar(20),
  CONSTRAINT orders_pk PRIMARY KEY (id),
  CONSTRAINT orders_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT orders_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id),
  CONSTRAINT orders_order_number_uq UNIQUE (order_number),
  CONSTRAINT orders_client_store_order_id_uq UNIQUE (client_id, store_order_id),
  CONSTRAINT orders_order_number_ck CHECK (order_number ~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$'),
  CONSTRAINT orders_store_order_id_ck CHECK (store_order_id !~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$' AND store_order_id <> ''),
  CONSTRAINT orders_status_ck CHECK (status IN ('awaiting_payment', 'pending', 'partially_shipped', 'shipped', 'delivered', 'returned', 'cancelled', 'expired')),
  CONSTRAINT orders_payment_status_ck CHECK (payment_status IN ('unpaid', 'paid', 'refunded')),
  CONSTRAINT orders_state_ck CHECK (
    CASE
      WHEN status IN ('awaiting_payment', 'expired') THEN payment_status = 'unpaid'
      WHEN status = 'cancelled' THEN payment_status IN ('unpaid', 'refunded')
      ELSE payment_status = 'paid'
    END
  ),
  CONSTRAINT orders_items_count_ck CHECK (items_count BETWEEN 1 AND 100),
  CONSTRAINT orders_amounts_ck CHECK (subtotal_minor > 0 AND delivery_minor >= 0 AND total_minor = subtotal_minor + delivery_minor),
  CONSTRAINT orders_test_scenario_ck CHECK (test_scenario IS NULL OR is_test)
) WITH (fillfactor = 90);
CREATE INDEX orders_status_ix ON orders (status, id);
CREATE INDEX orders_unpaid_ix ON orders (created_at) WHERE status = 'awaiting_payment';
-- status first: with client_id first, the planner takes this index instead of the unique one to find an order by store_order_id.
CREATE INDEX orders_client_changes_ix ON orders (status, client_id, changed_xid, id);
CREATE INDEX orders_test_scenario_ix ON orders (test_scenario, status) WHERE test_scenario IS NOT NULL;

CREATE TABLE order_items (
  order_id bigint NOT NULL,
  line integer NOT NULL,
  product_id integer NOT NULL,
  sku varchar(64) NOT NULL,
  name varchar(120) NOT NULL,
  variation varchar(200),
  variation_key varchar(1000),
  quantity integer NOT NULL,
  shipped_quantity integer NOT NULL DEFAULT 0,
  unit_price_minor bigint NOT NULL,
  line_total_minor bigint NOT NULL,
  CONSTRAINT order_items_pk PRIMARY KEY (order_id, line),
  CONSTRAINT order_items_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
  CONSTRAINT order_items_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
  CONSTRAINT order_items_quantity_ck CHECK (quantity BETWEEN 1 AND 10000 AND shipped_quantity BETWEEN 0 AND quantity),
  CONSTRAINT order_items_amounts_ck CHECK (unit_price_minor BETWEEN 1 AND 1000000000 AND line_total_minor = unit_price_minor * quantity)
);
CREATE INDEX order_items_product_ix ON order_items (product_id);

CREATE TABLE order_status_changes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  status varchar(20) NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT order_status_changes_pk PRIMARY KEY (id),
  CONSTRAINT order_status_changes_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
  CONSTRAINT order_status_changes_order_status_uq UNIQUE (order_id, status)
);

CREATE TABLE shipments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  courier varchar(80) NOT NULL,
  tracking_number varchar(80) NOT NULL,
  tracking_url varchar(2000) NOT NULL,
  shipped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shipments_pk PRIMARY KEY (id),
  CONSTRAINT shipments_order_fk FOREIGN KEY (order_id) REFERENCES orders (id)
);
CREATE INDEX shipments_order_ix ON shipments (order_id);

CREATE TABLE shipment_items (
  shipment_id bigint NOT NULL,
  order_id bigint NOT NULL,
  line integer NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT shipment_items_pk PRIMARY KEY (shipment_id, line),
  CONSTRAINT shipment_items_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments (id),
  CONSTRAINT shipment_items_order_item_fk FOREIGN KEY (order_id, line) REFERENCES order_items (order_id, line),
  CONSTRAINT shipment_items_quantity_ck CHECK (quantity > 0)
);
CREATE INDEX shipment_items_order_item_ix ON shipment_items (order_id, line);

-- Which order a client's Idempotency-Key made. The key is claimed before its order is inserted, in one transaction.
CREATE TABLE idempotency_keys (
  client_id integer NOT NULL,
  key varchar(255) NOT NULL,
  request_hash bytea NOT NULL,
  order_number varchar(13) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pk PRIMARY KEY (client_id, key),
  CONSTRAINT idempotency_keys_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT idempotency_keys_order_fk FOREIGN KEY (order_number) REFERENCES orders (order_number)
    DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX idempotency_keys_created_ix ON idempotency_keys (created_at);

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY,
  product_id integer NOT NULL,
  variation_key varchar(1000) NOT NULL,
  delta integer NOT NULL,
  reason varchar(200) NOT NULL,
  order_id bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT stock_movements_pk PRIMARY KEY (id),
  CONSTRAINT stock_movements_level_fk FOREIGN KEY (product_id, variation_key) REFERENCES stock_levels (product_id, variation_key),
  CONSTRAINT stock_movements_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
  CONSTRAINT stock_movements_delta_ck CHECK (delta <> 0)
);
CREATE INDEX stock_movements_level_ix ON stock_movements (product_id, variation_key);

-- Money and the audit log.

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor varchar(80) NOT NULL,
  action varchar(60) NOT NULL,
  subject varchar(120) NOT NULL,
  before jsonb,
  after jsonb,
  request_id varchar(64),
  CONSTRAINT audit_entries_pk PRIMARY KEY (id)
);

CREATE TABLE wallets (
  client_id integer NOT NULL,
  balance_minor bigint NOT NULL,
  CONSTRAINT wallets_pk PRIMARY KEY (client_id),
  CONSTRAINT wallets_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT wallets_balance_ck CHECK (balance_minor >= 0)
);

CREATE TABLE wallet_entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  reason varchar(20) NOT NULL,
  order_id bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT wallet_entries_pk PRIMARY KEY (id),
  CONSTRAINT wallet_entries_wallet_fk FOREIGN KEY (client_id) REFERENCES wallets (client_id),
  CONSTRAINT wallet_entries_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
  CONSTRAINT wallet_entries_amount_ck CHECK (amount_minor <> 0),
  CONSTRAINT wallet_entries_reason_ck CHECK (reason IN ('refund', 'late_payment'))
);
CREATE INDEX wallet_entries_client_ix ON wallet_entries (client_id);

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  method varchar(40) NOT NULL,
  reference varchar(120),
  amount_minor bigint NOT NULL,
  outcome varchar(10) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT payments_pk PRIMARY KEY (id),
  CONSTRAINT payments_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
  CONSTRAINT payments_method_reference_uq UNIQUE (method, reference),
  CONSTRAINT payments_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT payments_outcome_ck CHECK (outcome IN ('applied', 'credited'))
);
CREATE INDEX payments_order_ix ON payments (order_id);

-- Change tracking: which rows changed, by the id of the transaction that changed them (xid). Triggers write it.

-- The recent changes: one row a statement, with the ids of all rows of one kind that it changed.
CREATE TABLE change_log (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind varchar(10) NOT NULL,
  ids integer[] NOT NULL
);
CREATE INDEX change_log_xid_ix ON change_log (xid);

-- The latest change of each row, from the part of the log that was pruned.
CREATE TABLE last_changes (
  kind varchar(10) NOT NULL,
  id integer NOT NULL,
  xid xid8 NOT NULL,
  CONSTRAINT last_changes_pk PRIMARY KEY (kind, id)
) WITH (fillfactor = 70);

-- One row. change_log has every change of the transactions from log_start_xid on; change_log and last_changes together
-- have the latest change of each row from history_start_xid on.
CREATE TABLE change_log_state (
  log_start_xid xid8 NOT NULL,
  history_start_xid xid8 NOT NULL
);
-- The next transaction's: this one inserts rows before the triggers that log them exist.
INSERT INTO change_log_state (log_start_xid, history_start_xid)
  SELECT next.xid, next.xid FROM (SELECT (pg_current_xact_id()::text::bigint + 1)::text::xid8 AS xid) next;

-- Which transactions had ended at a time: a sample each minute of the oldest one that was still running. It translates
-- a time into a transaction id.
CREATE TABLE xid_samples (
  sampled_at timestamptz NOT NULL,
  oldest_xid xid8 NOT NULL,
  CONSTRAINT xid_samples_pk PRIMARY KEY (sampled_at)
);

-- The SKUs under which stores can no longer order a product, and the transaction that removed each last.
CREATE TABLE removed_skus (
  product_id integer NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  sku varchar(64) NOT NULL,
  CONSTRAINT removed_skus_pk PRIMARY KEY (product_id, sku)
);

-- The parameters and steps of the function place_orders. n: the request's position in its batch, from 1.

CREATE TYPE order_request AS (
  n integer,
  order_number text, client_id integer, plan_id integer, store_order_id text, request_hash bytea,
  currency text, customer_name text, customer_phone text, customer_email text,
  shipping_address text, shipping_city text, shipping_state text, shipping_pincode text,
  shipping_country text, notes text, items_count integer,
  subtotal_minor bigint, delivery_minor bigint, total_minor bigint,
  idempotency_key text, repetition_hash bytea,
  is_test boolean, test_scenario text
);

-- variation_key: the stock level's, '' for a product without variations.
CREATE TYPE order_request_line AS (
  n integer, line integer, product_id integer, variation_key text, sku text, name text,
  variation text, quantity integer, unit_price_minor bigint
);

-- The quantity that a request needs of a stock level.
CREATE TYPE stock_need AS (n integer, product_id integer, variation_key text, quantity bigint);

-- A stock level that the transaction has locked.
CREATE TYPE locked_level AS (product_id integer, variation_key text, available integer);

-- The products of test mode. Their ids are far above those of other products, which are numbered and listed in blocks
-- as if these did not exist. They are not active, so that nothing that ignores test mode can sell them.

INSERT INTO products (id, sku, name, description, category, variations, base_price_minor,
    delivery_charge_minor, active, test_scenario)
  OVERRIDING SYSTEM VALUE
  SELECT 2147483000 + n, 'WSO-TEST-' || sku, name, 'For test tokens only: it is neither sold nor shipped.', 'Test mode',
    variations::jsonb, 10000, 4000, false, scenario
  FROM (
    VALUES
      (1, 'OUT-OF-STOCK', 'Test: out of stock when ordered', 'out_of_stock', '[]'),
      (2, 'SHIPPED', 'Test: paid, then shipped', 'shipped', '[]'),
      (3, 'DELIVERED', 'Test: paid, shipped, then delivered', 'delivered', '[{"name": "Size", "values": ["M", "L"]}]'),
      (4, 'PARTIAL', 'Test: paid, then shipped in two parcels', 'partial', '[]'),
      (5, 'RETURNED', 'Test: paid, shipped, then returned', 'returned', '[]'),
      (6, 'REFUNDED', 'Test: paid, then cancelled and refunded', 'refunded', '[]'),
      (7, 'EXPIRED', 'Test: never paid, so it expires', 'expired', '[]')
  ) given (n, sku, name, scenario, variations);

INSERT INTO stock_levels (product_id, variation_key, on_hand)
  SELECT p.id, unnest(CASE WHEN p.variations = '[]' THEN ARRAY[''] ELSE ARRAY['Size:M', 'Size:L'] END), 25
  FROM products p ORDER BY 1;

INSERT INTO stock_movements (product_id, variation_key, delta, reason)
  SELECT product_id, variation_key, on_hand, 'test mode' FROM stock_levels ORDER BY product_id, variation_key;
