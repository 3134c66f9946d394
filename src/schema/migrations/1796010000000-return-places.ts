import { sqlMigration } from '../sql-migration.js';

/** Where the units of returns go, and with which courier stores sent them. */
export const ReturnPlaces1796010000000 = sqlMigration(
  'ReturnPlaces1796010000000',
  [
    `CREATE TABLE return_places (
      id smallint NOT NULL,
      address jsonb NOT NULL,
      CONSTRAINT return_places_pk PRIMARY KEY (id),
      CONSTRAINT return_places_one_row_ck CHECK (id = 1)
    )`,
    // Before order_returns: a shipment reads the returns of its order in the same transaction.
    'LOCK TABLE shipments IN SHARE ROW EXCLUSIVE MODE',
    `ALTER TABLE order_returns
      ADD COLUMN return_address jsonb,
      ADD COLUMN instructions varchar(1000),
      ADD COLUMN courier varchar(80),
      ADD COLUMN tracking_number varchar(80),
      ADD COLUMN tracking_url varchar(2000),
      ADD COLUMN sent_at timestamptz,
      ADD COLUMN shipment_id bigint,
      ADD CONSTRAINT order_returns_sent_ck CHECK (num_nulls(courier, tracking_number, sent_at) IN (0, 3)
        AND (tracking_url IS NULL OR tracking_number IS NOT NULL)),
      ADD CONSTRAINT order_returns_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments (id)`,
    'CREATE INDEX order_returns_tracking_number_ix ON order_returns (tracking_number) WHERE tracking_number IS NOT NULL',
    'CREATE INDEX order_returns_shipment_ix ON order_returns (shipment_id) WHERE shipment_id IS NOT NULL',
  ],
  [
    `ALTER TABLE order_returns
      DROP COLUMN return_address,
      DROP COLUMN instructions,
      DROP COLUMN courier,
      DROP COLUMN tracking_number,
      DROP COLUMN tracking_url,
      DROP COLUMN sent_at,
      DROP COLUMN shipment_id`,
    'DROP TABLE return_places',
  ],
);
