import { sqlMigration } from '../sql-migration.js';

/** What a person has to look at in deliveries, and when couriers are asked about bookings that were not handed over. */
export const DeliveryFindings1795991000000 = sqlMigration(
  'DeliveryFindings1795991000000',
  [
    'ALTER TABLE courier_bookings ADD COLUMN ask_at timestamptz',
    'CREATE INDEX courier_bookings_ask_ix ON courier_bookings (ask_at) WHERE ask_at IS NOT NULL',
    `CREATE TABLE delivery_findings (
      id integer GENERATED ALWAYS AS IDENTITY,
      kind varchar(30) NOT NULL,
      booking_id integer NOT NULL,
      order_id bigint NOT NULL,
      shipment_id bigint,
      note varchar(300),
      found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      settled_at timestamptz,
      settled_by varchar(300),
      CONSTRAINT delivery_findings_pk PRIMARY KEY (id),
      CONSTRAINT delivery_findings_kind_uq UNIQUE (booking_id, kind),
      CONSTRAINT delivery_findings_booking_fk FOREIGN KEY (booking_id) REFERENCES courier_bookings (id),
      CONSTRAINT delivery_findings_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
      CONSTRAINT delivery_findings_shipment_fk FOREIGN KEY (shipment_id) REFERENCES shipments (id),
      CONSTRAINT delivery_findings_kind_ck CHECK (kind IN ('returning', 'returned', 'return_waits', 'return_by_hand', 'lost',
        'destroyed', 'ends_differ', 'silent', 'not_picked_up', 'picked_up_early', 'picked_up_not_shippable',
        'moving_but_canceled', 'push_not_confirmed', 'billed_heavier', 'delivered_waits'))
    )`,
    'CREATE INDEX delivery_findings_open_ix ON delivery_findings (id) WHERE settled_at IS NULL',
    'CREATE INDEX delivery_findings_order_ix ON delivery_findings (order_id)',
  ],
  [
    'DROP TABLE delivery_findings',
    'DROP INDEX courier_bookings_ask_ix',
    'ALTER TABLE courier_bookings DROP COLUMN ask_at',
  ],
);
