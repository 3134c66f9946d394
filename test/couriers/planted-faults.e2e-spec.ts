import { TestApp, UNLIMITED } from '../support/app.js';
import { Bookings } from '../support/couriers/bookings.js';
import { ScriptedCourier } from '../support/couriers/scripted-courier.js';
import { testRules, together, type BrokenRules } from '../support/database/broken-rules.js';
import { givenShop } from '../support/shop/shop.js';

const BOOKED = "(SELECT min(id) FROM courier_bookings WHERE state = 'booked')";
const SENT = "(SELECT min(id) FROM courier_bookings WHERE state = 'handed_over')";

/** The rules of `booking_faults`. */
const BROKEN_BOOKINGS: BrokenRules = {
  'booking that is booked or handed over without an AWB': [BOOKED, SENT].map((id) =>
    together(
      'ALTER TABLE courier_bookings DROP CONSTRAINT courier_bookings_awb_ck',
      `UPDATE courier_bookings SET awb = NULL WHERE id = ${id}`,
    ),
  ),
  'AWB of two bookings': together(
    'DROP INDEX courier_bookings_awb_uq',
    `UPDATE courier_bookings SET awb = (SELECT awb FROM courier_bookings WHERE id = ${SENT}) WHERE id = ${BOOKED}`,
  ),
  'booking with an AWB that a courier gave for another booking': `UPDATE courier_awbs SET booking_id = ${SENT}
    WHERE booking_id = ${BOOKED}`,
  'booking with two AWBs that were not canceled': [
    `INSERT INTO courier_awbs (kind, awb, booking_id) VALUES ('scripted', 'SECOND', ${BOOKED})`,
    `INSERT INTO courier_awbs (kind, awb, booking_id) VALUES ('scripted', 'SECOND', ${SENT})`,
  ],
  'more units in live bookings than are left of the order': [
    `UPDATE courier_bookings SET units = '[{"line": 1, "quantity": 3}]' WHERE id = ${BOOKED}`,
    `UPDATE courier_bookings SET units = '[{"line": 2, "quantity": 1}]' WHERE id = ${BOOKED}`,
  ],
  'booking that was handed over as another shipment, or as one of another order': [
    `UPDATE courier_bookings SET awb = 'OTHER' WHERE id = ${SENT}`,
    `UPDATE shipments SET tracking_number = 'OTHER' WHERE id = (SELECT shipment_id FROM courier_bookings WHERE id = ${SENT})`,
    `UPDATE courier_bookings SET order_id = (SELECT order_id FROM courier_bookings WHERE id = ${BOOKED}) WHERE id = ${SENT}`,
  ],
  'booking that was handed over and is canceled, and nobody noted that it was not handed over': [
    `UPDATE courier_bookings SET state = 'canceled' WHERE id = ${SENT}`,
    `UPDATE courier_bookings SET state = 'canceling' WHERE id = ${SENT}`,
  ],
  'secret of an account with a courier that is readable': [
    `UPDATE courier_accounts SET keys = '{"token": "any"}'`,
    "UPDATE courier_accounts SET session = 'eyJhbGciOiJIUzI1NiJ9'",
    "UPDATE courier_accounts SET push_secret = 'secret'",
    `UPDATE courier_accounts SET previous_pushes = '[{"secret": "secret"}]'`,
  ],
};

new ScriptedCourier('scripted');
const app = await TestApp.start(UNLIMITED);
const bookings = await Bookings.of(app, await givenShop(app), 'scripted');
beforeAll(async () => {
  await app.stopJobs();
  const { order_number: order, awb } = await bookings.givenBooked(2);
  await bookings.admin.orders.ship(order, { tracking_number: awb });
  await bookings.givenBooked(2);
  await app.expectInvariants();
});

describe('the check of bookings', () =>
  testRules('couriers/booking_faults', BROKEN_BOOKINGS, () => app.connection));
