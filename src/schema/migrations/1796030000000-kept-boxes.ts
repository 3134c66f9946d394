import { sqlMigration } from '../sql-migration.js';

/** Lets a booking be canceled whose box was not handed over after all, and keep its shipment. */
export const KeptBoxes1796030000000 = sqlMigration(
  'KeptBoxes1796030000000',
  [
    'ALTER TABLE courier_bookings DROP CONSTRAINT courier_bookings_shipment_ck',
    `ALTER TABLE courier_bookings ADD CONSTRAINT courier_bookings_shipment_ck
      CHECK (shipment_id IS NOT NULL OR state <> 'handed_over')`,
  ],
  [
    "UPDATE courier_bookings SET state = 'handed_over', released_why = NULL, due_at = NULL WHERE shipment_id IS NOT NULL",
    'ALTER TABLE courier_bookings DROP CONSTRAINT courier_bookings_shipment_ck',
    `ALTER TABLE courier_bookings ADD CONSTRAINT courier_bookings_shipment_ck
      CHECK ((shipment_id IS NOT NULL) = (state = 'handed_over'))`,
  ],
);
