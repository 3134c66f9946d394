import { sqlMigration } from '../sql-migration.js';

/** Returns that stores request, and their units. Their foreign keys to orders are added last, see `RequestTables`. */
export const OrderReturns1765100000000 = sqlMigration(
  'OrderReturns1765100000000',
  [
    `CREATE TABLE order_returns (
      id bigint GENERATED ALWAYS AS IDENTITY,
      order_id bigint NOT NULL,
      reason varchar(500),
      idempotency_key varchar(255),
      created_at timestamptz NOT NULL DEFAULT now(),
      accepted_at timestamptz,
      declined_at timestamptz,
      decline_reason varchar(500),
      inspected_at timestamptz,
      CONSTRAINT order_returns_pk PRIMARY KEY (id),
      CONSTRAINT order_returns_declined_ck CHECK ((declined_at IS NULL) = (decline_reason IS NULL)),
      CONSTRAINT order_returns_inspected_ck CHECK (declined_at IS NULL OR inspected_at IS NULL)
    )`,
    'CREATE UNIQUE INDEX order_returns_open_uq ON order_returns (order_id) WHERE declined_at IS NULL',
    'CREATE UNIQUE INDEX order_returns_key_uq ON order_returns (order_id, idempotency_key)',
    `CREATE INDEX order_returns_waiting_ix ON order_returns (created_at)
      WHERE declined_at IS NULL AND inspected_at IS NULL`,
    `CREATE TABLE order_return_items (
      return_id bigint NOT NULL,
      order_id bigint NOT NULL,
      line integer NOT NULL,
      quantity integer NOT NULL,
      scrapped_quantity integer NOT NULL DEFAULT 0,
      CONSTRAINT order_return_items_pk PRIMARY KEY (return_id, line),
      CONSTRAINT order_return_items_return_fk FOREIGN KEY (return_id) REFERENCES order_returns (id),
      CONSTRAINT order_return_items_quantity_ck
        CHECK (quantity > 0 AND scrapped_quantity BETWEEN 0 AND quantity)
    )`,
    'CREATE INDEX order_return_items_order_item_ix ON order_return_items (order_id, line)',
  ],
  ['DROP TABLE order_return_items', 'DROP TABLE order_returns'],
);
