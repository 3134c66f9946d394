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
  max_open_value_minor bigint,
  surcharge_minor bigint,
  by_operator boolean,
  gift_message varchar
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

CREATE FUNCTION product_search_terms(sku text, name text, brand text, category text, gtin text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE COST 10000 PARALLEL SAFE
    SET search_path TO 'pg_catalog'
    AS $$
      SELECT array_to_tsvector(array_remove(regexp_split_to_array(lower(
        sku || ' ' || name || ' ' || coalesce(brand, '') || ' ' || category || ' ' || coalesce(gtin, '')
      ), '\s+'), ''))
    $$;

-- `normalForm` of src/platform/reference-form.ts for texts in ASCII, as they are recorded. It leaves out all other characters, so two different
-- references can have one form: callers compare what they find.
CREATE FUNCTION reference_form(p_reference text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO public, pg_temp
    AS $$
      SELECT regexp_replace(regexp_replace(
        regexp_replace(upper(regexp_replace(p_reference, '(?<=[0-9])\.0+\s*$', '')), '[^A-Z0-9]+', '', 'g'),
        '^(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TRANSFER|TXN|TRN|NEFT|RTGS|IMPS|UPI|ID|NUMBER|NO|CHEQUE|CHECK|CHQ|CHK|CH(?=NO|[0-9])|CQ|CK)+(?=.*[0-9])|(?<=[0-9])(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TRANSFER|TXN|TRN|NEFT|RTGS|IMPS|UPI|ID|NUMBER|NO|CHEQUE|CHECK|CHQ|CHK|CH(?=NO|[0-9])|CQ|CK)+$',
        '', 'g'), '^0+(?=[0-9]+$)', '')
    $$;

-- Tables and foreign keys are made in the order of the migrations before: PostgreSQL checks the keys of a row in that order.
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
CREATE INDEX audit_entries_actor_ix ON audit_entries (split_part(actor, ' <', 1), at, id);
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
  markup jsonb,
  holds_costs boolean NOT NULL DEFAULT false,
  CONSTRAINT catalog_imports_state_ck CHECK (state IN ('checking', 'ready', 'refused', 'applying', 'applied', 'failed', 'expired')),
  CONSTRAINT catalog_imports_pk PRIMARY KEY (id)
);
CREATE INDEX catalog_imports_open_ix ON catalog_imports (state, id) WHERE state IN ('checking', 'applying', 'ready');

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
  tax_deducted_bp integer,
  sez varchar(20),
  billing_line1 varchar(100),
  billing_line2 varchar(100),
  billing_place varchar(50),
  billing_state varchar(2),
  billing_pincode varchar(6),
  CONSTRAINT clients_billing_ck CHECK (num_nulls(billing_line1, billing_place, billing_state, billing_pincode) IN (0, 4)
    AND (billing_line2 IS NULL OR billing_line1 IS NOT NULL)),
  CONSTRAINT clients_reservation_limits_ck CHECK (max_reserved_units >= 0 AND max_open_value_minor >= 0),
  CONSTRAINT clients_sez_ck CHECK (sez IN ('with_payment', 'without_payment')),
  CONSTRAINT clients_tax_ck CHECK (tax_deducted_bp BETWEEN 1 AND 1000),
  CONSTRAINT clients_pk PRIMARY KEY (id),
  CONSTRAINT clients_test_of_uq UNIQUE (test_of),
  CONSTRAINT clients_test_of_fk FOREIGN KEY (test_of) REFERENCES clients(id)
);
CREATE UNIQUE INDEX clients_email_uq ON clients (lower(email)) WHERE test_of IS NULL;

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
  may_read_wallet boolean NOT NULL DEFAULT false,
  made_by integer,
  CONSTRAINT api_tokens_hash_ck CHECK (octet_length(token_hash) = 32),
  CONSTRAINT api_tokens_pk PRIMARY KEY (id),
  CONSTRAINT api_tokens_hash_uq UNIQUE (token_hash),
  CONSTRAINT api_tokens_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX api_tokens_client_ix ON api_tokens (client_id);
CREATE INDEX api_tokens_last4_ix ON api_tokens (last4, id);
CREATE INDEX api_tokens_made_by_ix ON api_tokens (made_by);

CREATE TABLE auto_pay_settings (
  client_id integer NOT NULL,
  enabled boolean NOT NULL,
  max_order_minor bigint,
  keep_minor bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT auto_pay_settings_amounts_ck CHECK (max_order_minor > 0 AND keep_minor >= 0),
  CONSTRAINT auto_pay_settings_pk PRIMARY KEY (client_id),
  CONSTRAINT auto_pay_settings_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);

CREATE TABLE clock_state (
  is_only boolean NOT NULL DEFAULT true,
  skew_ms bigint NOT NULL,
  last_seen_at timestamptz,
  CONSTRAINT clock_state_is_only_ck CHECK (is_only),
  CONSTRAINT clock_state_pk PRIMARY KEY (is_only)
);

CREATE TABLE couriers (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(80) NOT NULL,
  url_template varchar(1000),
  CONSTRAINT couriers_pk PRIMARY KEY (id),
  CONSTRAINT couriers_name_uq UNIQUE (name)
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
  written xid8 NOT NULL,
  timeline varchar(8)
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
  books_minor bigint,
  held_minor bigint,
  CONSTRAINT gateway_day_checks_pk PRIMARY KEY (id),
  CONSTRAINT gateway_day_checks_day_uq UNIQUE (day)
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
  about_kind varchar(10),
  about_id varchar(40),
  CONSTRAINT gateway_notices_due_ck CHECK ((outcome = 'waiting') = (due_at IS NOT NULL)),
  CONSTRAINT gateway_notices_outcome_ck CHECK (outcome IN ('waiting', 'checked', 'unknown_order', 'ignored')),
  CONSTRAINT gateway_notices_pk PRIMARY KEY (id),
  CONSTRAINT gateway_notices_event_uq UNIQUE (event_id)
);
CREATE INDEX gateway_notices_due_ix ON gateway_notices (due_at) WHERE due_at IS NOT NULL;
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
  has_consent boolean NOT NULL DEFAULT false,
  invited_by integer,
  CONSTRAINT invitations_email_ck CHECK (email = lower(email)),
  CONSTRAINT invitations_kind_ck CHECK ((kind = 'client') = (client_id IS NOT NULL)),
  CONSTRAINT invitations_pk PRIMARY KEY (id),
  CONSTRAINT invitations_token_hash_uq UNIQUE (token_hash),
  CONSTRAINT invitations_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX invitations_client_ix ON invitations (client_id);
CREATE INDEX invitations_email_ix ON invitations (email);
CREATE INDEX invitations_invited_by_ix ON invitations (invited_by);

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
  owner_id integer,
  credit_limit_minor bigint,
  payment_days smallint,
  overdue_days smallint,
  CONSTRAINT ledger_accounts_balance_ck CHECK (CASE kind WHEN 'client_wallet' THEN balance_minor >= 0 ELSE balance_minor <= 0 END),
  CONSTRAINT ledger_accounts_credit_ck CHECK (num_nonnulls(credit_limit_minor, payment_days, overdue_days) = CASE kind
    WHEN 'client_credit' THEN 3 ELSE 0 END AND credit_limit_minor >= 0 AND payment_days >= 0 AND overdue_days >= 0),
  CONSTRAINT ledger_accounts_kind_ck CHECK (kind IN ('client_wallet', 'client_debt', 'client_credit', 'bank', 'bank_account', 'gateway',
    'sales', 'adjustments', 'opening', 'cash', 'suspense', 'gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable',
    'payouts_waiting', 'cheques_in_hand', 'other_account')),
  CONSTRAINT ledger_accounts_owner_ck CHECK ((client_id IS NOT NULL) = (kind = 'client_wallet')
    AND (owner_id IS NOT NULL) = (kind IN ('client_debt', 'client_credit', 'bank_account', 'other_account'))
    AND (balance_minor IS NOT NULL) = (kind IN ('client_wallet', 'client_debt', 'client_credit'))),
  CONSTRAINT ledger_accounts_pk PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_client_uq UNIQUE (client_id),
  CONSTRAINT ledger_accounts_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
) WITH (fillfactor=70);
CREATE UNIQUE INDEX ledger_accounts_system_uq ON ledger_accounts (kind) WHERE client_id IS NULL AND owner_id IS NULL;
CREATE UNIQUE INDEX ledger_accounts_owner_uq ON ledger_accounts (kind, owner_id) WHERE owner_id IS NOT NULL;

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
  invoiced_minor bigint NOT NULL DEFAULT 0,
  credited_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT archived_orders_status_ck CHECK (status IN ('delivered', 'returned', 'cancelled', 'expired')),
  CONSTRAINT archived_orders_pk PRIMARY KEY (id),
  CONSTRAINT archived_orders_client_store_order_id_uq UNIQUE (client_id, store_order_id),
  CONSTRAINT archived_orders_order_number_uq UNIQUE (order_number),
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
  CONSTRAINT payment_intents_pk PRIMARY KEY (id),
  CONSTRAINT payment_intents_order_uq UNIQUE (gateway_order_id),
  CONSTRAINT payment_intents_receipt_uq UNIQUE (receipt),
  CONSTRAINT payment_intents_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX payment_intents_check_ix ON payment_intents (check_at) WHERE check_at IS NOT NULL;
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
  CONSTRAINT plans_pk PRIMARY KEY (id),
  CONSTRAINT plans_code_uq UNIQUE (code)
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
  refunded_delivery_minor bigint NOT NULL DEFAULT 0,
  surcharge_minor bigint,
  by_operator boolean NOT NULL DEFAULT false,
  gift_message varchar(200),
  cancel_reason varchar(500),
  CONSTRAINT orders_amounts_ck CHECK (subtotal_minor > 0 AND delivery_minor >= 0 AND total_minor = subtotal_minor + delivery_minor),
  CONSTRAINT orders_items_count_ck CHECK (items_count BETWEEN 1 AND 100),
  CONSTRAINT orders_order_number_ck CHECK (order_number ~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$'),
  CONSTRAINT orders_payment_status_ck CHECK (payment_status IN ('unpaid', 'paid', 'refunded')),
  CONSTRAINT orders_state_ck CHECK (CASE WHEN status IN ('awaiting_payment', 'expired') THEN payment_status = 'unpaid'
    WHEN status = 'cancelled' THEN payment_status IN ('unpaid', 'refunded')
    WHEN status = 'returned' THEN payment_status IN ('paid', 'refunded') ELSE payment_status = 'paid' END),
  CONSTRAINT orders_status_ck CHECK (status IN ('awaiting_payment', 'pending', 'partially_shipped', 'shipped', 'delivered', 'returned',
    'cancelled', 'expired')),
  CONSTRAINT orders_store_order_id_ck CHECK (store_order_id !~ '^WO-[0-9A-HJKMNP-TV-Z]{10}$' AND store_order_id <> ''),
  CONSTRAINT orders_test_scenario_ck CHECK (test_scenario IS NULL OR is_test),
  CONSTRAINT orders_pk PRIMARY KEY (id),
  CONSTRAINT orders_client_store_order_id_uq UNIQUE (client_id, store_order_id),
  CONSTRAINT orders_order_number_uq UNIQUE (order_number)
) WITH (fillfactor=90);
CREATE INDEX orders_client_created_ix ON orders (status, client_id, created_at, id);
CREATE INDEX orders_created_ix ON orders (created_at, id);
CREATE INDEX orders_identified_ix ON orders (created_at, id) WHERE anonymized_at IS NULL
  AND status IN ('delivered', 'returned', 'cancelled', 'expired');
CREATE INDEX orders_refunded_ix ON orders (created_at, id) WHERE payment_status = 'refunded';
CREATE INDEX orders_returns_ix ON orders (created_at, id) WHERE status = 'returned' AND payment_status = 'paid' AND NOT refund_final;
CREATE INDEX orders_status_ix ON orders (status, created_at, id);
CREATE INDEX orders_test_scenario_ix ON orders (test_scenario, status) WHERE test_scenario IS NOT NULL;
CREATE INDEX orders_to_ship_ix ON orders (created_at) WHERE status IN ('pending', 'partially_shipped') AND NOT is_test;

CREATE TABLE order_status_changes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  status varchar(20) NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  total_minor bigint,
  CONSTRAINT order_status_changes_pk PRIMARY KEY (id),
  CONSTRAINT order_status_changes_order_status_uq UNIQUE (order_id, status)
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
  CONSTRAINT price_lists_start_ck CHECK (effective_from IS NOT NULL OR (state IN ('draft', 'withdrawn'))),
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
  variation_codes jsonb,
  variation_images jsonb,
  mrp_minor bigint,
  gst_unit varchar(3),
  CONSTRAINT products_base_price_ck CHECK (base_price_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT products_delivery_charge_ck CHECK (delivery_charge_minor BETWEEN 0 AND 1000000000),
  CONSTRAINT products_gst_rate_ck CHECK (gst_rate_bp BETWEEN 0 AND 10000),
  CONSTRAINT products_images_ck CHECK (jsonb_typeof(images) = 'array'),
  CONSTRAINT products_mrp_ck CHECK (mrp_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT products_variation_codes_ck CHECK (jsonb_typeof(variation_codes) = 'object'),
  CONSTRAINT products_variation_images_ck CHECK (jsonb_typeof(variation_images) = 'object'),
  CONSTRAINT products_variations_ck CHECK (jsonb_typeof(variations) = 'array'),
  CONSTRAINT products_weight_ck CHECK (weight_grams BETWEEN 1 AND 1000000),
  CONSTRAINT products_pk PRIMARY KEY (id),
  CONSTRAINT products_sku_uq UNIQUE (sku)
);
CREATE INDEX products_no_image_ix ON products (id) WHERE images = '[]';
CREATE INDEX products_search_ix ON products USING gin (product_search_terms(sku, name, brand, category, gtin));

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
  CONSTRAINT order_items_amounts_ck CHECK (unit_price_minor BETWEEN 1 AND 1000000000 AND line_total_minor = unit_price_minor * quantity),
  CONSTRAINT order_items_quantity_ck CHECK (quantity BETWEEN 1 AND 10000 AND shipped_quantity >= 0 AND canceled_quantity >= 0
    AND (shipped_quantity + canceled_quantity) <= quantity AND restocked_quantity BETWEEN 0 AND shipped_quantity),
  CONSTRAINT order_items_pk PRIMARY KEY (order_id, line)
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
  tax_deducted_minor bigint NOT NULL DEFAULT 0,
  other_line_ids integer[] NOT NULL DEFAULT '{}',
  CONSTRAINT receipts_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT receipts_source_ck CHECK (source IN ('bank', 'cash', 'other', 'gateway')),
  CONSTRAINT receipts_tax_ck CHECK (tax_deducted_minor >= 0),
  CONSTRAINT receipts_pk PRIMARY KEY (id),
  CONSTRAINT receipts_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX receipts_client_ix ON receipts (client_id, id);
CREATE UNIQUE INDEX receipts_reference_uq ON receipts (source, reference) WHERE reversed_at IS NULL;
CREATE INDEX receipts_bank_reference_ix ON receipts (upper(regexp_replace(reference, '\s', '', 'g'))) WHERE source IN ('bank', 'other');
CREATE INDEX receipts_client_amount_ix ON receipts (client_id, amount_minor, id);
-- Pending entries would be read by each search, and the planner would rather read all receipts.
CREATE INDEX receipts_numbers_ix ON receipts USING gin (array_to_tsvector(array_remove(regexp_split_to_array(
    reference || '/' || regexp_replace(reference, '[^A-Za-z0-9]+', '', 'g')
      || '/' || reverse(regexp_replace(reference, '[^A-Za-z0-9]+', '', 'g')), '[^0-9]+'), '')
    || string_to_array('k' || coalesce(
      nullif(regexp_replace(regexp_replace(regexp_replace(reference, '(?<=[0-9])\.0+\s*$', ''), '[^0-9]+', '', 'g'), '^0+(?=.)', ''), ''),
      upper(regexp_replace(reference, '[^A-Za-z]+', '', 'g'))), ' '))) WITH (fastupdate=off);

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
CREATE INDEX bank_transfers_utr_ix ON bank_transfers (utr) WHERE status <> 'rejected';
CREATE UNIQUE INDEX bank_transfers_utr_uq ON bank_transfers (client_id, utr) WHERE status <> 'rejected';

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
  CONSTRAINT gateway_payments_outcome_ck CHECK (outcome IN ('applied', 'credited') = (receipt_id IS NOT NULL)),
  CONSTRAINT gateway_payments_pk PRIMARY KEY (id),
  CONSTRAINT gateway_payments_payment_uq UNIQUE (payment_id),
  CONSTRAINT gateway_payments_receipt_uq UNIQUE (receipt_id),
  CONSTRAINT gateway_payments_intent_fk FOREIGN KEY (intent_id) REFERENCES payment_intents(id),
  CONSTRAINT gateway_payments_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX gateway_payments_currency_ix ON gateway_payments (seen_at) WHERE outcome = 'other_currency';
CREATE INDEX gateway_payments_intent_ix ON gateway_payments (intent_id);
CREATE INDEX gateway_payments_missed_ix ON gateway_payments (seen_at) WHERE found_by IN ('schedule', 'day') AND receipt_id IS NOT NULL;

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
  refund_terms jsonb,
  CONSTRAINT ledger_journals_kind_ck CHECK (kind IN ('receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening', 'debt', 'credit',
    'settlement', 'bank_charge', 'dispute', 'suspense', 'clearing', 'other')),
  CONSTRAINT ledger_journals_receipt_ck CHECK (kind <> 'receipt' OR receipt_id IS NOT NULL),
  CONSTRAINT ledger_journals_refund_ck CHECK (kind <> 'refund' OR order_id IS NOT NULL),
  CONSTRAINT ledger_journals_settle_ck CHECK (kind <> 'settle' OR order_id IS NOT NULL AND key = ('settle:' || order_id)),
  CONSTRAINT ledger_journals_pk PRIMARY KEY (id),
  CONSTRAINT ledger_journals_key_uq UNIQUE (key),
  CONSTRAINT ledger_journals_reverses_uq UNIQUE (reverses_id),
  CONSTRAINT ledger_journals_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  CONSTRAINT ledger_journals_reverses_fk FOREIGN KEY (reverses_id) REFERENCES ledger_journals(id)
);
CREATE INDEX ledger_journals_at_ix ON ledger_journals (at);
CREATE INDEX ledger_journals_order_ix ON ledger_journals (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ledger_journals_receipt_ix ON ledger_journals (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX ledger_journals_bank_ix ON ledger_journals (upper(regexp_replace(key, '\s', '', 'g'))) WHERE kind = 'payout'
  AND reverses_id IS NULL;
CREATE INDEX ledger_journals_payout_form_ix ON ledger_journals (reference_form(substr(key, 8))) WHERE kind = 'payout'
  AND reverses_id IS NULL AND starts_with(key, 'payout:');

CREATE TABLE gateway_refunds (
  id bigint GENERATED ALWAYS AS IDENTITY,
  receipt_id bigint NOT NULL,
  payment_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  reference varchar(120) NOT NULL,
  reason varchar(500) NOT NULL,
  journal_id bigint NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'requested',
  gateway_refund_id varchar(40),
  problem varchar(500),
  actor varchar(300) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz DEFAULT clock_timestamp(),
  is_outside boolean NOT NULL DEFAULT false,
  asked_at timestamptz,
  ask_at timestamptz,
  held_journal_id bigint,
  key varchar(40),
  CONSTRAINT gateway_refunds_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT gateway_refunds_ask_ck CHECK ((status = 'pending') = (ask_at IS NOT NULL)),
  CONSTRAINT gateway_refunds_due_ck CHECK ((status = 'requested') = (due_at IS NOT NULL)),
  CONSTRAINT gateway_refunds_outside_ck CHECK (NOT is_outside OR gateway_refund_id IS NOT NULL),
  CONSTRAINT gateway_refunds_status_ck CHECK (status IN ('requested', 'pending', 'processed', 'failed')),
  CONSTRAINT gateway_refunds_pk PRIMARY KEY (id),
  CONSTRAINT gateway_refunds_journal_uq UNIQUE (journal_id),
  CONSTRAINT gateway_refunds_key_uq UNIQUE (key),
  CONSTRAINT gateway_refunds_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id),
  CONSTRAINT gateway_refunds_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX gateway_refunds_due_ix ON gateway_refunds (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX gateway_refunds_failed_ix ON gateway_refunds (created_at) WHERE status = 'failed';
CREATE UNIQUE INDEX gateway_refunds_reference_uq ON gateway_refunds (receipt_id, reference) WHERE status <> 'failed' AND NOT is_outside;
CREATE UNIQUE INDEX gateway_refunds_gateway_uq ON gateway_refunds (gateway_refund_id) WHERE gateway_refund_id IS NOT NULL;
CREATE INDEX gateway_refunds_ask_ix ON gateway_refunds (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX gateway_refunds_status_ix ON gateway_refunds (status, id);
CREATE INDEX gateway_refunds_outside_ix ON gateway_refunds (created_at) WHERE is_outside;

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
CREATE INDEX ledger_postings_wallet_ix ON ledger_postings (account_id, journal_id) WHERE balance_after IS NOT NULL;

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
  sent_domain varchar(253),
  CONSTRAINT request_failures_pk PRIMARY KEY (id),
  CONSTRAINT request_failures_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT request_failures_token_fk FOREIGN KEY (token_id) REFERENCES api_tokens(id)
);
CREATE INDEX request_failures_at_ix ON request_failures (at);
CREATE INDEX request_failures_client_ix ON request_failures (client_id, at, id);
CREATE INDEX request_failures_request_ix ON request_failures (request_id);

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
  payment_id varchar(40),
  is_forged boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  about_kind varchar(10),
  about_id varchar(40),
  CONSTRAINT sandbox_notices_pk PRIMARY KEY (id),
  CONSTRAINT sandbox_notices_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id)
);
CREATE INDEX sandbox_notices_due_ix ON sandbox_notices (due_at);

CREATE TABLE sandbox_refunds (
  id varchar(40) NOT NULL,
  payment_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  idempotency_key varchar(64),
  status varchar(10) NOT NULL DEFAULT 'processed',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ends_at timestamptz,
  CONSTRAINT sandbox_refunds_ends_ck CHECK ((status = 'pending') = (ends_at IS NOT NULL)),
  CONSTRAINT sandbox_refunds_status_ck CHECK (status IN ('pending', 'processed', 'failed')),
  CONSTRAINT sandbox_refunds_pk PRIMARY KEY (id),
  CONSTRAINT sandbox_refunds_key_uq UNIQUE (idempotency_key),
  CONSTRAINT sandbox_refunds_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id)
);
CREATE INDEX sandbox_refunds_payment_ix ON sandbox_refunds (payment_id);
CREATE INDEX sandbox_refunds_ends_ix ON sandbox_refunds (ends_at) WHERE ends_at IS NOT NULL;

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
CREATE INDEX shipments_tracking_number_ix ON shipments (tracking_number);

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
  CONSTRAINT stock_levels_quantities_ck CHECK (reserved >= 0 AND on_hand >= reserved AND on_hand <= 100000000),
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
CREATE INDEX stock_movements_latest_ix ON stock_movements (product_id, variation_key, id);
CREATE INDEX stock_movements_product_ix ON stock_movements (product_id, id);
-- By time, not by id: where the clock of the server was set back, later movements have earlier times.
CREATE INDEX stock_movements_shipped_ix ON stock_movements (product_id, variation_key, created_at) WHERE order_id IS NOT NULL AND delta < 0;

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
  markup jsonb,
  CONSTRAINT suppliers_duplicates_ck CHECK (duplicates IN ('refuse', 'first', 'last')),
  CONSTRAINT suppliers_pk PRIMARY KEY (id),
  CONSTRAINT suppliers_name_uq UNIQUE (name)
);

CREATE TABLE token_uses (
  token_id integer NOT NULL,
  last_used_at timestamptz NOT NULL,
  last_used_from varchar(64) NOT NULL,
  last_used_country varchar(2),
  CONSTRAINT token_uses_pk PRIMARY KEY (token_id),
  CONSTRAINT token_uses_token_fk FOREIGN KEY (token_id) REFERENCES api_tokens(id)
);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY,
  email varchar(254) NOT NULL,
  name varchar(120) NOT NULL,
  kind varchar(10) NOT NULL,
  password_hash varchar(200) NOT NULL,
  totp_secret varchar(300),
  totp_pending_secret varchar(300),
  totp_last_step bigint,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  lock_mailed_at timestamptz,
  totp_enabled_at timestamptz,
  CONSTRAINT users_email_ck CHECK (email = lower(email)),
  CONSTRAINT users_kind_ck CHECK (kind IN ('operator', 'client')),
  CONSTRAINT users_pk PRIMARY KEY (id),
  CONSTRAINT users_email_uq UNIQUE (email)
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
  last_used_country varchar(2),
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
  CONSTRAINT saved_views_pk PRIMARY KEY (id),
  CONSTRAINT saved_views_name_uq UNIQUE (user_id, list, name),
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
  country varchar(2),
  CONSTRAINT sessions_id_hash_ck CHECK (octet_length(id_hash) = 32),
  CONSTRAINT sessions_pk PRIMARY KEY (id),
  CONSTRAINT sessions_id_hash_uq UNIQUE (id_hash),
  CONSTRAINT sessions_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_ix ON sessions (expires_at);
CREATE INDEX sessions_user_ix ON sessions (user_id);

CREATE TABLE bank_accounts (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(120) NOT NULL,
  ifsc varchar(11),
  account_last4 varchar(4),
  details varchar(500),
  is_default boolean NOT NULL DEFAULT false,
  column_mapping jsonb,
  opened_on varchar(10),
  opening_minor bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  charge_limit_minor bigint NOT NULL DEFAULT 100000,
  entered_alone_by varchar(300),
  upi_address varchar(255),
  CONSTRAINT bank_accounts_charge_limit_ck CHECK (charge_limit_minor >= 0),
  CONSTRAINT bank_accounts_opening_ck CHECK ((opened_on IS NULL) = (opening_minor IS NULL)),
  CONSTRAINT bank_accounts_pk PRIMARY KEY (id),
  CONSTRAINT bank_accounts_name_uq UNIQUE (name)
);
CREATE UNIQUE INDEX bank_accounts_default_uq ON bank_accounts (is_default) WHERE is_default;

CREATE TABLE statement_imports (
  id integer GENERATED ALWAYS AS IDENTITY,
  bank_account_id integer NOT NULL,
  sha256 varchar(64) NOT NULL,
  file_name varchar(200),
  rows integer NOT NULL,
  first_date varchar(10),
  last_date varchar(10),
  opening_minor bigint,
  closing_minor bigint,
  actor varchar(300) NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT statement_imports_pk PRIMARY KEY (id),
  CONSTRAINT statement_imports_file_uq UNIQUE (bank_account_id, sha256),
  CONSTRAINT statement_imports_account_fk FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id)
);

CREATE TABLE statement_lines (
  id integer GENERATED ALWAYS AS IDENTITY,
  bank_account_id integer NOT NULL,
  import_id integer NOT NULL,
  value_date varchar(10) NOT NULL,
  direction varchar(3) NOT NULL,
  amount_minor bigint NOT NULL,
  balance_minor bigint,
  reference varchar(120) NOT NULL,
  description varchar(400) NOT NULL,
  ordinal smallint NOT NULL,
  identifiers varchar(40)[] NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'unmatched',
  suggestion jsonb,
  ignored_reason varchar(500),
  journal_id bigint,
  suspense_journal_id bigint,
  decided_by varchar(300),
  decided_at timestamptz,
  proven_import_id integer,
  linked_journal_id bigint,
  CONSTRAINT statement_lines_amount_ck CHECK (amount_minor > 0),
  CONSTRAINT statement_lines_direction_ck CHECK (direction IN ('in', 'out')),
  CONSTRAINT statement_lines_state_ck CHECK (CASE state WHEN 'matched' THEN journal_id IS NOT NULL
    WHEN 'suggested' THEN suggestion IS NOT NULL WHEN 'ignored' THEN ignored_reason IS NOT NULL ELSE state = 'unmatched' END
    AND (journal_id IS NULL OR state = 'matched') AND (suggestion IS NULL OR state = 'suggested') AND (ignored_reason IS NULL
    OR state = 'ignored')),
  CONSTRAINT statement_lines_suspense_ck CHECK (suspense_journal_id IS NULL OR direction = 'in' AND state IN ('unmatched', 'suggested')),
  CONSTRAINT statement_lines_pk PRIMARY KEY (id),
  CONSTRAINT statement_lines_line_uq UNIQUE (bank_account_id, value_date, amount_minor, direction, reference, description, ordinal),
  CONSTRAINT statement_lines_journal_uq UNIQUE (journal_id),
  CONSTRAINT statement_lines_suspense_uq UNIQUE (suspense_journal_id),
  CONSTRAINT statement_lines_account_fk FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  CONSTRAINT statement_lines_import_fk FOREIGN KEY (import_id) REFERENCES statement_imports(id),
  CONSTRAINT statement_lines_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id),
  CONSTRAINT statement_lines_suspense_fk FOREIGN KEY (suspense_journal_id) REFERENCES ledger_journals(id)
);
CREATE INDEX statement_lines_identifiers_ix ON statement_lines USING gin (identifiers);
CREATE INDEX statement_lines_date_ix ON statement_lines (bank_account_id, value_date);
CREATE INDEX statement_lines_open_ix ON statement_lines (id) WHERE state IN ('unmatched', 'suggested');

CREATE TABLE known_payers (
  value varchar(120) NOT NULL,
  client_id integer NOT NULL,
  line_id integer NOT NULL,
  CONSTRAINT known_payers_pk PRIMARY KEY (value, client_id),
  CONSTRAINT known_payers_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT known_payers_line_fk FOREIGN KEY (line_id) REFERENCES statement_lines(id)
);

CREATE TABLE money_calls (
  caller varchar(300) NOT NULL,
  key varchar(255) NOT NULL,
  request_hash bytea NOT NULL,
  status smallint,
  body text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT money_calls_answer_ck CHECK ((status IS NULL) = (body IS NULL)),
  CONSTRAINT money_calls_pk PRIMARY KEY (caller, key)
);
CREATE INDEX money_calls_created_ix ON money_calls (created_at);

CREATE TABLE gateway_disputes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  dispute_id varchar(40) NOT NULL,
  payment_id varchar(40) NOT NULL,
  receipt_id bigint NOT NULL,
  amount_minor bigint NOT NULL,
  deducted_minor bigint NOT NULL,
  phase varchar(30) NOT NULL,
  status varchar(10) NOT NULL,
  respond_by timestamptz,
  opened_at timestamptz NOT NULL,
  taken_minor bigint NOT NULL DEFAULT 0,
  journal_id bigint,
  bookings integer NOT NULL DEFAULT 0,
  asked_at timestamptz NOT NULL,
  ask_at timestamptz,
  CONSTRAINT gateway_disputes_amounts_ck CHECK (amount_minor >= 0 AND deducted_minor >= 0 AND taken_minor >= 0),
  CONSTRAINT gateway_disputes_ask_ck CHECK ((status = 'open') = (ask_at IS NOT NULL)),
  CONSTRAINT gateway_disputes_status_ck CHECK (status IN ('open', 'won', 'lost', 'closed')),
  CONSTRAINT gateway_disputes_taken_ck CHECK ((taken_minor > 0) = (journal_id IS NOT NULL)),
  CONSTRAINT gateway_disputes_pk PRIMARY KEY (id),
  CONSTRAINT gateway_disputes_dispute_uq UNIQUE (dispute_id),
  CONSTRAINT gateway_disputes_journal_uq UNIQUE (journal_id),
  CONSTRAINT gateway_disputes_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  CONSTRAINT gateway_disputes_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id)
);
CREATE INDEX gateway_disputes_receipt_ix ON gateway_disputes (receipt_id);
CREATE INDEX gateway_disputes_status_ix ON gateway_disputes (status, id);
CREATE INDEX gateway_disputes_ask_ix ON gateway_disputes (ask_at) WHERE ask_at IS NOT NULL;

CREATE TABLE gateway_settlements (
  id bigint GENERATED ALWAYS AS IDENTITY,
  settlement_id varchar(40) NOT NULL,
  gateway varchar(30) NOT NULL,
  status varchar(10) NOT NULL,
  amount_minor bigint NOT NULL,
  fees_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  unknown_minor bigint NOT NULL,
  unknown_lines jsonb NOT NULL,
  utr varchar(40),
  settled_at timestamptz NOT NULL,
  journal_id bigint,
  bookings integer NOT NULL DEFAULT 0,
  asked_at timestamptz NOT NULL,
  CONSTRAINT gateway_settlements_amounts_ck CHECK (amount_minor >= 0 AND fees_minor >= 0 AND tax_minor >= 0),
  CONSTRAINT gateway_settlements_booked_ck CHECK (journal_id IS NULL OR status = 'processed'),
  CONSTRAINT gateway_settlements_status_ck CHECK (status IN ('created', 'processed', 'failed')),
  CONSTRAINT gateway_settlements_pk PRIMARY KEY (id),
  CONSTRAINT gateway_settlements_settlement_uq UNIQUE (settlement_id),
  CONSTRAINT gateway_settlements_journal_uq UNIQUE (journal_id),
  CONSTRAINT gateway_settlements_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id)
);
CREATE INDEX gateway_settlements_utr_ix ON gateway_settlements (upper(utr)) WHERE utr IS NOT NULL;
CREATE INDEX gateway_settlements_settled_ix ON gateway_settlements (settled_at);

CREATE TABLE sandbox_disputes (
  id varchar(40) NOT NULL,
  payment_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  deducted_minor bigint NOT NULL,
  status varchar(10) NOT NULL DEFAULT 'open',
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sandbox_disputes_pk PRIMARY KEY (id),
  CONSTRAINT sandbox_disputes_payment_fk FOREIGN KEY (payment_id) REFERENCES sandbox_payments(id)
);
CREATE INDEX sandbox_disputes_payment_ix ON sandbox_disputes (payment_id);

CREATE TABLE sandbox_settlements (
  id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  utr varchar(40) NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT sandbox_settlements_pk PRIMARY KEY (id)
);
CREATE INDEX sandbox_settlements_created_ix ON sandbox_settlements (created_at);

CREATE TABLE sandbox_settlement_lines (
  settlement_id varchar(40) NOT NULL,
  line integer NOT NULL,
  kind varchar(10) NOT NULL,
  entity_id varchar(40) NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  CONSTRAINT sandbox_settlement_lines_pk PRIMARY KEY (settlement_id, line),
  CONSTRAINT sandbox_settlement_lines_settlement_fk FOREIGN KEY (settlement_id) REFERENCES sandbox_settlements(id)
);
CREATE INDEX sandbox_settlement_lines_entity_ix ON sandbox_settlement_lines (entity_id);

CREATE TABLE ledger_seal_state (
  id smallint NOT NULL DEFAULT 1,
  seq bigint NOT NULL DEFAULT 0,
  sha256 bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  started_at timestamptz NOT NULL DEFAULT now(),
  caught_up_at timestamptz,
  CONSTRAINT ledger_seal_state_one_ck CHECK (id = 1),
  CONSTRAINT ledger_seal_state_pk PRIMARY KEY (id)
);

-- Without a foreign key, as audit_seals: seal_faults finds what it would.
CREATE TABLE ledger_seals (
  seq bigint NOT NULL,
  journal_id bigint NOT NULL,
  day varchar(10) NOT NULL,
  prev_sha256 bytea NOT NULL,
  sha256 bytea NOT NULL,
  CONSTRAINT ledger_seals_hashes_ck CHECK (length(prev_sha256) = 32 AND length(sha256) = 32),
  CONSTRAINT ledger_seals_pk PRIMARY KEY (seq),
  CONSTRAINT ledger_seals_journal_uq UNIQUE (journal_id)
);

CREATE TABLE closed_months (
  month varchar(7) NOT NULL,
  journals integer NOT NULL,
  debit_minor bigint NOT NULL,
  last_seq bigint,
  last_sha256 bytea,
  closed_by varchar(300) NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT closed_months_month_ck CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  CONSTRAINT closed_months_seal_ck CHECK ((last_seq IS NULL) = (journals = 0) AND (last_sha256 IS NULL) = (journals = 0)),
  CONSTRAINT closed_months_pk PRIMARY KEY (month)
);

CREATE TABLE ledger_names (
  account varchar(20) NOT NULL,
  name varchar(100) NOT NULL,
  CONSTRAINT ledger_names_pk PRIMARY KEY (account)
);

CREATE TABLE credit_items (
  order_id bigint NOT NULL,
  client_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  paid_minor bigint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  reminded varchar(10),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT credit_items_amount_ck CHECK (amount_minor > 0 AND paid_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT credit_items_reminded_ck CHECK (reminded IN ('due', 'overdue')),
  CONSTRAINT credit_items_pk PRIMARY KEY (order_id),
  CONSTRAINT credit_items_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX credit_items_open_ix ON credit_items (client_id, due_at, order_id) WHERE paid_minor < amount_minor;

CREATE TABLE approvals (
  id integer NOT NULL,
  kind varchar(20) NOT NULL,
  key text NOT NULL,
  client_id integer,
  amount_minor bigint,
  reference varchar(200),
  note varchar(500),
  details jsonb NOT NULL,
  held_journal_id bigint,
  journal_id bigint,
  status varchar(10) NOT NULL DEFAULT 'waiting',
  proposed_by varchar(300) NOT NULL,
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by varchar(300),
  decided_at timestamptz,
  rejection_reason varchar(500),
  approval_reason varchar(500),
  CONSTRAINT approvals_amount_ck CHECK (amount_minor > 0 OR kind = 'adjustment' AND amount_minor < 0),
  CONSTRAINT approvals_decided_ck CHECK ((status = 'waiting') = (decided_by IS NULL) AND (status = 'waiting') = (decided_at IS NULL)
    AND (rejection_reason IS NULL OR status = 'rejected') AND (rejection_reason IS NOT NULL OR status <> 'rejected'
    OR kind = 'adjustment')),
  CONSTRAINT approvals_journal_ck CHECK (amount_minor IS NULL OR (status = 'approved') = (journal_id IS NOT NULL)),
  CONSTRAINT approvals_status_ck CHECK (status IN ('waiting', 'approved', 'rejected')),
  CONSTRAINT approvals_pk PRIMARY KEY (id),
  CONSTRAINT approvals_client_fk FOREIGN KEY (client_id) REFERENCES clients(id),
  CONSTRAINT approvals_held_journal_fk FOREIGN KEY (held_journal_id) REFERENCES ledger_journals(id),
  CONSTRAINT approvals_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals(id)
);
CREATE INDEX approvals_waiting_ix ON approvals (id) WHERE status = 'waiting';
CREATE UNIQUE INDEX approvals_key_uq ON approvals (kind, key) WHERE status = 'waiting';
CREATE UNIQUE INDEX approvals_held_journal_uq ON approvals (held_journal_id);
CREATE UNIQUE INDEX approvals_journal_uq ON approvals (journal_id);
CREATE INDEX approvals_payout_ix ON approvals (key) WHERE kind = 'payout' AND status = 'approved';
CREATE UNIQUE INDEX approvals_adjustment_uq ON approvals (key) WHERE kind = 'adjustment' AND status <> 'rejected';
CREATE INDEX approvals_client_ix ON approvals (client_id, id) WHERE kind = 'adjustment';

CREATE TABLE approval_limits (
  kind varchar(20) NOT NULL,
  limit_minor bigint NOT NULL,
  day_limit_minor bigint,
  CONSTRAINT approval_limits_day_limit_ck CHECK (day_limit_minor >= 0),
  CONSTRAINT approval_limits_limit_ck CHECK (limit_minor >= 0),
  CONSTRAINT approval_limits_pk PRIMARY KEY (kind)
);

ALTER TABLE gateway_refunds ADD CONSTRAINT gateway_refunds_held_journal_fk FOREIGN KEY (held_journal_id) REFERENCES ledger_journals(id);

CREATE TABLE devices (
  id_hash bytea NOT NULL,
  user_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT devices_id_hash_ck CHECK (octet_length(id_hash) = 32),
  CONSTRAINT devices_pk PRIMARY KEY (id_hash),
  CONSTRAINT devices_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX devices_user_ix ON devices (user_id);

CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports varchar(20)[] NOT NULL,
  name varchar(60) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT passkeys_pk PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_uq UNIQUE (credential_id),
  CONSTRAINT passkeys_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user_ix ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  challenge_hash bytea NOT NULL,
  user_id integer,
  expires_at timestamptz NOT NULL,
  CONSTRAINT passkey_challenges_pk PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_expires_ix ON passkey_challenges (expires_at);

CREATE TABLE order_returns (
  id bigint GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  reason varchar(500),
  idempotency_key varchar(255),
  created_at timestamptz NOT NULL DEFAULT now(),
  accepted_at timestamptz,
  declined_at timestamptz,
  decline_reason varchar(500),
  inspected_at timestamptz,
  is_withdrawn boolean NOT NULL DEFAULT false,
  return_address jsonb,
  instructions varchar(1000),
  courier varchar(80),
  tracking_number varchar(80),
  tracking_url varchar(2000),
  sent_at timestamptz,
  shipment_id bigint,
  CONSTRAINT order_returns_declined_ck CHECK ((declined_at IS NOT NULL AND NOT is_withdrawn) = (decline_reason IS NOT NULL)),
  CONSTRAINT order_returns_inspected_ck CHECK (declined_at IS NULL OR inspected_at IS NULL),
  CONSTRAINT order_returns_sent_ck CHECK (num_nulls(courier, tracking_number, sent_at) IN (0, 3) AND (tracking_url IS NULL
    OR tracking_number IS NOT NULL)),
  CONSTRAINT order_returns_withdrawn_ck CHECK (NOT is_withdrawn OR declined_at IS NOT NULL AND accepted_at IS NULL),
  CONSTRAINT order_returns_pk PRIMARY KEY (id)
);
CREATE UNIQUE INDEX order_returns_open_uq ON order_returns (order_id) WHERE declined_at IS NULL;
CREATE UNIQUE INDEX order_returns_key_uq ON order_returns (order_id, idempotency_key);
CREATE INDEX order_returns_waiting_ix ON order_returns (created_at) WHERE declined_at IS NULL AND inspected_at IS NULL;
CREATE INDEX order_returns_tracking_number_ix ON order_returns (tracking_number) WHERE tracking_number IS NOT NULL;
CREATE INDEX order_returns_shipment_ix ON order_returns (shipment_id) WHERE shipment_id IS NOT NULL;

CREATE TABLE order_return_items (
  return_id bigint NOT NULL,
  order_id bigint NOT NULL,
  line integer NOT NULL,
  quantity integer NOT NULL,
  scrapped_quantity integer NOT NULL DEFAULT 0,
  CONSTRAINT order_return_items_quantity_ck CHECK (quantity > 0 AND scrapped_quantity BETWEEN 0 AND quantity),
  CONSTRAINT order_return_items_pk PRIMARY KEY (return_id, line),
  CONSTRAINT order_return_items_return_fk FOREIGN KEY (return_id) REFERENCES order_returns(id),
  CONSTRAINT order_return_items_order_item_fk FOREIGN KEY (order_id, line) REFERENCES order_items(order_id, line)
);
CREATE INDEX order_return_items_order_item_ix ON order_return_items (order_id, line);

CREATE TABLE order_losses (
  client_id integer NOT NULL,
  incarnation varchar(12) NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  lost_after timestamptz,
  reconciled_at timestamptz,
  missing_ids text[] NOT NULL DEFAULT '{}',
  CONSTRAINT order_losses_pk PRIMARY KEY (client_id, incarnation)
);

CREATE TABLE audit_seal_state (
  id smallint NOT NULL DEFAULT 1,
  seq bigint NOT NULL DEFAULT 0,
  sha256 bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  caught_up_at timestamptz,
  CONSTRAINT audit_seal_state_one_ck CHECK (id = 1),
  CONSTRAINT audit_seal_state_pk PRIMARY KEY (id)
);

-- Without a foreign key: its check would write a lock into the row of every entry. audit_faults finds what it would.
CREATE TABLE audit_seals (
  seq bigint NOT NULL,
  entry_id bigint NOT NULL,
  sha256 bytea NOT NULL,
  CONSTRAINT audit_seals_hash_ck CHECK (length(sha256) = 32),
  CONSTRAINT audit_seals_pk PRIMARY KEY (seq),
  CONSTRAINT audit_seals_entry_uq UNIQUE (entry_id)
);

CREATE TABLE tax_profiles (
  effective_from date NOT NULL,
  legal_name varchar(100) NOT NULL,
  trade_name varchar(100),
  gstin varchar(15) NOT NULL,
  address_line1 varchar(100) NOT NULL,
  address_line2 varchar(100),
  address_place varchar(50) NOT NULL,
  address_state varchar(2) NOT NULL,
  address_pincode varchar(6) NOT NULL,
  series_prefix varchar(4) NOT NULL,
  hsn_digits smallint NOT NULL,
  delivery_tax varchar(20) NOT NULL,
  place_of_supply varchar(20) NOT NULL,
  on_missing varchar(20) NOT NULL,
  e_invoice_from date,
  terms varchar(1000),
  signatory varchar(100),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tax_profiles_state_ck CHECK (left(gstin, 2) = address_state),
  CONSTRAINT tax_profiles_pk PRIMARY KEY (effective_from)
);

CREATE TABLE document_series (
  series varchar(4) NOT NULL,
  financial_year varchar(4) NOT NULL,
  last_number bigint NOT NULL DEFAULT 0,
  last_issued_on date,
  last_sha256 bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  CONSTRAINT document_series_pk PRIMARY KEY (series, financial_year)
);

-- Without foreign keys to orders and shipments, which the archive removes.
CREATE TABLE tax_documents (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind varchar(20) NOT NULL,
  series varchar(4) NOT NULL,
  financial_year varchar(4) NOT NULL,
  number bigint NOT NULL,
  document_number varchar(16) NOT NULL,
  issued_on date NOT NULL,
  client_id integer,
  order_number varchar(13),
  shipment_id bigint,
  total_minor bigint NOT NULL,
  taxable_minor bigint NOT NULL,
  cgst_minor bigint NOT NULL,
  sgst_minor bigint NOT NULL,
  igst_minor bigint NOT NULL,
  content text NOT NULL,
  prev_sha256 bytea NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT tax_documents_amounts_ck CHECK ((taxable_minor >= 0 OR kind = 'credit_note') AND cgst_minor >= 0 AND sgst_minor = cgst_minor
    AND igst_minor >= 0 AND total_minor = taxable_minor + cgst_minor + sgst_minor + igst_minor),
  CONSTRAINT tax_documents_kind_ck CHECK (kind IN ('invoice', 'bill_of_supply', 'credit_note', 'canceled')),
  CONSTRAINT tax_documents_subject_ck CHECK (CASE kind WHEN 'canceled' THEN client_id IS NULL AND order_number IS NULL
    AND shipment_id IS NULL AND total_minor = 0 WHEN 'credit_note' THEN client_id IS NOT NULL AND order_number IS NOT NULL
    AND shipment_id IS NULL ELSE client_id IS NOT NULL AND order_number IS NOT NULL AND shipment_id IS NOT NULL END),
  CONSTRAINT tax_documents_pk PRIMARY KEY (id),
  CONSTRAINT tax_documents_number_uq UNIQUE (series, financial_year, number),
  CONSTRAINT tax_documents_shipment_uq UNIQUE (shipment_id),
  CONSTRAINT tax_documents_series_fk FOREIGN KEY (series, financial_year) REFERENCES document_series(series, financial_year),
  CONSTRAINT tax_documents_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX tax_documents_day_ix ON tax_documents (issued_on, id);
CREATE INDEX tax_documents_client_ix ON tax_documents (client_id, id);
CREATE INDEX tax_documents_order_ix ON tax_documents (order_number);
-- The lowest value above which goods need an e-way bill.
CREATE INDEX tax_documents_large_ix ON tax_documents (issued_on, id) WHERE total_minor > 5000000;

CREATE TABLE document_events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  document_id bigint NOT NULL,
  kind varchar(20) NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor varchar(300) NOT NULL,
  data jsonb NOT NULL,
  CONSTRAINT document_events_pk PRIMARY KEY (id),
  CONSTRAINT document_events_document_fk FOREIGN KEY (document_id) REFERENCES tax_documents(id)
);
CREATE INDEX document_events_document_ix ON document_events (document_id, kind);
CREATE UNIQUE INDEX document_events_registration_ux ON document_events (document_id) WHERE kind = 'registered';

CREATE TABLE uninvoiced_shipments (
  shipment_id bigint NOT NULL,
  order_number varchar(13) NOT NULL,
  client_id integer NOT NULL,
  problems jsonb NOT NULL,
  shipped_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uninvoiced_shipments_pk PRIMARY KEY (shipment_id),
  CONSTRAINT uninvoiced_shipments_client_fk FOREIGN KEY (client_id) REFERENCES clients(id)
);
CREATE INDEX uninvoiced_shipments_order_ix ON uninvoiced_shipments (order_number);

CREATE TABLE hsn_rates (
  id integer GENERATED ALWAYS AS IDENTITY,
  hsn varchar(8) NOT NULL,
  effective_from date NOT NULL,
  rate_bp integer NOT NULL,
  threshold_minor bigint,
  rate_above_bp integer,
  CONSTRAINT hsn_rates_hsn_ck CHECK (hsn ~ '^([0-9]{2}){1,4}$'),
  CONSTRAINT hsn_rates_rate_ck CHECK (rate_bp BETWEEN 0 AND 10000 AND rate_above_bp BETWEEN 0 AND 10000),
  CONSTRAINT hsn_rates_threshold_ck CHECK (threshold_minor >= 1 AND (num_nulls(threshold_minor, rate_above_bp) IN (0, 2))),
  CONSTRAINT hsn_rates_pk PRIMARY KEY (id),
  CONSTRAINT hsn_rates_uq UNIQUE (hsn, effective_from)
);

CREATE TABLE allowed_tax_rates (
  effective_from date NOT NULL,
  rates_bp integer[] NOT NULL,
  CONSTRAINT allowed_tax_rates_ck CHECK (cardinality(rates_bp) >= 1),
  CONSTRAINT allowed_tax_rates_pk PRIMARY KEY (effective_from)
);

CREATE TABLE gst_filings (
  month varchar(7) NOT NULL,
  gstin varchar(15) NOT NULL,
  documents integer NOT NULL,
  filed_by varchar(300) NOT NULL,
  filed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT gst_filings_pk PRIMARY KEY (month)
);

CREATE TABLE e_invoice_queue (
  document_id bigint NOT NULL,
  issued_on date NOT NULL,
  CONSTRAINT e_invoice_queue_pk PRIMARY KEY (document_id),
  CONSTRAINT e_invoice_queue_document_fk FOREIGN KEY (document_id) REFERENCES tax_documents(id)
);
CREATE INDEX e_invoice_queue_day_ix ON e_invoice_queue (issued_on, document_id);

-- Without a foreign key: storing words must not lock orders.
CREATE TABLE order_search_words (
  order_id bigint NOT NULL,
  words tsvector NOT NULL,
  CONSTRAINT order_search_words_pk PRIMARY KEY (order_id)
);
CREATE INDEX order_search_words_ix ON order_search_words USING gin (words);

CREATE TABLE order_search_queue (
  id bigint GENERATED ALWAYS AS IDENTITY,
  ids bigint[] NOT NULL,
  CONSTRAINT order_search_queue_pk PRIMARY KEY (id)
);

CREATE TABLE brand (
  id smallint NOT NULL,
  name varchar(60),
  address varchar(300),
  accent varchar(7),
  logo bytea,
  logo_type varchar(20),
  logo_width integer,
  logo_height integer,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sender varchar(10) NOT NULL DEFAULT 'client',
  slip_paper varchar(10) NOT NULL DEFAULT 'a4',
  CONSTRAINT brand_accent_ck CHECK (accent ~ '^#[0-9a-f]{6}$'),
  CONSTRAINT brand_logo_ck CHECK (num_nulls(logo, logo_type, logo_width, logo_height) IN (0, 4) AND octet_length(logo) <= 153600),
  CONSTRAINT brand_one_row_ck CHECK (id = 1),
  CONSTRAINT brand_sender_ck CHECK (sender IN ('client', 'wholesaler')),
  CONSTRAINT brand_slip_paper_ck CHECK (slip_paper IN ('a4', 'a4x2', 'a4x4', '100x150')),
  CONSTRAINT brand_pk PRIMARY KEY (id)
);

CREATE TABLE first_run (
  id smallint NOT NULL,
  dismissed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT first_run_one_row_ck CHECK (id = 1),
  CONSTRAINT first_run_pk PRIMARY KEY (id)
);

-- Orders, shipments and documents add events in their transactions: without a foreign key, nothing can make them wait or fail.
CREATE TABLE message_events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind varchar(20) NOT NULL,
  client_id integer NOT NULL,
  subject varchar(60) NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  gathered_at timestamptz,
  CONSTRAINT message_events_pk PRIMARY KEY (id),
  CONSTRAINT message_events_subject_uq UNIQUE (kind, subject)
);
CREATE INDEX message_events_waiting_ix ON message_events (client_id, kind, id) WHERE gathered_at IS NULL;

CREATE TABLE message_choices (
  user_id integer NOT NULL,
  kind varchar(20) NOT NULL,
  is_on boolean NOT NULL,
  CONSTRAINT message_choices_pk PRIMARY KEY (user_id, kind),
  CONSTRAINT message_choices_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE messages (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  client_id integer NOT NULL,
  kind varchar(20) NOT NULL,
  subjects text[] NOT NULL,
  count integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT messages_pk PRIMARY KEY (id),
  CONSTRAINT messages_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX messages_client_ix ON messages (client_id, kind, created_at);
CREATE INDEX messages_user_ix ON messages (user_id);
CREATE INDEX messages_created_ix ON messages (created_at);

CREATE TABLE client_levels (
  client_id integer NOT NULL,
  wallet_below_minor bigint NOT NULL DEFAULT 500000,
  is_wallet_low boolean NOT NULL DEFAULT true,
  has_debt boolean NOT NULL DEFAULT false,
  CONSTRAINT client_levels_wallet_ck CHECK (wallet_below_minor > 0),
  CONSTRAINT client_levels_pk PRIMARY KEY (client_id)
);

CREATE TABLE internal_notes (
  id integer GENERATED ALWAYS AS IDENTITY,
  subject varchar(40) NOT NULL,
  author varchar(300) NOT NULL,
  text varchar(2000) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT internal_notes_pk PRIMARY KEY (id)
);
CREATE INDEX internal_notes_subject_ix ON internal_notes (subject, id);

-- Without a foreign key to orders, and no column of them: a change would look like news to the order's store.
CREATE TABLE order_assignments (
  order_id bigint NOT NULL,
  user_id integer NOT NULL,
  assigned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT order_assignments_pk PRIMARY KEY (order_id),
  CONSTRAINT order_assignments_user_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX order_assignments_user_ix ON order_assignments (user_id, order_id);

-- Without foreign keys: rows are stored in bulk, and live for some hours.
CREATE TABLE recent_requests (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  request_id varchar(64) NOT NULL,
  client_id integer NOT NULL,
  token_id integer NOT NULL,
  method varchar(10) NOT NULL,
  route varchar(120) NOT NULL,
  status smallint NOT NULL,
  ms integer NOT NULL,
  CONSTRAINT recent_requests_pk PRIMARY KEY (id)
);
CREATE INDEX recent_requests_client_ix ON recent_requests (client_id, at, id);
CREATE INDEX recent_requests_at_ix ON recent_requests (at);
CREATE INDEX recent_requests_request_ix ON recent_requests (request_id);

CREATE TABLE product_costs (
  product_id integer NOT NULL,
  cost_minor bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT product_costs_cost_ck CHECK (cost_minor BETWEEN 1 AND 1000000000),
  CONSTRAINT product_costs_pk PRIMARY KEY (product_id),
  CONSTRAINT product_costs_product_fk FOREIGN KEY (product_id) REFERENCES products(id)
);

ALTER TABLE order_returns ADD CONSTRAINT order_returns_order_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_losses ADD CONSTRAINT order_losses_client_fk FOREIGN KEY (client_id) REFERENCES clients(id);

CREATE TABLE counted_entries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  kind varchar(20) NOT NULL,
  client_id integer,
  amount_minor bigint NOT NULL,
  journal_id bigint,
  day date NOT NULL,
  CONSTRAINT counted_entries_amount_ck CHECK (amount_minor >= 0),
  CONSTRAINT counted_entries_pk PRIMARY KEY (id)
);
CREATE INDEX counted_entries_day_ix ON counted_entries (user_id, kind, day);
CREATE INDEX counted_entries_journal_ix ON counted_entries (journal_id);

CREATE TABLE method_aliases (
  word varchar(40) NOT NULL,
  method varchar(10),
  receipts integer NOT NULL DEFAULT 0,
  CONSTRAINT method_aliases_method_ck CHECK (method IN ('wallet', 'credit', 'bank', 'cash', 'cheque', 'card', 'other', 'refused')),
  CONSTRAINT method_aliases_pk PRIMARY KEY (word)
);

CREATE TABLE other_accounts (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(120) NOT NULL,
  type varchar(10) NOT NULL,
  is_hidden boolean NOT NULL DEFAULT false,
  CONSTRAINT other_accounts_type_ck CHECK (type IN ('expense', 'tax', 'drawing', 'transfer', 'loan', 'interest', 'charges')),
  CONSTRAINT other_accounts_pk PRIMARY KEY (id),
  CONSTRAINT other_accounts_name_uq UNIQUE (name)
);

CREATE TABLE shipment_imports (
  id integer GENERATED ALWAYS AS IDENTITY,
  file bytea,
  is_dry_run boolean NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'recording',
  rows integer NOT NULL,
  rows_done integer NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  leased_until timestamptz,
  report jsonb,
  uploaded_by varchar(300) NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  CONSTRAINT shipment_imports_state_ck CHECK (state IN ('recording', 'recorded', 'failed')),
  CONSTRAINT shipment_imports_pk PRIMARY KEY (id)
);
CREATE INDEX shipment_imports_due_ix ON shipment_imports (id) WHERE state = 'recording';

CREATE TABLE job_runs (
  job varchar(60) NOT NULL,
  interval_ms integer NOT NULL,
  succeeded_at timestamptz,
  failed_at timestamptz,
  took_ms integer,
  started_at timestamptz NOT NULL,
  CONSTRAINT job_runs_pk PRIMARY KEY (job)
);

ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_fk FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE orders ADD CONSTRAINT orders_client_fk FOREIGN KEY (client_id) REFERENCES clients(id);
ALTER TABLE orders ADD CONSTRAINT orders_plan_fk FOREIGN KEY (plan_id) REFERENCES plans(id);
ALTER TABLE order_items ADD CONSTRAINT order_items_order_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_items ADD CONSTRAINT order_items_product_fk FOREIGN KEY (product_id) REFERENCES products(id);
ALTER TABLE order_status_changes ADD CONSTRAINT order_status_changes_order_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_proven_import_fk FOREIGN KEY (proven_import_id) REFERENCES statement_imports(id);

CREATE TABLE waiting_statements (
  approval_id integer NOT NULL,
  file jsonb NOT NULL,
  CONSTRAINT waiting_statements_pk PRIMARY KEY (approval_id),
  CONSTRAINT waiting_statements_approval_fk FOREIGN KEY (approval_id) REFERENCES approvals(id)
);

ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_linked_fk FOREIGN KEY (linked_journal_id) REFERENCES ledger_journals(id);

CREATE TABLE document_holds (
  incarnation integer NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  is_certain boolean NOT NULL,
  ended_at timestamptz,
  CONSTRAINT document_holds_pk PRIMARY KEY (incarnation)
);

CREATE TABLE packing_rules (
  id smallint NOT NULL,
  check_articles varchar(10) NOT NULL,
  CONSTRAINT packing_rules_check_articles_ck CHECK (check_articles IN ('off', 'offered', 'required')),
  CONSTRAINT packing_rules_one_row_ck CHECK (id = 1),
  CONSTRAINT packing_rules_pk PRIMARY KEY (id)
);

CREATE TABLE shipment_events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  booking_id integer,
  shipment_id bigint,
  order_id bigint NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state varchar(20),
  place varchar(120),
  words varchar(300),
  code varchar(60) NOT NULL,
  source varchar(10) NOT NULL,
  CONSTRAINT shipment_events_of_ck CHECK (shipment_id IS NOT NULL OR booking_id IS NOT NULL),
  CONSTRAINT shipment_events_source_ck CHECK (source IN ('push', 'asked', 'operator', 'test')),
  CONSTRAINT shipment_events_state_ck CHECK (state IN ('handed_over', 'picked_up', 'in_transit', 'at_destination', 'out_for_delivery',
    'failed_attempt', 'returning', 'delivered', 'returned', 'lost', 'destroyed')),
  CONSTRAINT shipment_events_pk PRIMARY KEY (id),
  CONSTRAINT shipment_events_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id),
  CONSTRAINT shipment_events_order_fk FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE UNIQUE INDEX shipment_events_known_ix ON shipment_events (shipment_id, booking_id, code, at, state) NULLS NOT DISTINCT;
CREATE INDEX shipment_events_order_ix ON shipment_events (order_id);

CREATE TABLE shipment_progress (
  shipment_id bigint NOT NULL,
  order_id bigint NOT NULL,
  state varchar(20) NOT NULL,
  phase smallint NOT NULL,
  best_at timestamptz NOT NULL,
  expected_at timestamptz,
  delivered_at timestamptz,
  asked_at timestamptz,
  next_ask_at timestamptz,
  CONSTRAINT shipment_progress_phase_ck CHECK (phase BETWEEN 0 AND 3),
  CONSTRAINT shipment_progress_state_ck CHECK (state IN ('handed_over', 'picked_up', 'in_transit', 'at_destination', 'out_for_delivery',
    'failed_attempt', 'returning', 'delivered', 'returned', 'lost', 'destroyed')),
  CONSTRAINT shipment_progress_pk PRIMARY KEY (shipment_id),
  CONSTRAINT shipment_progress_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id),
  CONSTRAINT shipment_progress_order_fk FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX shipment_progress_order_ix ON shipment_progress (order_id);
CREATE INDEX shipment_progress_to_ask_ix ON shipment_progress (next_ask_at) WHERE next_ask_at IS NOT NULL;

CREATE TABLE courier_accounts (
  id integer GENERATED ALWAYS AS IDENTITY,
  kind varchar(30) NOT NULL,
  name varchar(80) NOT NULL,
  environment varchar(10) NOT NULL,
  base_url varchar(300),
  is_active boolean NOT NULL DEFAULT false,
  keys text NOT NULL,
  session text,
  session_ends_at timestamptz,
  pickup_name varchar(120),
  pickup_pincode varchar(12),
  return_to jsonb,
  mode varchar(10) NOT NULL DEFAULT 'surface',
  push_key varchar(32) NOT NULL,
  push_header varchar(60) NOT NULL DEFAULT 'x-api-key',
  push_secret text NOT NULL,
  last_push_at timestamptz,
  checked_at timestamptz,
  check_problem varchar(300),
  paused_until timestamptz,
  pause_reason varchar(40),
  pauses smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  previous_pushes jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT courier_accounts_environment_ck CHECK (environment IN ('live', 'staging')),
  CONSTRAINT courier_accounts_mode_ck CHECK (mode IN ('surface', 'express')),
  CONSTRAINT courier_accounts_pk PRIMARY KEY (id),
  CONSTRAINT courier_accounts_name_uq UNIQUE (name),
  CONSTRAINT courier_accounts_push_key_uq UNIQUE (push_key)
);

CREATE TABLE box_presets (
  id integer GENERATED ALWAYS AS IDENTITY,
  name varchar(60) NOT NULL,
  length_mm integer NOT NULL,
  breadth_mm integer NOT NULL,
  height_mm integer NOT NULL,
  empty_grams integer NOT NULL,
  max_grams integer NOT NULL,
  "position" smallint NOT NULL,
  CONSTRAINT box_presets_sizes_ck CHECK (length_mm BETWEEN 1 AND 5000 AND breadth_mm BETWEEN 1 AND 5000 AND height_mm BETWEEN 1 AND 5000
    AND empty_grams BETWEEN 0 AND 100000 AND max_grams BETWEEN 1 AND 1000000),
  CONSTRAINT box_presets_pk PRIMARY KEY (id),
  CONSTRAINT box_presets_name_uq UNIQUE (name)
);

CREATE TABLE booking_rules (
  id smallint NOT NULL,
  account_id integer,
  box_id integer,
  unit_grams integer,
  books_again boolean NOT NULL DEFAULT true,
  reattempts boolean NOT NULL DEFAULT false,
  pickup_cut_off varchar(5),
  CONSTRAINT booking_rules_cut_off_ck CHECK (pickup_cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT booking_rules_grams_ck CHECK (unit_grams BETWEEN 1 AND 1000000),
  CONSTRAINT booking_rules_one_row_ck CHECK (id = 1),
  CONSTRAINT booking_rules_pk PRIMARY KEY (id),
  CONSTRAINT booking_rules_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id) ON DELETE SET NULL,
  CONSTRAINT booking_rules_box_fk FOREIGN KEY (box_id) REFERENCES box_presets(id) ON DELETE SET NULL
);

CREATE TABLE courier_bookings (
  id integer GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  account_id integer NOT NULL,
  kind varchar(30) NOT NULL,
  state varchar(12) NOT NULL,
  reference varchar(40) NOT NULL,
  attempt smallint NOT NULL DEFAULT 1,
  units jsonb NOT NULL,
  box jsonb NOT NULL,
  weight_grams integer NOT NULL,
  declared_minor bigint NOT NULL,
  mode varchar(10) NOT NULL,
  sent jsonb,
  awb varchar(80),
  courier_name varchar(80),
  courier_ref jsonb,
  routing varchar(60),
  step varchar(10),
  called_at timestamptz,
  due_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  tries smallint NOT NULL DEFAULT 0,
  nones smallint NOT NULL DEFAULT 0,
  problem_code varchar(60),
  problem_words varchar(300),
  freight_minor bigint,
  charged_grams integer,
  label bytea,
  label_printed_at timestamptz,
  shipment_id bigint,
  handed_over_at timestamptz,
  handed_over_by varchar(300),
  released_why varchar(20),
  replaces_id integer,
  created_by varchar(300) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ask_at timestamptz,
  needs_way_bill boolean NOT NULL DEFAULT false,
  way_bill varchar(12),
  manifest_at timestamptz,
  CONSTRAINT courier_bookings_awb_ck CHECK (awb IS NOT NULL OR (state NOT IN ('booked', 'handed_over'))),
  CONSTRAINT courier_bookings_shipment_ck CHECK (shipment_id IS NOT NULL OR state <> 'handed_over'),
  CONSTRAINT courier_bookings_state_ck CHECK (state IN ('wanted', 'calling', 'unknown', 'booked', 'refused', 'needs_person', 'canceling',
    'canceled', 'handed_over')),
  CONSTRAINT courier_bookings_pk PRIMARY KEY (id),
  CONSTRAINT courier_bookings_reference_uq UNIQUE (reference),
  CONSTRAINT courier_bookings_order_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT courier_bookings_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id),
  CONSTRAINT courier_bookings_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id),
  CONSTRAINT courier_bookings_replaces_fk FOREIGN KEY (replaces_id) REFERENCES courier_bookings(id)
);
CREATE UNIQUE INDEX courier_bookings_awb_uq ON courier_bookings (kind, awb) WHERE awb IS NOT NULL;
CREATE UNIQUE INDEX courier_bookings_shipment_uq ON courier_bookings (shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX courier_bookings_due_ix ON courier_bookings (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX courier_bookings_order_ix ON courier_bookings (order_id, id);
CREATE INDEX courier_bookings_open_ix ON courier_bookings (id)
  WHERE state IN ('wanted', 'calling', 'unknown', 'booked', 'refused', 'needs_person', 'canceling');
CREATE INDEX courier_bookings_ask_ix ON courier_bookings (ask_at) WHERE ask_at IS NOT NULL;
CREATE INDEX courier_bookings_way_bill_ix ON courier_bookings (handed_over_at) WHERE needs_way_bill;
CREATE INDEX courier_bookings_manifest_ix ON courier_bookings (handed_over_at) WHERE state = 'handed_over';

CREATE TABLE courier_awbs (
  kind varchar(30) NOT NULL,
  awb varchar(80) NOT NULL,
  booking_id integer NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  canceled_at timestamptz,
  CONSTRAINT courier_awbs_pk PRIMARY KEY (kind, awb),
  CONSTRAINT courier_awbs_booking_fk FOREIGN KEY (booking_id) REFERENCES courier_bookings(id)
);
CREATE INDEX courier_awbs_booking_ix ON courier_awbs (booking_id);

CREATE TABLE waybill_pool (
  account_id integer NOT NULL,
  awb varchar(80) NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT waybill_pool_pk PRIMARY KEY (account_id, awb),
  CONSTRAINT waybill_pool_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id) ON DELETE CASCADE
);

CREATE TABLE courier_pushes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id integer NOT NULL,
  key bytea NOT NULL,
  body text NOT NULL,
  outcome varchar(20) NOT NULL,
  due_at timestamptz,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT courier_pushes_outcome_ck CHECK (outcome IN ('new', 'applied', 'unknown_awb', 'unreadable', 'asked', 'not_confirmed')),
  CONSTRAINT courier_pushes_pk PRIMARY KEY (id),
  CONSTRAINT courier_pushes_key_uq UNIQUE (account_id, key),
  CONSTRAINT courier_pushes_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id) ON DELETE CASCADE
);
CREATE INDEX courier_pushes_due_ix ON courier_pushes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX courier_pushes_received_ix ON courier_pushes (received_at);

CREATE TABLE courier_codes (
  kind varchar(30) NOT NULL,
  code varchar(60) NOT NULL,
  words varchar(300) NOT NULL,
  count integer NOT NULL DEFAULT 1,
  first_seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT courier_codes_pk PRIMARY KEY (kind, code)
);

CREATE TABLE delivery_failures (
  id integer GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  order_id bigint NOT NULL,
  attempt smallint NOT NULL,
  reason varchar(20) NOT NULL,
  code varchar(60) NOT NULL,
  words varchar(300),
  failed_at timestamptz NOT NULL,
  answer_by timestamptz NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'open',
  action varchar(10),
  act_on date,
  phone varchar(20),
  address jsonb,
  comment varchar(200),
  decided_by varchar(300),
  decided_at timestamptz,
  due_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz,
  courier_ref varchar(80),
  problem varchar(300),
  actions jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT delivery_failures_action_ck CHECK (action IN ('reattempt', 'return', 'dispute')),
  CONSTRAINT delivery_failures_state_ck CHECK (state IN ('open', 'decided', 'sent', 'accepted', 'refused', 'expired', 'overtaken')),
  CONSTRAINT delivery_failures_pk PRIMARY KEY (id),
  CONSTRAINT delivery_failures_attempt_uq UNIQUE (shipment_id, attempt),
  CONSTRAINT delivery_failures_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id)
);
CREATE INDEX delivery_failures_open_ix ON delivery_failures (answer_by) WHERE state IN ('open', 'decided', 'refused');
CREATE INDEX delivery_failures_due_ix ON delivery_failures (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_failures_order_ix ON delivery_failures (order_id);

CREATE TABLE courier_pickups (
  account_id integer NOT NULL,
  pickup_on date NOT NULL,
  count integer NOT NULL,
  state varchar(10) NOT NULL DEFAULT 'wanted',
  token varchar(80),
  problem varchar(300),
  due_at timestamptz,
  lease integer NOT NULL DEFAULT 0,
  created_by varchar(300) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT courier_pickups_state_ck CHECK (state IN ('wanted', 'asked', 'refused')),
  CONSTRAINT courier_pickups_pk PRIMARY KEY (account_id, pickup_on),
  CONSTRAINT courier_pickups_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id) ON DELETE CASCADE
);
CREATE INDEX courier_pickups_due_ix ON courier_pickups (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE courier_calls (
  account_id integer NOT NULL,
  call varchar(20) NOT NULL,
  window_at timestamptz NOT NULL,
  count integer NOT NULL,
  CONSTRAINT courier_calls_pk PRIMARY KEY (account_id, call, window_at),
  CONSTRAINT courier_calls_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id) ON DELETE CASCADE
);

CREATE TABLE sandbox_shipments (
  awb varchar(80) NOT NULL,
  account_id integer NOT NULL,
  reference varchar(40) NOT NULL,
  order_number varchar(40) NOT NULL,
  pincode varchar(12) NOT NULL,
  weight_grams integer NOT NULL,
  script varchar(20) NOT NULL,
  step smallint NOT NULL DEFAULT 0,
  events jsonb NOT NULL DEFAULT '[]',
  is_canceled boolean NOT NULL DEFAULT false,
  known_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sandbox_shipments_pk PRIMARY KEY (awb),
  CONSTRAINT sandbox_shipments_reference_uq UNIQUE (reference),
  CONSTRAINT sandbox_shipments_account_fk FOREIGN KEY (account_id) REFERENCES courier_accounts(id) ON DELETE CASCADE
);
CREATE INDEX sandbox_shipments_due_ix ON sandbox_shipments (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX sandbox_shipments_waiting_ix ON sandbox_shipments (awb) WHERE due_at IS NULL AND step = 0 AND NOT is_canceled;

CREATE TABLE delivery_findings (
  id integer GENERATED ALWAYS AS IDENTITY,
  kind varchar(30) NOT NULL,
  booking_id integer NOT NULL,
  order_id bigint NOT NULL,
  shipment_id bigint,
  note varchar(300),
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  settled_by varchar(300),
  CONSTRAINT delivery_findings_kind_ck CHECK (kind IN ('returning', 'returned', 'return_waits', 'return_by_hand', 'lost', 'destroyed',
    'ends_differ', 'silent', 'not_picked_up', 'picked_up_early', 'picked_up_not_shippable', 'moving_but_canceled', 'push_not_confirmed',
    'billed_heavier', 'delivered_waits', 'way_bill_refused', 'courier_reports', 'not_understood')),
  CONSTRAINT delivery_findings_pk PRIMARY KEY (id),
  CONSTRAINT delivery_findings_kind_uq UNIQUE (booking_id, kind),
  CONSTRAINT delivery_findings_booking_fk FOREIGN KEY (booking_id) REFERENCES courier_bookings(id),
  CONSTRAINT delivery_findings_order_fk FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT delivery_findings_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id)
);
CREATE INDEX delivery_findings_open_ix ON delivery_findings (id) WHERE settled_at IS NULL;
CREATE INDEX delivery_findings_order_ix ON delivery_findings (order_id);

CREATE TABLE return_places (
  id smallint NOT NULL,
  address jsonb NOT NULL,
  CONSTRAINT return_places_one_row_ck CHECK (id = 1),
  CONSTRAINT return_places_pk PRIMARY KEY (id)
);

ALTER TABLE order_returns ADD CONSTRAINT order_returns_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments(id);

CREATE TABLE sales_vouchers (
  id smallint NOT NULL,
  from_month varchar(7),
  CONSTRAINT sales_vouchers_one_row_ck CHECK (id = 1),
  CONSTRAINT sales_vouchers_pk PRIMARY KEY (id)
);

CREATE TABLE photos (
  hash varchar(64) NOT NULL,
  text varchar(300),
  content160 bytea NOT NULL,
  content640 bytea NOT NULL,
  content1600 bytea NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  unused_since timestamptz DEFAULT clock_timestamp(),
  shown_at varchar(300),
  CONSTRAINT photos_hash_ck CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT photos_pk PRIMARY KEY (hash)
);
-- JPEGs do not get smaller.
ALTER TABLE photos ALTER COLUMN content160 SET STORAGE EXTERNAL, ALTER COLUMN content640 SET STORAGE EXTERNAL,
  ALTER COLUMN content1600 SET STORAGE EXTERNAL;
CREATE INDEX photos_unused_ix ON photos (unused_since) WHERE unused_since IS NOT NULL;

-- Tables without a key can be published, as logical replication and managed upgrades do with all tables.
ALTER TABLE change_log REPLICA IDENTITY FULL;
ALTER TABLE change_log_state REPLICA IDENTITY FULL;
ALTER TABLE change_queue REPLICA IDENTITY FULL;
ALTER TABLE feed_state REPLICA IDENTITY FULL;

-- Gives approvals of the kind adjustment their ids.
CREATE SEQUENCE wallet_adjustments_id_seq AS integer;

-- Transactions of earlier databases are never in these; the xid of this one is the first.
INSERT INTO change_log_state (log_start_xid, pruned_start_xid)
  SELECT next.xid, next.xid FROM (SELECT (pg_current_xact_id()::text::bigint + 1)::text::xid8 AS xid) next;
INSERT INTO feed_state ("position", incarnation, history_start, started_at, database, written)
  SELECT greatest(pg_snapshot_xmax(pg_current_snapshot())::text::bigint, log_start_xid::text::bigint), '',
    log_start_xid::text::bigint, '-infinity', 0, '0'
  FROM change_log_state;
UPDATE change_log_state SET numbered_start = (SELECT "position" FROM feed_state);
INSERT INTO clock_state (skew_ms) VALUES (0);
INSERT INTO audit_seal_state DEFAULT VALUES;
INSERT INTO ledger_seal_state DEFAULT VALUES;

INSERT INTO bank_accounts (name, is_default) VALUES ('Bank account', true);
INSERT INTO other_accounts (name, type) VALUES ('Bank charges', 'charges'), ('Interest', 'interest'), ('Expenses', 'expense'),
  ('Taxes', 'tax'), ('Drawings', 'drawing'), ('Transfers between own accounts', 'transfer'), ('Loans', 'loan');
INSERT INTO ledger_accounts (kind) VALUES ('bank'), ('gateway'), ('sales'), ('adjustments'), ('opening'), ('cash'), ('suspense'),
  ('gateway_fees'), ('gateway_tax'), ('bank_charges'), ('tax_receivable'), ('payouts_waiting'), ('cheques_in_hand');
INSERT INTO ledger_accounts (kind, owner_id) SELECT 'other_account', id FROM other_accounts WHERE type <> 'charges' ORDER BY id;

INSERT INTO allowed_tax_rates VALUES
  ('2017-07-01', '{0, 10, 25, 150, 300, 500, 1200, 1800, 2800}'),
  ('2025-09-22', '{0, 25, 150, 300, 500, 1800, 2800, 4000}'),
  ('2026-02-01', '{0, 25, 150, 300, 500, 1800, 4000}');

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
      (7, 'EXPIRED', 'Test: never paid, so it expires', 'expired', '[]'),
      (8, 'FAILED-DELIVERY', 'Test: paid, shipped, delivered at the second attempt', 'failed_delivery', '[]'),
      (9, 'UNDELIVERED', 'Test: paid, shipped, then sent back undelivered', 'undelivered', '[]')
  ) given (n, sku, name, scenario, variations);

INSERT INTO stock_levels (product_id, variation_key, on_hand)
  SELECT p.id, unnest(CASE WHEN p.variations = '[]' THEN ARRAY[''] ELSE ARRAY['Size:M', 'Size:L'] END), 25
  FROM products p ORDER BY 1;

INSERT INTO stock_movements (product_id, variation_key, delta, reason)
  SELECT product_id, variation_key, on_hand, 'test mode' FROM stock_levels ORDER BY product_id, variation_key;
