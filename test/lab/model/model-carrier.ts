import { DeliveriesService } from '../../../src/couriers/findings/deliveries.service.js';
import { CourierRefused } from '../../../src/couriers/courier-errors.js';
import { BookingCallsService } from '../../../src/couriers/bookings/calls/booking-calls.service.js';
import { AskingService } from '../../../src/couriers/tracking/asking.service.js';
import type { TestApp } from '../../support/app.js';
import { givenAccount, givenBookingRules } from '../../support/couriers/bookings.js';
import { ScriptedCourier } from '../../support/couriers/scripted-courier.js';
import { Admin } from '../../support/shop/admin.js';
import { KARNATAKA, TAX_PROFILE } from '../../support/tax/tax-admin.js';
import type { BookedModel, Booking, Fate } from './model-bookings.js';
import { placeOf, type Scan } from './model-scans.js';
import type { Order, Units } from './model.js';
import type { Shop } from './model-shop.js';

/** Calls until nothing is due any more: it is asked, called again, asked for a second AWB, and canceled. */
const ROUNDS = 4;
const ROUND_SECONDS = 700;

/** A booking, as the database has it. */
interface Stored {
  id: number;
  reference: string;
  order: string;
  state: string;
  units: Units[];
  isReleased: boolean;
  awb: string | null;
  /** Where its shipment is; null: it has none. */
  place: string | null;
}

/** The service as far as a courier takes its boxes. The courier does what the model says. */
export class Carrier {
  /** The bookings of the model, as they are after its latest step. */
  private readonly stored = new Map<Booking, Stored>();
  private calls = 0;

  private constructor(
    private readonly courier: ScriptedCourier,
    readonly shop: Shop,
    private readonly apps: readonly TestApp[],
  ) {}

  /** Connects a courier, once for all shops of the instances. */
  static async connect(courier: ScriptedCourier, ...apps: [TestApp, ...TestApp[]]) {
    await givenBookingRules(apps[0], await givenAccount(apps[0], 'scripted'));
    return async (shop: Shop, { products, clients }: BookedModel): Promise<Carrier> => {
      courier.forget();
      const carrier = new Carrier(courier, shop, apps);
      const { office } = carrier;
      await apps[0].sql`SET session_replication_role = replica;
        TRUNCATE courier_calls, document_events, tax_documents, document_series, tax_profiles CASCADE; RESET session_replication_role`;
      await office.call('putTaxProfile', TAX_PROFILE);
      const skus = products.map(({ sku }) => sku);
      await office.call('setProductsTax', { skus, hsn: '73239390', gst_rate: 18 });
      for (const client of clients) {
        await office.call('updateClient', shop.idOf(client), KARNATAKA);
      }
      return carrier;
    };
  }

  /** Wants units booked. What becomes of the call is as the model says. */
  async want({ number }: Order, items: readonly Units[] | null, fate: Fate) {
    const orders = [{ order_number: number, ...(items !== null && { items }) }];
    const response = await this.office.call('bookOrders', { orders }).response();
    const [{ booking, outcome }] = (
      response.body as { data: [{ booking: { reference: string } | null; outcome: string }] }
    ).data;
    if (outcome === 'wanted') this.plan(booking!.reference, fate);
    return response;
  }

  async retry(booking: Booking, fate: Fate) {
    const { id } = this.stored.get(booking)!;
    const response = await this.office.call('retryBooking', id).response();
    const { data } = response.body as { data?: { reference: string } };
    if (data !== undefined) this.plan(data.reference, fate);
    return response;
  }

  async handOver(booking: Booking) {
    const { id } = this.stored.get(booking)!;
    return this.office.call('handOverBooking', id, {}).response();
  }

  async withdraw(booking: Booking) {
    const { id } = this.stored.get(booking)!;
    return this.office.call('cancelBooking', id).response();
  }

  async correctAddress({ number }: Order) {
    this.calls += 1;
    const change = { address: `${this.calls}, Lake View Road` };
    return this.office.call('correctOrderAddress', number, change).response();
  }

  async work(): Promise<void> {
    while (await this.app.service(BookingCallsService).workOnDue());
  }

  async settle(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.app.sql`UPDATE courier_bookings
        SET called_at = called_at - make_interval(secs => ${ROUND_SECONDS}), due_at = due_at - make_interval(secs => ${ROUND_SECONDS})`;
      await this.work();
    }
    await this.app.sql`UPDATE shipment_progress SET next_ask_at = now()`;
    await this.app.service(AskingService).askDue();
    await this.app.service(DeliveriesService).lookAgain();
  }

  /** Lets the courier tell one more scan of a box, and asks it. */
  async tell(booking: Booking, state: Scan): Promise<void> {
    const { id, awb } = this.stored.get(booking)!;
    const told = this.courier.events.get(awb!) ?? [];
    const failure =
      state === 'failed_attempt' ? ({ reason: 'unavailable', attempt: null } as const) : null;
    const event = { at: new Date(), state, code: state, words: '', place: null, failure };
    this.courier.events.set(awb!, [...told, { ...event, isUnknown: false }]);
    // The courier is not asked about the others now.
    await this.app
      .sql`UPDATE shipment_progress p SET next_ask_at = CASE WHEN b.id = ${id} THEN now() END
      FROM courier_bookings b WHERE b.shipment_id = p.shipment_id`;
    await this.app
      .sql`UPDATE courier_bookings SET ask_at = now() WHERE id = ${id} AND shipment_id IS NULL`;
    await this.app.service(AskingService).askDue();
  }

  /** Compares bookings, boxes, shipments, returns and the numbers of invoices, and tells the model the AWBs. */
  async compare(model: BookedModel): Promise<void> {
    const stored = await this.list();
    expect(stored).toMatchObject(
      model.bookings.map((booking) => ({
        order: booking.order.number,
        state: booking.state,
        units: booking.units,
        isReleased: booking.isReleased,
        awb: booking.hasAwb ? expect.any(String) : null,
        place: booking.state === 'handed_over' ? placeOf(booking) : null,
      })),
    );
    expect(stored).toHaveLength(model.bookings.length);
    for (const [index, booking] of model.bookings.entries()) {
      this.stored.set(booking, stored[index]!);
      booking.awb = stored[index]!.awb;
    }
    const boxes = stored.filter((_, index) => model.bookings[index]!.courier === 'box');
    const live = this.courier.live.map(({ reference }) => reference);
    expect(live.sort()).toEqual(boxes.map(({ reference }) => reference).sort());
    await this.compareShipments(model);
  }

  /** Each shipment has the next number of its series of invoices, and nothing else has one. */
  private async compareShipments(model: BookedModel): Promise<void> {
    const shipments = await this.app.sql`
      SELECT o.order_number AS "order", s.tracking_number AS "trackingNumber", d.number::integer,
          (SELECT jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) ORDER BY line) FROM shipment_items
            WHERE shipment_id = s.id) AS units
        FROM shipments s JOIN orders o ON o.id = s.order_id
          LEFT JOIN tax_documents d ON d.shipment_id = s.id AND d.kind = 'invoice' ORDER BY s.id`;
    expect(shipments).toEqual(
      model.sent.map(({ order, trackingNumber, units }, index) => {
        const sorted = units.toSorted((one, other) => one.line - other.line);
        return { order: order.number, trackingNumber, number: index + 1, units: sorted };
      }),
    );
    const back = await this.app.sql<{ order: string }>`
      SELECT order_number AS "order" FROM order_returns r JOIN orders o ON o.id = r.order_id WHERE shipment_id IS NOT NULL`;
    expect(back.map(({ order }) => order).sort()).toEqual(
      [...model.broughtBack].map(({ number }) => number).sort(),
    );
  }

  /** Lists the bookings, the first first. */
  private async list(): Promise<Stored[]> {
    return this.app.sql<Stored>`
      SELECT b.id, b.reference, o.order_number AS "order", b.state, b.units, b.released_why IS NOT NULL AS "isReleased", b.awb,
          p.state AS place
        FROM courier_bookings b JOIN orders o ON o.id = b.order_id LEFT JOIN shipment_progress p ON p.shipment_id = b.shipment_id
        ORDER BY b.id`;
  }

  private plan(reference: string, fate: Fate): void {
    const { book, loseAnswer, notHear } = this.courier;
    const refuse = (code: string) => () => Promise.reject(new CourierRefused(code, code));
    const answers = {
      books: book,
      lost: loseAnswer,
      not_heard: notHear,
      refused: refuse('too_heavy'),
      unclear: refuse('pickup_place_unknown'),
    };
    this.courier.answersTo.set(reference, answers[fate]);
  }

  /** The instance whose turn it is. */
  private get app(): TestApp {
    this.calls += 1;
    return this.apps[this.calls % this.apps.length]!;
  }

  private get office(): Admin {
    return new Admin(this.app);
  }
}
