import { sqlMigration } from '../sql-migration.js';

const KINDS = `'returning', 'returned', 'return_waits', 'return_by_hand', 'lost', 'destroyed', 'ends_differ', 'silent',
  'not_picked_up', 'picked_up_early', 'picked_up_not_shippable', 'moving_but_canceled', 'push_not_confirmed', 'billed_heavier',
  'delivered_waits'`;

/** Marks boxes that may not move without an e-way bill, and keeps the number that was reported to their courier. */
export const ToldWayBills1796032000000 = sqlMigration(
  'ToldWayBills1796032000000',
  [
    'ALTER TABLE courier_bookings ADD COLUMN needs_way_bill boolean NOT NULL DEFAULT false',
    'ALTER TABLE courier_bookings ADD COLUMN way_bill varchar(12)',
    'CREATE INDEX courier_bookings_way_bill_ix ON courier_bookings (handed_over_at) WHERE needs_way_bill',
    'ALTER TABLE delivery_findings DROP CONSTRAINT delivery_findings_kind_ck',
    `ALTER TABLE delivery_findings ADD CONSTRAINT delivery_findings_kind_ck CHECK (kind IN (${KINDS}, 'way_bill_refused'))`,
  ],
  [
    "DELETE FROM delivery_findings WHERE kind = 'way_bill_refused'",
    'ALTER TABLE delivery_findings DROP CONSTRAINT delivery_findings_kind_ck',
    `ALTER TABLE delivery_findings ADD CONSTRAINT delivery_findings_kind_ck CHECK (kind IN (${KINDS}))`,
    'DROP INDEX courier_bookings_way_bill_ix',
    'ALTER TABLE courier_bookings DROP COLUMN way_bill, DROP COLUMN needs_way_bill',
  ],
);
