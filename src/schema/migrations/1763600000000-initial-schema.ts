import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans, clients and their tokens, catalog, stock, orders. */
export class InitialSchema1763600000000 implements MigrationInterface {
  readonly name = 'InitialSchema1763600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...AMOUNT_GUARDS]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of [
      'stock_movements',
      'shipment_items',
      'shipments',
      'order_status_changes',
      'order_items',
      'orders',
      'stock_levels',
      'plan_prices',
      'products',
      'api_tokens',
      'subscriptions',
      'clients',
      'plans',
    ]) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
    await queryRunner.query(
      'DROP FUNCTION check_order_amounts, check_added_items, refuse_amount_change',
    );
  }
}

const TABLES = [
  `CREATE TABLE plans (
    id integer GENERATED ALWAYS AS IDENTITY,
    code varchar(40) NOT NULL,
    name varchar(120) NOT NULL,
    discount_bp integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT plans_pk PRIMARY KEY (id),
    CONSTRAINT plans_code_uq UNIQUE (code),
    CONSTRAINT plans_discount_ck CHECK (discount_bp BETWEEN 0 AND 10000)
  )`,
  `CREATE TABLE clients (
    id integer GENERATED ALWAYS AS IDENTITY,
    name varchar(120) NOT NULL,
    email varchar(254) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT clients_pk PRIMARY KEY (id)
  )`,
  `CREATE TABLE subscriptions (
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
  )`,
  `CREATE INDEX subscriptions_plan_ix ON subscriptions (plan_id)`,
  `CREATE TABLE api_tokens (
    id integer GENERATED ALWAYS AS IDENTITY,
    client_id integer NOT NULL,
    domain varchar(253) NOT NULL,
    token_hash bytea NOT NULL,
    last4 varchar(4) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT api_tokens_pk PRIMARY KEY (id),
    CONSTRAINT api_tokens_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT api_tokens_hash_uq UNIQUE (token_hash),
    CONSTRAINT api_tokens_hash_ck CHECK (octet_length(token_hash) = 32)
  )`,
  `CREATE INDEX api_tokens_client_ix ON api_tokens (client_id)`,
  `CREATE TABLE products (
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
    CONSTRAINT products_pk PRIMARY KEY (id),
    CONSTRAINT products_sku_uq UNIQUE (sku),
    CONSTRAINT products_base_price_ck CHECK (base_price_minor BETWEEN 1 AND 1000000000),
    CONSTRAINT products_delivery_charge_ck CHECK (delivery_charge_minor BETWEEN 0 AND 1000000000),
    CONSTRAINT products_images_ck CHECK (jsonb_typeof(images) = 'array'),
    CONSTRAINT products_variations_ck CHECK (jsonb_typeof(variations) = 'array')
  )`,
  `CREATE TABLE plan_prices (
    plan_id integer NOT NULL,
    product_id integer NOT NULL,
    price_minor bigint NOT NULL,
    CONSTRAINT plan_prices_pk PRIMARY KEY (plan_id, product_id),
    CONSTRAINT plan_prices_plan_fk FOREIGN KEY (plan_id) REFERENCES plans (id),
    CONSTRAINT plan_prices_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
    CONSTRAINT plan_prices_price_ck CHECK (price_minor BETWEEN 1 AND 1000000000)
  )`,
  `CREATE INDEX plan_prices_product_ix ON plan_prices (product_id)`,
  `CREATE TABLE stock_levels (
    product_id integer NOT NULL,
    variation_key varchar(1000) NOT NULL DEFAULT '',
    on_hand integer NOT NULL DEFAULT 0,
    reserved integer NOT NULL DEFAULT 0,
    CONSTRAINT stock_levels_pk PRIMARY KEY (product_id, variation_key),
    CONSTRAINT stock_levels_product_fk FOREIGN KEY (product_id) REFERENCES products (id),
    CONSTRAINT stock_levels_quantities_ck CHECK (reserved >= 0 AND on_hand >= reserved AND on_hand <= 100000000)
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE orders (
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
    CONSTRAINT orders_amounts_ck CHECK (subtotal_minor > 0 AND delivery_minor >= 0 AND total_minor = subtotal_minor + delivery_minor)
  ) WITH (fillfactor = 90)`,
  `CREATE INDEX orders_status_ix ON orders (status, id)`,
  `CREATE TABLE order_items (
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
  )`,
  `CREATE INDEX order_items_product_ix ON order_items (product_id)`,
  `CREATE TABLE order_status_changes (
    id bigint GENERATED ALWAYS AS IDENTITY,
    order_id bigint NOT NULL,
    status varchar(20) NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT order_status_changes_pk PRIMARY KEY (id),
    CONSTRAINT order_status_changes_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
    CONSTRAINT order_status_changes_order_status_uq UNIQUE (order_id, status)
  )`,
  `CREATE TABLE shipments (
    id bigint GENERATED ALWAYS AS IDENTITY,
    order_id bigint NOT NULL,
    courier varchar(80) NOT NULL,
    tracking_number varchar(80) NOT NULL,
    tracking_url varchar(2000) NOT NULL,
    shipped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT shipments_pk PRIMARY KEY (id),
    CONSTRAINT shipments_order_fk FOREIGN KEY (order_id) REFERENCES orders (id)
  )`,
  `CREATE INDEX shipments_order_ix ON shipments (order_id)`,
  `CREATE TABLE shipment_items (
    shipment_id bigint NOT NULL,
    order_id bigint NOT NULL,
    line integer NOT NULL,
    quantity integer NOT NULL,
    CONSTRAINT shipment_items_pk PRIMARY KEY (shipment_id, line),
    CONSTRAINT shipment_items_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments (id),
    CONSTRAINT shipment_items_order_item_fk FOREIGN KEY (order_id, line) REFERENCES order_items (order_id, line),
    CONSTRAINT shipment_items_quantity_ck CHECK (quantity > 0)
  )`,
  `CREATE INDEX shipment_items_order_item_ix ON shipment_items (order_id, line)`,
  `CREATE TABLE stock_movements (
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
  )`,
  `CREATE INDEX stock_movements_level_ix ON stock_movements (product_id, variation_key)`,
];

/**
 * An order's amounts are those of its items when its transaction commits, and neither changes
 * afterwards: CHECK constraints can't look across tables.
 */
const AMOUNT_GUARDS = [
  `CREATE FUNCTION check_order_amounts() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    items record;
  BEGIN
    SELECT count(*) AS lines, coalesce(sum(line_total_minor), 0) AS subtotal INTO items
      FROM order_items WHERE order_id = NEW.id;
    IF items.lines <> NEW.items_count OR items.subtotal <> NEW.subtotal_minor THEN
      RAISE EXCEPTION 'order % does not match its items', NEW.order_number
        USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE CONSTRAINT TRIGGER orders_match_items_ck AFTER INSERT ON orders
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_order_amounts()`,
  `CREATE FUNCTION check_added_items() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (
      SELECT FROM orders o
      WHERE o.id IN (SELECT order_id FROM added)
        AND o.subtotal_minor <> (SELECT sum(i.line_total_minor) FROM order_items i WHERE i.order_id = o.id)
    ) THEN
      RAISE EXCEPTION 'items added to a complete order'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_match_items_ck';
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER order_items_added_ck AFTER INSERT ON order_items
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_added_items()`,
  `CREATE FUNCTION refuse_amount_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the amounts of an order are frozen at its creation'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_frozen_ck';
  END $$`,
  `CREATE TRIGGER orders_frozen_ck BEFORE UPDATE OF items_count, subtotal_minor, delivery_minor, total_minor, currency, client_id, order_number ON orders
    FOR EACH ROW EXECUTE FUNCTION refuse_amount_change()`,
  `CREATE TRIGGER order_items_frozen_ck BEFORE UPDATE OF order_id, line, product_id, quantity, unit_price_minor, line_total_minor OR DELETE ON order_items
    FOR EACH ROW EXECUTE FUNCTION refuse_amount_change()`,
];
