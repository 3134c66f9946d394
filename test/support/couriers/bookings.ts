import { BookingCallsService } from '../../../src/couriers/bookings/calls/booking-calls.service.js';
import { BookingJob } from '../../../src/couriers/bookings/calls/booking.job.js';
import { BookingUpkeepJob } from '../../../src/couriers/bookings/upkeep/booking-upkeep.job.js';
import type { TestApp } from '../app.js';
import { Admin, type AdminAnswer } from '../shop/admin.js';
import type { Shop } from '../shop/shop.js';
import { givenCourierAccount } from './courier-accounts.js';

export type Booking = AdminAnswer<'getBooking'>;

/** Stores an account with a courier that can book. Returns its id. */
export async function givenAccount(
  app: TestApp,
  kind: string,
  account: { baseUrl?: string; pickup?: string; keys?: Record<string, string> } = {},
): Promise<number> {
  const { pickup: name = 'Warehouse', ...rest } = account;
  const options = { kind, isDefault: false, pickup: { name, pincode: '560001' }, ...rest };
  return (await givenCourierAccount(app, options)).id;
}

/** Stores two boxes, and the rules by which an account and a box are chosen. */
export async function givenBookingRules(app: TestApp, accountId: number): Promise<void> {
  await app.sql`INSERT INTO box_presets (name, length_mm, breadth_mm, height_mm, empty_grams, max_grams, position)
    VALUES ('Large', 400, 300, 300, 300, 10000, 2), ('Small', 200, 150, 100, 100, 1000, 1)`;
  await app.sql`INSERT INTO booking_rules (id, account_id, unit_grams) VALUES (1, ${accountId}, 200)`;
}

/** Bookings of a shop's orders. Their calls are made when a test says so. */
export class Bookings {
  readonly admin: Admin;

  constructor(
    readonly app: TestApp,
    readonly shop: Shop,
  ) {
    this.admin = new Admin(app);
  }

  static async of(app: TestApp, shop: Shop, kind: string): Promise<Bookings> {
    await app.stopJobs(BookingJob, BookingUpkeepJob);
    await givenBookingRules(app, await givenAccount(app, kind));
    return new Bookings(app, shop);
  }

  /** Places and pays an order of units of a new product. */
  async givenPaid(quantity = 1, rest: Record<string, unknown> = {}): Promise<string> {
    const order = await this.shop.placeNew(quantity, rest);
    await this.admin.orders.pay(order);
    return order;
  }

  /** Wants an order booked. */
  async want(order: string, rest: Record<string, unknown> = {}) {
    const orders = [{ order_number: order, ...rest }];
    const [outcome] = await this.admin.call('bookOrders', { orders });
    return outcome!;
  }

  /** Makes a wanted booking of a new paid order. */
  async givenWanted(quantity = 1): Promise<Booking> {
    return (await this.want(await this.givenPaid(quantity))).booking!;
  }

  /** Makes a booking with an AWB. */
  async givenBooked(quantity = 1): Promise<Booking> {
    const { id } = await this.givenWanted(quantity);
    await this.work();
    return this.get(id);
  }

  async get(id: number): Promise<Booking> {
    return this.admin.call('getBooking', id);
  }

  async stateOf(id: number): Promise<string> {
    return (await this.get(id)).state;
  }

  /** Makes the calls that are due. */
  async work(app: TestApp = this.app): Promise<void> {
    while (await app.service(BookingCallsService).workOnDue());
  }

  /** Lets time pass for a booking, so that its next call is due. */
  async pass(id: number, seconds = 61): Promise<void> {
    await this.app
      .sql`UPDATE courier_bookings SET called_at = called_at - make_interval(secs => ${seconds}),
      due_at = due_at - make_interval(secs => ${seconds}) WHERE id = ${id}`;
  }

  /** Lets time pass, and makes the calls that are due then. */
  async workAfter(id: number, seconds?: number): Promise<string> {
    await this.pass(id, seconds);
    await this.work();
    return this.stateOf(id);
  }
}
