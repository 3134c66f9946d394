CREATE TYPE locked_level AS (product_id integer, variation_key text, available integer);

CREATE TYPE order_request AS (
  n integer,
  order_number text,
  client_id integer,
  plan_id integer,
  store_order_id text,
  request_hash bytea,
  currency text,
  customer_name text,
  customer_phone text,
  customer_email text,
  shipping_address text,
  shipping_city text,
  shipping_state text,
  shipping_pincode text,
  shipping_country text,
  notes text,
  items_count integer,
  subtotal_minor bigint,
  delivery_minor bigint,
  total_minor bigint,
  idempotency_key text,
  repetition_hash bytea,
  is_test boolean,
  test_scenario text,
  max_reserved_units bigint,
  max_open_value_minor bigint
);

CREATE TYPE order_request_line AS (
  n integer,
  line integer,
  product_id integer,
  variation_key text,
  sku text,
  name text,
  variation text,
  quantity integer,
  unit_price_minor bigint
);

CREATE TYPE stock_need AS (n integer, product_id integer, variation_key text, quantity bigint);

CREATE FUNCTION current_xid() RETURNS bigint
    LANGUAGE sql
    AS $$SELECT pg_current_xact_id()::text::bigint$$;

CREATE FUNCTION order_search_terms(order_number text, store_order_id text, name text, phone text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
      SELECT array_to_tsvector(array_remove(string_to_array(lower(
        order_number || ' ' || coalesce(store_order_id, '') || ' ' || name || ' '
          || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)
      ), ' '), ''))
    $$;

CREATE FUNCTION product_search_terms(sku text, name text, brand text, category text, gtin text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE COST 10000 PARALLEL SAFE
    SET search_path TO 'pg_catalog'
    AS $$
      SELECT array_to_tsvector(array_remove(regexp_split_to_array(lower(
        sku || ' ' || name || ' ' || coalesce(brand, '') || ' ' || category || ' ' || coalesce(gtin, '')
      ), '\s+'), ''))
    $$;

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor varchar(300) NOT NULL,
  action varchar(60) NOT NULL,
  subject varchar(120) NOT NULL,
  before jsonb,
  after jsonb,
  request_id varchar(64),
  CONSTRAINT audit_entries_pk PRIMARY KEY (id)
);
CREATE INDEX audit_entries_actor_ix ON audit_entries (split_part((actor)::text, ' <', 1), at, id);
CREATE INDEX audit_entries_at_ix ON audit_entries (at, id);
CREATE INDEX audit_entries_subject_ix ON audit_entries (subject, at, id);

CREATE TABLE catalog_imports (
  id integer GENERATED ALWAYS AS IDENTITY,
  file_name varchar(200) NOT NULL,
  supplier varchar(120),
  new_delivery_minor bigint,
  state varchar(10) NOT NULL DEFAULT 'checking',
  rows_done integer NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  report jsonb,
  uploaded_by varchar(300) NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  applied_by varchar(300),
  finished_at timestamptz,
  CONSTRAINT catalog_imports_state_ck CHECK (state IN ('checking', 'ready', 'refused', 'applying', 'applied', 'failed', 'expired')),
  CONSTRAINT catalog_imports_pk PRIMARY KEY (id)
);
CREATE INDEX catalog_imports_open_ix ON catalog_imports (state, id) WHERE (state IN ('checking', 'applying', 'ready'));

CREATE TABLE catalog_import_parts (
  import_id integer NOT NULL,
  "position" integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT catalog_import_parts_pk PRIMARY KEY (import_id, "position"),
  CONSTRAINT catalog_import_parts_import_fk FOREIGN KEY (import_id) REFERENCES catalog_imports(id)
);

CREATE TABLE change_log (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind varchar(10) NOT NULL,
  ids integer[] NOT NULL
);
CREATE INDEX change_log_xid_ix ON change_log (xid);

CREATE TABLE change_log_state (
  log_start_xid xid8 NOT NULL,
  history_start_xid xid8 NOT NULL,
  pruned_start_xid xid8 NOT NULL DEFAULT '3',
  pruned_snapshot pg_snapshot NOT NULL DEFAULT '1:1:',
  numbered_start bigint NOT NULL DEFAULT 0
);

CREATE TABLE change_queue (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  kind varchar(10) NOT NULL,
  label varchar(64) NOT NULL DEFAULT '',
  ids bigint[] NOT NULL
);

CREATE TABLE clients (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(120) NOT NULL,
  email varchar(254) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  test_of integer,
  billing_address varchar(500),
  gstin varchar(15),
  max_reserved_units integer,
  max_open_value_minor bigint,
  CONSTRAINT clients_reservation_limits_ck CHECK ((max_reserved_units >= 0) AND (max_open_value_minor >= 0)),
  CONSTRAINT clients_pk PRIMARY KEY (id),
  CONSTRAINT clients_test_of_uq UNIQUE (test_of),
  CONSTRAINT clients_test_of_fk FOREIGN KEY (test_of) REFERENCES clients(id)
);
CREATE UNIQUE INDEX clients_email_uq ON clients (lower((email)::text)) WHERE (test_of IS NULL);

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
  CONSTRAINT api_tokens_hash_ck CHECK (octet_length(token_hash) = 32),
  CONSTRAINT api_tokens_hash_uq UNIQUE (token_hash),
  CONSTRAINT api_tokens_pk PRIMARY KEY (id),
  CONSTRAINT api_tokens_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX api_tokens_client_ix ON api_tokens (client_id);
CREATE INDEX api_tokens_last4_ix ON api_tokens (last4, id);

CREATE TABLE auto_pay_settings (
  client_id integer NOT NULL,
  enabled boolean NOT NULL,
  max_order_minor bigint,
  keep_minor bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT auto_pay_settings_amounts_ck CHECK ((max_order_minor > 0) AND (keep_minor >= 0)),
  CONSTRAINT auto_pay_settings_pk PRIMARY KEY (client_id),
  CONSTRAINT auto_pay_settings_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);

CREATE TABLE clock_state (
  is_only boolean NOT NULL DEFAULT true,
  skew_ms bigint NOT NULL,
  CONSTRAINT clock_state_is_only_ck CHECK (is_only),
  CONSTRAINT clock_state_pk PRIMARY KEY (is_only)
);

CREATE TABLE couriers (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(80) NOT NULL,
  url_template varchar(1000),
  CONSTRAINT couriers_name_uq UNIQUE (name),
  CONSTRAINT couriers_pk PRIMARY KEY (id)
);

CREATE TABLE delivery_zones (
  id integer GENERATED ALWAYS AS IDENTITY,
  country varchar(80) NOT NULL,
  pincode_prefix varchar(12) NOT NULL,
  surcharge_minor bigint,
  CONSTRAINT delivery_zones_surcharge_ck CHECK (surcharge_minor BETWEEN 0 AND 1000000000),
  CONSTRAINT delivery_zones_pk PRIMARY KEY (id),
  CONSTRAINT delivery_zones_place_uq UNIQUE (country, pincode_prefix)
);

CREATE TABLE feed_incarnations (
  n integer NOT NULL,
  id varchar(12) NOT NULL,
  start bigint NOT NULL,
  CONSTRAINT feed_incarnations_pk PRIMARY KEY (n)
);

CREATE TABLE feed_state (
  "position" bigint NOT NULL,
  incarnation varchar(12) NOT NULL,
  history_start bigint NOT NULL,
  started_at timestamptz NOT NULL,
  database oid NOT NULL,
  written xid8 NOT NULL
) WITH (fillfactor=10);

CREATE TABLE feed_ticks (
  at timestamptz NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT feed_ticks_pk PRIMARY KEY (at)
);

CREATE TABLE gateway_day_checks (
  id bigint GENERATED ALWAYS AS IDENTITY,
  day varchar(10) NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  checked integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  found integer NOT NULL DEFAULT 0,
  found_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT gateway_day_checks_day_uq UNIQUE (day),
  CONSTRAINT gateway_day_checks_pk PRIMARY KEY (id)
);

CREATE TABLE gateway_notices (
  id bigint GENERATED ALWAYS AS IDENTITY,
  event_id varchar(64) NOT NULL,
  event varchar(60) NOT NULL,
  gateway_order_id varchar(40),
  payment_id varchar(40),
  body text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz DEFAULT clock_timestamp(),
  outcome varchar(15) NOT NULL DEFAULT 'waiting',
  CONSTRAINT gateway_notices_due_ck CHECK ((outcome = 'waiting') = (due_at IS NOT NULL)),
  CONSTRAINT gateway_notices_outcome_ck CHECK (outcome IN ('waiting', 'checked', 'unknown_order', 'ignored')),
  CONSTRAINT gateway_notices_event_uq UNIQUE (event_id),
  CONSTRAINT gateway_notices_pk PRIMARY KEY (id)
);
CREATE INDEX gateway_notices_due_ix ON gateway_notices (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX gateway_notices_outcome_ix ON gateway_notices (outcome, id);

CREATE TABLE idempotency_keys (
  client_id integer NOT NULL,
  key varchar(255) NOT NULL,
  request_hash bytea NOT NULL,
  order_number varchar(13) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pk PRIMARY KEY (client_id, key),
  CONSTRAINT idempotency_keys_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX idempotency_keys_created_ix ON idempotency_keys (created_at);

CREATE TABLE invitations (
  id integer GENERATED ALWAYS AS IDENTITY,
  email varchar(254) NOT NULL,
  kind varchar(10) NOT NULL,
  client_id integer,
  roles varchar(20)[] NOT NULL,
  token_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  CONSTRAINT invitations_email_ck CHECK ((email)::text = lower((email)::text)),
  CONSTRAINT invitations_kind_ck CHECK ((kind = 'client') = (client_id IS NOT NULL)),
  CONSTRAINT invitations_pk PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_uq UNIQUE (token_hash),
  CONSTRAINT invitations_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX invitations_client_ix ON invitations (client_id);
CREATE INDEX invitations_email_ix ON invitations (email);

CREATE TABLE last_changes (
  kind varchar(10) NOT NULL,
  id integer NOT NULL,
  xid xid8 NOT NULL,
  CONSTRAINT last_changes_pk PRIMARY KEY (kind, id)
) WITH (fillfactor=70);

CREATE TABLE latest_positions (
  kind varchar(10) NOT NULL,
  id bigint NOT NULL,
  label varchar(64) NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT latest_positions_pk PRIMARY KEY (kind, id, label)
) WITH (fillfactor=70);

CREATE TABLE ledger_accounts (
  id integer GENERATED ALWAYS AS IDENTITY,
  kind varchar(20) NOT NULL,
  client_id integer,
  balance_minor bigint,
  CONSTRAINT ledger_accounts_balance_ck CHECK (balance_minor >= 0),
  CONSTRAINT ledger_accounts_kind_ck CHECK (kind IN ('client_wallet', 'bank', 'gateway', 'sales', 'adjustments', 'opening')),
  CONSTRAINT ledger_accounts_wallet_ck CHECK ( CASE kind WHEN 'client_wallet' THEN ((client_id IS NOT NULL) AND (balance_minor IS NOT NULL))
    ELSE ((client_id IS NULL) AND (balance_minor IS NULL)) END),
  CONSTRAINT ledger_accounts_client_uq UNIQUE (client_id),
  CONSTRAINT ledger_accounts_pk PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
) WITH (fillfactor=70);
CREATE UNIQUE INDEX ledger_accounts_system_uq ON ledger_accounts (kind) WHERE (client_id IS NULL);

CREATE TABLE lockouts (
  key varchar(80) NOT NULL,
  failures integer NOT NULL,
  locked_until timestamptz,
  failed_at timestamptz NOT NULL,
  CONSTRAINT lockouts_pk PRIMARY KEY (key)
);
CREATE INDEX lockouts_failed_ix ON lockouts (failed_at);

CREATE TABLE numbered_changes (
  "position" bigint NOT NULL,
  kind varchar(10) NOT NULL,
  label varchar(64) NOT NULL,
  ids bigint[] NOT NULL,
  CONSTRAINT numbered_changes_pk PRIMARY KEY ("position", kind, label)
);

CREATE TABLE order_archives (
  number integer NOT NULL,
  file varchar(120) NOT NULL,
  orders integer NOT NULL,
  bytes bigint NOT NULL,
  sha256 varchar(64) NOT NULL,
  closed_before timestamptz NOT NULL,
  is_published boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_archives_orders_ck CHECK (orders > 0),
  CONSTRAINT order_archives_pk PRIMARY KEY (number)
);

CREATE TABLE archived_orders (
  id bigint NOT NULL,
  order_number varchar(13) NOT NULL,
  client_id integer NOT NULL,
  store_order_id varchar(64),
  request_hash bytea NOT NULL,
  is_test boolean NOT NULL,
  status varchar(20) NOT NULL,
  payment_status varchar(10) NOT NULL,
  total_minor bigint NOT NULL,
  shipped_units integer NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at timestamptz NOT NULL,
  archive_number integer NOT NULL,
  CONSTRAINT archived_orders_status_ck CHECK (status IN ('delivered', 'returned', 'cancelled', 'expired')),
  CONSTRAINT archived_orders_client_store_order_id_uq UNIQUE (client_id, store_order_id),
  CONSTRAINT archived_orders_order_number_uq UNIQUE (order_number),
  CONSTRAINT archived_orders_pk PRIMARY KEY (id),
  CONSTRAINT archived_orders_archive_fk FOREIGN KEY (archive_number) REFERENCES order_archives(number),
  CONSTRAINT archived_orders_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);

CREATE TABLE order_positions (
  order_id bigint NOT NULL,
  client_id integer NOT NULL,
  status varchar(20) NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT order_positions_pk PRIMARY KEY (order_id)
) WITH (fillfactor=90);
CREATE INDEX order_positions_client_ix ON order_positions (status, client_id, "position", order_id);

CREATE TABLE payment_intents (
  id bigint GENERATED ALWAYS AS IDENTITY,
  receipt varchar(40) NOT NULL,
  client_id integer NOT NULL,
  gateway varchar(30) NOT NULL,
  amount_minor bigint NOT NULL,
  currency varchar(3) NOT NULL,
  gateway_order_id varchar(40),
  status varchar(10) NOT NULL DEFAULT 'open',
  actor varchar(300) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  returned_at timestamptz,
  check_at timestamptz,
  check_reason varchar(10) NOT NULL DEFAULT 'schedule',
  CONSTRAINT payment_intents_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT payment_intents_reason_ck CHECK (check_reason IN ('return', 'notice', 'schedule')),
  CONSTRAINT payment_intents_status_ck CHECK (status IN ('open', 'paid', 'superseded')),
  CONSTRAINT payment_intents_order_uq UNIQUE (gateway_order_id),
  CONSTRAINT payment_intents_pk PRIMARY KEY (id),
  CONSTRAINT payment_intents_receipt_uq UNIQUE (receipt),
  CONSTRAINT payment_intents_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX payment_intents_check_ix ON payment_intents (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX payment_intents_client_ix ON payment_intents (client_id, id);
CREATE INDEX payment_intents_created_ix ON payment_intents (created_at);

CREATE TABLE payment_intent_orders (
  intent_id bigint NOT NULL,
  line smallint NOT NULL,
  order_number varchar(13) NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  CONSTRAINT payment_intent_orders_pk PRIMARY KEY (intent_id, line),
  CONSTRAINT payment_intent_orders_intent_fk FOREIGN KEY (intent_id) REFERENCES payment_intents(id)
);
CREATE UNIQUE INDEX payment_intent_orders_live_uq ON payment_intent_orders (order_number) WHERE is_live;

CREATE TABLE plans (
  id integer GENERATED ALWAYS AS IDENTITY,
  code varchar(40) NOT NULL,
  name varchar(120) NOT NULL,
  discount_bp integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT plans_discount_ck CHECK (discount_bp BETWEEN 0 AND 10000),
  CONSTRAINT plans_code_uq UNIQUE (code),
  CONSTRAINT plans_pk PRIMARY KEY (id)
);

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
  refund_final boolean NOT NULL DEFAULT false,
  anonymized_at timestamptz,
  CONSTRAINT orders_amounts_ck CHECK ((subtotal_minor > 0) AND (delivery_minor >= 0) AND (total_minor = (subtotal_minor + delivery_minor))),
  CONSTRAINT orders_items_count_ck CHECK (items_count BETWEEN 1 AND 100),
  CONSTRAINT orders_order_number_ck CHECK ((order_number)::text ~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$'),
  CONSTRAINT orders_payment_status_ck CHECK (payment_status IN ('unpaid', 'paid', 'refunded')),
  CONSTRAINT orders_state_ck CHECK ( CASE WHEN (status IN ('awaiting_payment', 'expired')) THEN (payment_status = 'unpaid') WHEN (status =
    'cancelled') THEN (payment_status IN ('unpaid', 'refunded')) WHEN (status = 'returned') THEN (payment_status IN ('paid', 'refunded'))
    ELSE (payment_status = 'paid') END),
  CONSTRAINT orders_status_ck CHECK (status IN ('awaiting_payment', 'pending', 'partially_shipped', 'shipped', 'delivered', 'returned',
    'cancelled', 'expired')),
  CONSTRAINT orders_store_order_id_ck CHECK (((store_order_id)::text !~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$') AND (store_order_id <> '')),
  CONSTRAINT orders_test_scenario_ck CHECK ((test_scenario IS NULL) OR is_test),
  CONSTRAINT orders_client_store_order_id_uq UNIQUE (client_id, store_order_id),
  CONSTRAINT orders_order_number_uq UNIQUE (order_number),
  CONSTRAINT orders_pk PRIMARY KEY (id),
  CONSTRAINT orders_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT orders_plan_fk FOREIGN KEY (plan_id) REFERENCES plans(id)
) WITH (fillfactor=90);
CREATE INDEX orders_client_created_ix ON orders (status, client_id, created_at, id);
CREATE INDEX orders_created_ix ON orders (created_at, id);
CREATE INDEX orders_identified_ix ON orders (created_at, id) WHERE ((anonymized_at IS NULL) AND (status IN ('delivered', 'returned',
  'cancelled', 'expired')));
CREATE INDEX orders_refunded_ix ON orders (created_at, id) WHERE (payment_status = 'refunded');
CREATE INDEX orders_returns_ix ON orders (created_at, id) WHERE ((status = 'returned') AND (payment_status = 'paid') AND (NOT
  refund_final));
CREATE INDEX orders_search_ix ON orders USING gin (order_search_terms((order_number)::text, (store_order_id)::text, (customer_name)::text,
  (customer_phone)::text)) WITH (gin_pending_list_limit='64');
CREATE INDEX orders_status_ix ON orders (status, created_at, id);
CREATE INDEX orders_test_scenario_ix ON orders (test_scenario, status) WHERE (test_scenario IS NOT NULL);
CREATE INDEX orders_to_ship_ix ON orders (created_at) WHERE ((status IN ('pending', 'partially_shipped')) AND (NOT is_test));

CREATE TABLE order_status_changes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  status varchar(20) NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT order_status_changes_order_status_uq UNIQUE (order_id, status),
  CONSTRAINT order_status_changes_pk PRIMARY KEY (id),
  CONSTRAINT order_status_changes_order_fk FOREIGN KEY (order_id) REFERENCES orders(id)
);

CREATE TABLE price_lists (
  id integer GENERATED ALWAYS AS IDENTITY,
  plan_id integer NOT NULL,
  name varchar(120) NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'draft',
  effective_from timestamptz,
  made_by varchar(300) NOT NULL,
  prices integer NOT NULL,
  rises integer NOT NULL,
  falls integer NOT NULL,
  problems jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT price_lists_start_ck CHECK ((effective_from IS NOT NULL) OR (state IN ('draft', 'withdrawn'))),
  CONSTRAINT price_lists_state_ck CHECK (state IN ('draft', 'scheduled', 'applied', 'withdrawn')),
  CONSTRAINT price_lists_pk PRIMARY KEY (id),
  CONSTRAINT price_lists_plan_fk FOREIGN KEY (plan_id) REFERENCES plans(id)
);
CREATE INDEX price_lists_effective_ix ON price_lists (effective_from);

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
  gtin varchar(14),
  hsn varchar(8),
  brand varchar(80),
  weight_grams integer,
  gst_rate_bp integer,
  shelf varchar(40),
  CONSTRAINT products_base_price_ck CHECK (base_price_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT products_delivery_charge_ck CHECK (delivery_charge_minor BETWEEN 0 AND 1000000000),
  CONSTRAINT products_gst_rate_ck CHECK (gst_rate_bp BETWEEN 0 AND 10000),
  CONSTRAINT products_images_ck CHECK (jsonb_typeof(images) = 'array'),
  CONSTRAINT products_variations_ck CHECK (jsonb_typeof(variations) = 'array'),
  CONSTRAINT products_weight_ck CHECK (weight_grams BETWEEN 1 AND 1000000),
  CONSTRAINT products_pk PRIMARY KEY (id),
  CONSTRAINT products_sku_uq UNIQUE (sku)
);
CREATE INDEX products_no_image_ix ON products (id) WHERE (images = '[]'::jsonb);
CREATE INDEX products_search_ix ON products USING gin (product_search_terms((sku)::text, (name)::text, (brand)::text, (category)::text,
  (gtin)::text));

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
  canceled_quantity integer NOT NULL DEFAULT 0,
  restocked_quantity integer NOT NULL DEFAULT 0,
  CONSTRAINT order_items_amounts_ck CHECK (unit_price_minor BETWEEN 1 AND 1000000000 AND (line_total_minor =
    (unit_price_minor * quantity))),
  CONSTRAINT order_items_quantity_ck CHECK (quantity BETWEEN 1 AND 10000 AND (shipped_quantity >= 0) AND (canceled_quantity >=
    0) AND ((shipped_quantity + canceled_quantity) <= quantity) AND ((restocked_quantity >= 0) AND (restocked_quantity <=
    shipped_quantity))),
  CONSTRAINT order_items_pk PRIMARY KEY (order_id, line),
  CONSTRAINT order_items_order_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_items_product_fk FOREIGN KEY (product_id) REFERENCES products(id)
) WITH (fillfactor=85);
CREATE INDEX order_items_product_order_ix ON order_items (product_id, order_id);

CREATE TABLE plan_prices (
  plan_id integer NOT NULL,
  product_id integer NOT NULL,
  price_minor bigint NOT NULL,
  CONSTRAINT plan_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT plan_prices_pk PRIMARY KEY (plan_id, product_id),
  CONSTRAINT plan_prices_plan_fk FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT plan_prices_product_fk FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX plan_prices_product_ix ON plan_prices (product_id);

CREATE TABLE price_list_prices (
  price_list_id integer NOT NULL,
  product_id integer NOT NULL,
  before_minor bigint,
  price_minor bigint NOT NULL,
  CONSTRAINT price_list_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT price_list_prices_pk PRIMARY KEY (price_list_id, product_id),
  CONSTRAINT price_list_prices_list_fk FOREIGN KEY (price_list_id) REFERENCES price_lists(id) ON DELETE CASCADE,
  CONSTRAINT price_list_prices_product_fk FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX price_list_prices_product_ix ON price_list_prices (product_id);

CREATE TABLE queued_mails (
  id bigint GENERATED ALWAYS AS IDENTITY,
  template varchar(40) NOT NULL,
  reference varchar(254) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  CONSTRAINT queued_mails_pk PRIMARY KEY (id)
);
CREATE INDEX queued_mails_due_ix ON queued_mails (due_at);

CREATE TABLE receipts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  source varchar(10) NOT NULL,
  method varchar(40) NOT NULL,
  reference varchar(200),
  amount_minor bigint NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversed_at timestamptz,
  CONSTRAINT receipts_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT receipts_source_ck CHECK (source IN ('bank', 'cash', 'other', 'gateway')),
  CONSTRAINT receipts_pk PRIMARY KEY (id),
  CONSTRAINT receipts_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX receipts_client_ix ON receipts (client_id, id);
CREATE UNIQUE INDEX receipts_reference_uq ON receipts (source, reference) WHERE (reversed_at IS NULL);

CREATE TABLE bank_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  utr varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  sent_on varchar(10) NOT NULL,
  order_numbers varchar(13)[] NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'claimed',
  claimed_by varchar(300) NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by varchar(300),
  decided_at timestamptz,
  reason varchar(500),
  receipt_id bigint,
  outcomes jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT bank_transfers_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT bank_transfers_decision_ck CHECK ((status = 'claimed') = (decided_at IS NULL)),
  CONSTRAINT bank_transfers_receipt_ck CHECK ((status = 'confirmed') = (receipt_id IS NOT NULL)),
  CONSTRAINT bank_transfers_status_ck CHECK (status IN ('claimed', 'confirmed', 'rejected')),
  CONSTRAINT bank_transfers_pk PRIMARY KEY (id),
  CONSTRAINT bank_transfers_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT bank_transfers_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX bank_transfers_client_ix ON bank_transfers (client_id, id);
CREATE UNIQUE INDEX bank_transfers_receipt_uq ON bank_transfers (receipt_id);
CREATE INDEX bank_transfers_status_ix ON bank_transfers (status, id);
CREATE INDEX bank_transfers_utr_ix ON bank_transfers (utr) WHERE (status <> 'rejected');
CREATE UNIQUE INDEX bank_transfers_utr_uq ON bank_transfers (client_id, utr) WHERE (status <> 'rejected');

CREATE TABLE gateway_payments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  payment_id varchar(40) NOT NULL,
  intent_id bigint NOT NULL,
  amount_minor bigint NOT NULL,
  refunded_minor bigint NOT NULL,
  currency varchar(3) NOT NULL,
  method varchar(40),
  status varchar(20) NOT NULL,
  outcome varchar(20) NOT NULL,
  receipt_id bigint,
  found_by varchar(10) NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT gateway_payments_outcome_ck CHECK ((outcome IN ('applied', 'credited')) = (receipt_id IS NOT NULL)),
  CONSTRAINT gateway_payments_payment_uq UNIQUE (payment_id),
  CONSTRAINT gateway_payments_pk PRIMARY KEY (id),
  CONSTRAINT gateway_payments_receipt_uq UNIQUE (receipt_id),
  CONSTRAINT gateway_payments_intent_fk FOREIGN KEY (intent_id) REFERENCES payment_intents(id),
  CONSTRAINT gateway_payments_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX gateway_payments_currency_ix ON gateway_payments (seen_at) WHERE (outcome = 'other_currency');
CREATE INDEX gateway_payments_intent_ix ON gateway_payments (intent_id);
CREATE INDEX gateway_payments_missed_ix ON gateway_payments (seen_at) WHERE ((found_by IN ('schedule', 'day')) AND (receipt_id IS NOT
  NULL));

CREATE TABLE ledger_journals (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind varchar(20) NOT NULL,
  key varchar(200) NOT NULL,
  order_id bigint,
  receipt_id bigint,
  reverses_id bigint,
  actor varchar(300) NOT NULL,
  note varchar(500),
  request_id varchar(64),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT ledger_journals_kind_ck CHECK (kind IN ('receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening')),
  CONSTRAINT ledger_journals_receipt_ck CHECK ((kind <> 'receipt') OR (receipt_id IS NOT NULL)),
  CONSTRAINT ledger_journals_refund_ck CHECK ((kind <> 'refund') OR (order_id IS NOT NULL)),
  CONSTRAINT ledger_journals_settle_ck CHECK ((kind <> 'settle') OR ((order_id IS NOT NULL) AND ((key)::text = ('settle:' || order_id)))),
  CONSTRAINT ledger_journals_key_uq UNIQUE (key),
  CONSTRAINT ledger_journals_pk PRIMARY KEY (id),
  CONSTRAINT ledger_journals_reverses_uq UNIQUE (reverses_id),
  CONSTRAINT ledger_journals_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  CONSTRAINT ledger_journals_reverses_fk FOREIGN KEY (reverses_id) REFERENCES ledger_journals(id)
);
CREATE INDEX ledger_journals_at_ix ON ledger_journals (at);
CREATE INDEX ledger_journals_order_ix ON ledger_journals (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX ledger_journals_receipt_ix ON ledger_journals (receipt_id) WHERE (receipt_id IS NOT NULL);

CREATE TABLE gateway_refunds (
  id bigint GENERATED ALWAYS AS IDENTITY,
  receipt_id bigint NOT NULL,
  payment_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  reference varchar(120) NOT NULL,
  reason varchar(500) NOT NULL,
  journal_id bigint NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'pending',
  gateway_refund_id varchar(40),
  problem varchar(500),
  actor varchar(300) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz DEFAULT clock_timestamp(),
  CONSTRAINT gateway_refunds_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT gateway_refunds_due_ck CHECK ((status = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT gateway_refunds_status_ck CHECK (status IN ('pending', 'done', 'failed')),
  CONSTRAINT gateway_refunds_journal_uq UNIQUE (journal_id),
  CONSTRAINT gateway_refunds_pk PRIMARY KEY (id),
  CONSTRAINT gateway_refunds_reference_uq UNIQUE (receipt_id, reference),
  CONSTRAINT gateway_refunds_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id),
  CONSTRAINT gateway_refunds_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX gateway_refunds_due_ix ON gateway_refunds (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX gateway_refunds_failed_ix ON gateway_refunds (created_at) WHERE (status = 'failed');

CREATE TABLE ledger_postings (
  journal_id bigint NOT NULL,
  line smallint NOT NULL,
  account_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after bigint,
  CONSTRAINT ledger_postings_amount_ck CHECK (amount_minor <> 0),
  CONSTRAINT ledger_postings_balance_ck CHECK (balance_after >= 0),
  CONSTRAINT ledger_postings_pk PRIMARY KEY (journal_id, line),
  CONSTRAINT ledger_postings_account_fk FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  CONSTRAINT ledger_postings_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id)
);
CREATE INDEX ledger_postings_wallet_ix ON ledger_postings (account_id, journal_id) WHERE (balance_after IS NOT NULL);

CREATE TABLE removed_skus (
  product_id integer NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  sku varchar(64) NOT NULL,
  CONSTRAINT removed_skus_pk PRIMARY KEY (product_id, sku)
);

CREATE TABLE request_failures (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  request_id varchar(64),
  client_id integer,
  token_id integer,
  method varchar(10) NOT NULL,
  route varchar(120) NOT NULL,
  status smallint NOT NULL,
  code varchar(60) NOT NULL,
  fields jsonb NOT NULL,
  store_order_id varchar(64),
  count integer NOT NULL,
  CONSTRAINT request_failures_pk PRIMARY KEY (id),
  CONSTRAINT request_failures_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT request_failures_token_fk FOREIGN KEY (token_id) REFERENCES api_tokens(id)
);
CREATE INDEX request_failures_at_ix ON request_failures (at);
CREATE INDEX request_failures_client_ix ON request_failures (client_id, at, id);

CREATE TABLE sandbox_orders (
  id varchar(40) NOT NULL,
  receipt varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  currency varchar(3) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sandbox_orders_pk PRIMARY KEY (id)
);
CREATE INDEX sandbox_orders_receipt_ix ON sandbox_orders (receipt);

CREATE TABLE sandbox_payments (
  id varchar(40) NOT NULL,
  order_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  currency varchar(3) NOT NULL,
  method varchar(20) NOT NULL,
  status varchar(20) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sandbox_payments_refunded_ck CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT sandbox_payments_pk PRIMARY KEY (id),
  CONSTRAINT sandbox_payments_order_fk FOREIGN KEY (order_id) REFERENCES sandbox_orders(id)
);
CREATE INDEX sandbox_payments_order_ix ON sandbox_payments (order_id);

CREATE TABLE sandbox_notices (
  id bigint GENERATED ALWAYS AS IDENTITY,
  event_id varchar(64) NOT NULL,
  event varchar(60) NOT NULL,
  payment_id varchar(40) NOT NULL,
  is_forged boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sandbox_notices_pk PRIMARY KEY (id),
  CONSTRAINT sandbox_notices_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id)
);
CREATE INDEX sandbox_notices_due_ix ON sandbox_notices (due_at);

CREATE TABLE sandbox_refunds (
  id varchar(40) NOT NULL,
  payment_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  idempotency_key varchar(64) NOT NULL,
  CONSTRAINT sandbox_refunds_key_uq UNIQUE (idempotency_key),
  CONSTRAINT sandbox_refunds_pk PRIMARY KEY (id),
  CONSTRAINT sandbox_refunds_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id)
);

CREATE TABLE scheduled_prices (
  product_id integer NOT NULL,
  plan_id integer NOT NULL,
  effective_from timestamptz NOT NULL,
  price_minor bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  price_list_id integer,
  CONSTRAINT scheduled_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT scheduled_prices_pk PRIMARY KEY (product_id, plan_id, effective_from),
  CONSTRAINT scheduled_prices_list_fk FOREIGN KEY (price_list_id) REFERENCES price_lists(id),
  CONSTRAINT scheduled_prices_plan_fk FOREIGN KEY (plan_id) REFERENCES plans(id),
  CONSTRAINT scheduled_prices_product_fk FOREIGN KEY (product_id) REFERENCES products(id)
);
CREATE INDEX scheduled_prices_effective_ix ON scheduled_prices (effective_from);
CREATE INDEX scheduled_prices_list_ix ON scheduled_prices (price_list_id);

CREATE UNLOGGED TABLE server_runs (
  id uuid NOT NULL,
  is_only boolean NOT NULL DEFAULT true,
  CONSTRAINT server_runs_is_only_ck CHECK (is_only),
  CONSTRAINT server_runs_pk PRIMARY KEY (is_only)
);

CREATE TABLE shipments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  courier varchar(80) NOT NULL,
  tracking_number varchar(80) NOT NULL,
  tracking_url varchar(2000),
  shipped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shipments_pk PRIMARY KEY (id),
  CONSTRAINT shipments_order_fk FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX shipments_order_ix ON shipments (order_id);

CREATE TABLE shipment_items (
  shipment_id bigint NOT NULL,
  order_id bigint NOT NULL,
  line integer NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT shipment_items_quantity_ck CHECK (quantity > 0),
  CONSTRAINT shipment_items_pk PRIMARY KEY (shipment_id, line),
  CONSTRAINT shipment_items_order_item_fk FOREIGN KEY (order_id, line) REFERENCES order_items(order_id, line),
  CONSTRAINT shipment_items_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id)
);
CREATE INDEX shipment_items_order_item_ix ON shipment_items (order_id, line);

CREATE TABLE stock_levels (
  product_id integer NOT NULL,
  variation_key varchar(1000) NOT NULL DEFAULT '',
  on_hand integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  CONSTRAINT stock_levels_quantities_ck CHECK ((reserved >= 0) AND (on_hand >= reserved) AND (on_hand <= 100000000)),
  CONSTRAINT stock_levels_pk PRIMARY KEY (product_id, variation_key),
  CONSTRAINT stock_levels_product_fk FOREIGN KEY (product_id) REFERENCES products(id)
) WITH (fillfactor=70);

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY,
  product_id integer NOT NULL,
  variation_key varchar(1000) NOT NULL,
  delta integer NOT NULL,
  reason varchar(200) NOT NULL,
  order_id bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor varchar(300),
  CONSTRAINT stock_movements_delta_ck CHECK (delta <> 0),
  CONSTRAINT stock_movements_pk PRIMARY KEY (id),
  CONSTRAINT stock_movements_level_fk FOREIGN KEY (product_id, variation_key) REFERENCES stock_levels(product_id, variation_key)
);
CREATE INDEX stock_movements_at_ix ON stock_movements (created_at);
CREATE INDEX stock_movements_latest_ix ON stock_movements (product_id, variation_key, id);
CREATE INDEX stock_movements_product_ix ON stock_movements (product_id, id);

CREATE TABLE subscriptions (
  client_id integer NOT NULL,
  plan_id integer NOT NULL,
  status varchar(16) NOT NULL,
  starts_at timestamptz NOT NULL DEFAULT now(),
  ends_at timestamptz,
  grace_ends_at timestamptz,
  CONSTRAINT subscriptions_grace_ck CHECK ((status = 'past_due') = (grace_ends_at IS NOT NULL)),
  CONSTRAINT subscriptions_period_ck CHECK (ends_at > starts_at),
  CONSTRAINT subscriptions_status_ck CHECK (status IN ('trialing', 'active', 'past_due', 'suspended', 'cancelled')),
  CONSTRAINT subscriptions_pk PRIMARY KEY (client_id),
  CONSTRAINT subscriptions_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT subscriptions_plan_fk FOREIGN KEY (plan_id) REFERENCES plans(id)
);
CREATE INDEX subscriptions_ends_ix ON subscriptions (ends_at);
CREATE INDEX subscriptions_plan_ix ON subscriptions (plan_id);

CREATE TABLE suppliers (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(120) NOT NULL,
  columns jsonb NOT NULL,
  duplicates varchar(10) NOT NULL,
  new_delivery_minor bigint,
  changed_by varchar(300) NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT suppliers_duplicates_ck CHECK (duplicates IN ('refuse', 'first', 'last')),
  CONSTRAINT suppliers_name_uq UNIQUE (name),
  CONSTRAINT suppliers_pk PRIMARY KEY (id)
);

CREATE TABLE token_uses (
  token_id integer NOT NULL,
  last_used_at timestamptz NOT NULL,
  last_used_from varchar(64) NOT NULL,
  CONSTRAINT token_uses_pk PRIMARY KEY (token_id),
  CONSTRAINT token_uses_token_fk FOREIGN KEY (token_id) REFERENCES api_tokens(id)
);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY,
  email varchar(254) NOT NULL,
  name varchar(120) NOT NULL,
  kind varchar(10) NOT NULL,
  password_hash varchar(200) NOT NULL,
  totp_secret varchar(64),
  totp_pending_secret varchar(64),
  totp_last_step bigint,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_ck CHECK ((email)::text = lower((email)::text)),
  CONSTRAINT users_kind_ck CHECK (kind IN ('operator', 'client')),
  CONSTRAINT users_email_uq UNIQUE (email),
  CONSTRAINT users_pk PRIMARY KEY (id)
);

CREATE TABLE members (
  user_id integer NOT NULL,
  client_id integer NOT NULL,
  role varchar(10) NOT NULL,
  CONSTRAINT members_role_ck CHECK (role IN ('owner', 'member')),
  CONSTRAINT members_pk PRIMARY KEY (user_id),
  CONSTRAINT members_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT members_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX members_client_ix ON members (client_id);

CREATE TABLE operator_roles (
  user_id integer NOT NULL,
  role varchar(20) NOT NULL,
  CONSTRAINT operator_roles_role_ck CHECK (role IN ('owner', 'catalog', 'warehouse', 'finance', 'support')),
  CONSTRAINT operator_roles_pk PRIMARY KEY (user_id, role),
  CONSTRAINT operator_roles_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE operator_tokens (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  name varchar(60) NOT NULL,
  token_hash bytea NOT NULL,
  last4 varchar(4) NOT NULL,
  permissions varchar(40)[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_from varchar(45),
  CONSTRAINT operator_tokens_token_hash_ck CHECK (octet_length(token_hash) = 32),
  CONSTRAINT operator_tokens_pk PRIMARY KEY (id),
  CONSTRAINT operator_tokens_token_hash_uq UNIQUE (token_hash),
  CONSTRAINT operator_tokens_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX operator_tokens_user_ix ON operator_tokens (user_id);

CREATE TABLE password_resets (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT password_resets_pk PRIMARY KEY (id),
  CONSTRAINT password_resets_token_hash_uq UNIQUE (token_hash),
  CONSTRAINT password_resets_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user_ix ON password_resets (user_id);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pk PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE saved_views (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  list varchar(20) NOT NULL,
  name varchar(60) NOT NULL,
  query varchar(500) NOT NULL,
  CONSTRAINT saved_views_name_uq UNIQUE (user_id, list, name),
  CONSTRAINT saved_views_pk PRIMARY KEY (id),
  CONSTRAINT saved_views_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE sessions (
  id integer GENERATED ALWAYS AS IDENTITY,
  id_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL DEFAULT now(),
  ip varchar(45) NOT NULL,
  agent varchar(200) NOT NULL,
  CONSTRAINT sessions_id_hash_ck CHECK (octet_length(id_hash) = 32),
  CONSTRAINT sessions_id_hash_uq UNIQUE (id_hash),
  CONSTRAINT sessions_pk PRIMARY KEY (id),
  CONSTRAINT sessions_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_ix ON sessions (expires_at);
CREATE INDEX sessions_user_ix ON sessions (user_id);

CREATE TABLE wallet_adjustments (
  id integer GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  reason varchar(500) NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'proposed',
  proposed_by varchar(300) NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by varchar(300),
  decided_at timestamptz,
  CONSTRAINT wallet_adjustments_amount_ck CHECK (amount_minor <> 0),
  CONSTRAINT wallet_adjustments_decided_ck CHECK (((status = 'proposed') = (decided_by IS NULL)) AND ((status = 'proposed') = (decided_at IS
    NULL))),
  CONSTRAINT wallet_adjustments_status_ck CHECK (status IN ('proposed', 'approved', 'rejected')),
  CONSTRAINT wallet_adjustments_pk PRIMARY KEY (id),
  CONSTRAINT wallet_adjustments_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX wallet_adjustments_client_ix ON wallet_adjustments (client_id, id);
CREATE INDEX wallet_adjustments_proposed_ix ON wallet_adjustments (id) WHERE (status = 'proposed');

CREATE TABLE xid_samples (
  sampled_at timestamptz NOT NULL,
  oldest_xid xid8 NOT NULL,
  CONSTRAINT xid_samples_pk PRIMARY KEY (sampled_at)
);

-- Transactions of earlier databases are never in these; the xid of this one is the first.
INSERT INTO change_log_state (log_start_xid, history_start_xid, pruned_start_xid)
  SELECT next.xid, next.xid, next.xid FROM (SELECT (pg_current_xact_id()::text::bigint + 1)::text::xid8 AS xid) next;
INSERT INTO feed_state ("position", incarnation, history_start, started_at, database, written)
  SELECT greatest(pg_snapshot_xmax(pg_current_snapshot())::text::bigint, history_start_xid::text::bigint), '',
    history_start_xid::text::bigint, '-infinity', 0, '0'
  FROM change_log_state;
UPDATE change_log_state SET numbered_start = (SELECT "position" FROM feed_state);
INSERT INTO clock_state (skew_ms) VALUES (0);
INSERT INTO ledger_accounts (kind) VALUES ('bank'), ('gateway'), ('sales'), ('adjustments'), ('opening');

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
