import { DeliveryFailuresService } from '../../../src/couriers/failures/delivery-failures.service.js';
import { randomInt } from 'node:crypto';
import request from 'supertest';
import { BookingUpkeepJob } from '../../../src/couriers/bookings/upkeep/booking-upkeep.job.js';
import { DeliveriesJob } from '../../../src/couriers/findings/deliveries.job.js';
import { FailureJob } from '../../../src/couriers/failures/failure.job.js';
import { PushHandlingService } from '../../../src/couriers/pushes/push-handling.service.js';
import { PushJob } from '../../../src/couriers/pushes/push.job.js';
import type { SandboxCode } from '../../../src/couriers/sandbox/sandbox-codes.js';
import { AskingJob } from '../../../src/couriers/tracking/asking.job.js';
import { AskingService } from '../../../src/couriers/tracking/asking.service.js';
import type { TestApp } from '../app.js';
import { Admin } from '../shop/admin.js';
import type { Shop } from '../shop/shop.js';
import { givenCourierAccount, PUSH_SECRET } from './courier-accounts.js';

const BOX = JSON.stringify({ name: 'Small', lengthMm: 300, breadthMm: 200, heightMm: 100 });
const HOUR_MS = 3_600_000;

export interface GivenBooking {
  id: number;
  awb: string;
  order: string;
}

/** A scan as the sandbox courier tells it; `hoursAgo` says when it was. */
export type Scan = [code: SandboxCode | (string & {}), hoursAgo?: number];

/** Bookings of an account with the sandbox courier, what it tells of them, and the jobs, which run only when called. */
export class Deliveries {
  private constructor(
    readonly app: TestApp,
    readonly shop: Shop,
    readonly accountId: number,
    readonly pushKey: string,
  ) {}

  static async of(app: TestApp, shop: Shop): Promise<Deliveries> {
    await app.stopJobs(PushJob, AskingJob, FailureJob, DeliveriesJob, BookingUpkeepJob);
    const { id, pushKey } = await givenCourierAccount(app, { isDefault: false });
    return new Deliveries(app, shop, id, pushKey);
  }

  /** Makes a paid order with a booking that has an AWB. */
  async book(quantity = 1): Promise<GivenBooking> {
    const order = await this.shop.placeNew(quantity);
    await new Admin(this.app).orders.pay(order);
    return this.bookUnits(order, [{ line: 1, quantity }]);
  }

  /** Books units of an order, as of two days ago. */
  async bookUnits(
    order: string,
    units: { line: number; quantity: number }[],
  ): Promise<GivenBooking> {
    const awb = String(randomInt(10 ** 11, 10 ** 12));
    const { id } = await this.app.row<{ id: number }>`
      INSERT INTO courier_bookings (order_id, account_id, kind, state, reference, units, box, weight_grams, declared_minor, mode,
          awb, courier_name, created_by, created_at)
        SELECT id, ${this.accountId}, 'sandbox', 'booked', ${`B${awb}`}, ${JSON.stringify(units)}, ${BOX}::jsonb, 500, 10000, 'surface',
          ${awb}, 'Sandbox courier', 'test', now() - interval '2 days' FROM orders WHERE order_number = ${order}
        RETURNING id`;
    await this.app.sql`
      INSERT INTO sandbox_shipments (awb, account_id, reference, order_number, pincode, weight_grams, script)
      VALUES (${awb}, ${this.accountId}, ${`B${awb}`}, ${order}, '600001', 500, 'ended')`;
    return { id, awb, order };
  }

  /** Hands a booking over. Returns the id of its shipment. */
  async handOver({ id, awb, order }: GivenBooking, items?: object[]): Promise<number> {
    await new Admin(this.app).orders.ship(order, {
      courier: 'Sandbox courier',
      tracking_number: awb,
      ...(items && { items }),
    });
    const { shipmentId } = await this.app.row<{ shipmentId: number }>`
      SELECT shipment_id AS "shipmentId" FROM courier_bookings WHERE id = ${id}`;
    return shipmentId;
  }

  /** Makes a booking that was handed over. */
  async givenSent(quantity = 1): Promise<GivenBooking & { shipmentId: number }> {
    const booking = await this.book(quantity);
    return { ...booking, shipmentId: await this.handOver(booking) };
  }

  /** Sends a push of scans as it stands. */
  push(awb: string, ...scans: Scan[]): request.Test {
    return this.pushBody(this.bodyOf(awb, ...scans).toString());
  }

  /** Makes the body of a push. */
  bodyOf(awb: string, ...scans: Scan[]): Buffer {
    return Buffer.from(JSON.stringify({ awb, events: scans.map(eventOf) }));
  }

  pushBody(body: string | Buffer, secret = PUSH_SECRET, key = this.pushKey): request.Test {
    return request(this.app.server)
      .post(`/courier-pushes/${key}`)
      .set({ 'Content-Type': 'application/json', 'X-Api-Key': secret })
      .serialize((sent) => sent as string)
      .send(body);
  }

  async handlePushes(): Promise<void> {
    await this.app.service(PushHandlingService).handleDue();
  }

  /** Pushes scans, and handles them. */
  async pushed(awb: string, ...scans: Scan[]): Promise<void> {
    expect((await this.push(awb, ...scans)).status).toBe(200);
    await this.handlePushes();
  }

  /** Sets what the courier answers about a shipment from now on. */
  async tells(awb: string, ...scans: Scan[]): Promise<void> {
    await this.app
      .sql`UPDATE sandbox_shipments SET events = ${JSON.stringify(scans.map(eventOf))} WHERE awb = ${awb}`;
  }

  /** Asks about everything that is due. */
  async askDue(): Promise<void> {
    await this.app.service(AskingService).askDue();
  }

  /** Lets the courier answer scans of a booking, and asks it. */
  async answers({ id, awb }: GivenBooking, ...scans: Scan[]): Promise<void> {
    await this.tells(awb, ...scans);
    await this.app.sql`UPDATE shipment_progress p SET next_ask_at = now() FROM courier_bookings b
      WHERE b.shipment_id = p.shipment_id AND b.id = ${id}`;
    await this.app
      .sql`UPDATE courier_bookings SET ask_at = now() WHERE id = ${id} AND shipment_id IS NULL`;
    await this.askDue();
  }

  /** Reads where a shipment is. */
  async stateOf({ id }: Pick<GivenBooking, 'id'>): Promise<string | null> {
    const { state } = await this.app.row<{ state: string | null }>`
      SELECT (SELECT state FROM shipment_progress p WHERE p.shipment_id = b.shipment_id) AS state
      FROM courier_bookings b WHERE id = ${id}`;
    return state;
  }

  /** Lists what is open about a booking, by kind. */
  async findingsOf({ id }: Pick<GivenBooking, 'id'>): Promise<string[]> {
    const rows = await this.app.sql<{ kind: string }>`
      SELECT kind FROM delivery_findings WHERE booking_id = ${id} AND settled_at IS NULL ORDER BY kind`;
    return rows.map(({ kind }) => kind);
  }

  async statusOf(order: string): Promise<string> {
    return (await new Admin(this.app).orders.get(order)).status;
  }
}

/** Makes a scan of some hours ago; of the same hours, the same to the millisecond. */
function eventOf([code, hoursAgo = 1]: Scan): object {
  return { at: new Date(BEGAN_MS - hoursAgo * HOUR_MS).toISOString(), code };
}

const BEGAN_MS = Date.now();

/** Deliveries of a shop that fail. */
export async function failedDeliveriesOf(app: TestApp, shop: Shop) {
  const admin = new Admin(app);
  const deliveries = await Deliveries.of(app, shop);
  const failuresOf = async (order: string, state?: string) => {
    const { data } = await admin.call('listDeliveryFailures', { ...(state && { state }) });
    return data.filter(({ order_number: number }) => number === order);
  };
  const givenFailed = async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['OFD', 3], ['FA', 2]);
    const [failure] = await failuresOf(sent.order);
    return { ...sent, failure: failure! };
  };
  const sendDue = () => app.service(DeliveryFailuresService).sendDue();
  return { deliveries, failuresOf, givenFailed, sendDue };
}
