import { TestApp, UNLIMITED } from '../support/app.js';
import { Bookings } from '../support/couriers/bookings.js';
import { ScriptedCourier } from '../support/couriers/scripted-courier.js';
import { BROKEN_BOOKINGS } from '../support/couriers/broken-bookings.js';
import { testRules } from '../support/database/broken-rules.js';
import { givenShop } from '../support/shop/shop.js';

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
