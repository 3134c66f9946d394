import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Archived orders: the data that is kept of each, and the files with the rest. Ledger, stock movements and idempotency
 * keys may name archived orders, so their foreign keys to `orders` are dropped; `order_faults` and `ledger_faults` find
 * references to no order.
 */
export class OrderArchive1764894000000 implements MigrationInterface {
  readonly name = 'OrderArchive1764894000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  /** Reverts the migration. Refused once an order was archived. */
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  `CREATE TABLE order_archives (
    number integer NOT NULL,
    file varchar(120) NOT NULL,
    orders integer NOT NULL,
    bytes bigint NOT NULL,
    sha256 varchar(64) NOT NULL,
    closed_before timestamptz NOT NULL,
    is_published boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT order_archives_pk PRIMARY KEY (number),
    CONSTRAINT order_archives_orders_ck CHECK (orders > 0)
  )`,
  `CREATE TABLE archived_orders (
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
    CONSTRAINT archived_orders_pk PRIMARY KEY (id),
    CONSTRAINT archived_orders_order_number_uq UNIQUE (order_number),
    CONSTRAINT archived_orders_client_store_order_id_uq UNIQUE (client_id, store_order_id),
    CONSTRAINT archived_orders_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT archived_orders_archive_fk FOREIGN KEY (archive_number) REFERENCES order_archives (number),
    CONSTRAINT archived_orders_status_ck CHECK (status IN ('delivered', 'returned', 'cancelled', 'expired'))
  )`,
  'ALTER TABLE ledger_journals DROP CONSTRAINT ledger_journals_order_fk',
  'ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_order_fk',
  'ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_order_fk',
];

const DOWN = [
  `DO $$ BEGIN
    IF EXISTS (SELECT FROM archived_orders) THEN RAISE EXCEPTION 'orders were archived: their rows are in files only'; END IF;
  END $$`,
  `ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_order_fk FOREIGN KEY (order_number)
    REFERENCES orders (order_number) DEFERRABLE INITIALLY DEFERRED`,
  `ALTER TABLE stock_movements ADD CONSTRAINT stock_movements_order_fk FOREIGN KEY (order_id) REFERENCES orders (id)`,
  `ALTER TABLE ledger_journals ADD CONSTRAINT ledger_journals_order_fk FOREIGN KEY (order_id) REFERENCES orders (id)`,
  'DROP TABLE archived_orders',
  'DROP TABLE order_archives',
];
