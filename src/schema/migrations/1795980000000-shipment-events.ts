import { sqlMigration } from '../sql-migration.js';

const STATES = `('handed_over', 'picked_up', 'in_transit', 'at_destination', 'out_for_delivery', 'failed_attempt', 'returning', 'delivered', 'returned', 'lost', 'destroyed')`;

/** Where shipments are, and what couriers told of them; two further products of test mode. */
export const ShipmentEvents1795980000000 = sqlMigration(
  'ShipmentEvents1795980000000',
  [
    `CREATE TABLE shipment_events (
      id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
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
      CONSTRAINT shipment_events_pk PRIMARY KEY (id),
      CONSTRAINT shipment_events_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments (id),
      CONSTRAINT shipment_events_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
      CONSTRAINT shipment_events_of_ck CHECK (shipment_id IS NOT NULL OR booking_id IS NOT NULL),
      CONSTRAINT shipment_events_state_ck CHECK (state IN ${STATES}),
      CONSTRAINT shipment_events_source_ck CHECK (source IN ('push', 'asked', 'operator', 'test'))
    )`,
    `CREATE UNIQUE INDEX shipment_events_known_ix ON shipment_events (shipment_id, booking_id, code, at, state)
      NULLS NOT DISTINCT`,
    'CREATE INDEX shipment_events_order_ix ON shipment_events (order_id)',
    `CREATE TABLE shipment_progress (
      shipment_id bigint NOT NULL,
      order_id bigint NOT NULL,
      state varchar(20) NOT NULL,
      phase smallint NOT NULL,
      best_at timestamptz NOT NULL,
      expected_at timestamptz,
      delivered_at timestamptz,
      asked_at timestamptz,
      next_ask_at timestamptz,
      CONSTRAINT shipment_progress_pk PRIMARY KEY (shipment_id),
      CONSTRAINT shipment_progress_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments (id),
      CONSTRAINT shipment_progress_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
      CONSTRAINT shipment_progress_state_ck CHECK (state IN ${STATES}),
      CONSTRAINT shipment_progress_phase_ck CHECK (phase BETWEEN 0 AND 3)
    )`,
    'CREATE INDEX shipment_progress_order_ix ON shipment_progress (order_id)',
    'CREATE INDEX shipment_progress_to_ask_ix ON shipment_progress (next_ask_at) WHERE next_ask_at IS NOT NULL',
    // As the baseline makes those of test mode. Products are never removed, so a repetition finds them.
    `WITH given (n, sku, name, scenario) AS (
        VALUES
          (8, 'FAILED-DELIVERY', 'Test: paid, shipped, delivered at the second attempt', 'failed_delivery'),
          (9, 'UNDELIVERED', 'Test: paid, shipped, then sent back undelivered', 'undelivered')
      ), product AS (
        INSERT INTO products (id, sku, name, description, category, variations, base_price_minor,
            delivery_charge_minor, active, test_scenario)
          OVERRIDING SYSTEM VALUE
          SELECT 2147483000 + n, 'WSO-TEST-' || sku, name, 'For test tokens only: it is neither sold nor shipped.',
            'Test mode', '[]', 10000, 4000, false, scenario
          FROM given
          ON CONFLICT (id) DO NOTHING
          RETURNING id
      ), level AS (
        INSERT INTO stock_levels (product_id, variation_key, on_hand) SELECT id, '', 25 FROM product
        RETURNING product_id
      )
      INSERT INTO stock_movements (product_id, variation_key, delta, reason)
        SELECT product_id, '', 25, 'test mode' FROM level`,
  ],
  ['DROP TABLE shipment_progress', 'DROP TABLE shipment_events'],
);
