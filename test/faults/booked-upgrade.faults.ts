import { SANDBOX_PLACE } from '../../src/couriers/sandbox/sandbox-courier.js';
import { SECRETS_KEY } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { SHIPMENT } from '../support/shop/given.js';
import { expectInvariants, query } from './support/books.js';
import { buildRelease } from './support/servers/previous-release.js';
import { operate, Shop } from './support/shop.js';
import { Instance, stagedEmptyDatabase, stagedFolder } from './support/stage.js';

interface BookedOrder {
  order: string;
  id: number;
}

/** Bookings with the sandbox courier, over HTTP. */
class BookingDesk {
  private constructor(private readonly baseUrl: string) {}

  /** Adds an account that books, a box and the rules. */
  static async open(baseUrl: string): Promise<BookingDesk> {
    const facts = {
      kind: 'sandbox',
      name: 'Sandbox',
      environment: 'staging',
      pickup_name: SANDBOX_PLACE.name,
      pickup_pincode: SANDBOX_PLACE.pincode,
    };
    const keys = [{ name: 'token', value: 'token-of-the-sandbox' }];
    const { account } = await operate(baseUrl, 'POST', 'courier-accounts', { ...facts, keys });
    const { id } = account as { id: number };
    await operate(baseUrl, 'POST', `courier-accounts/${id}/check`);
    await operate(baseUrl, 'PUT', `courier-accounts/${id}`, { ...facts, keys: [], active: true });
    const sizes = { length_mm: 300, breadth_mm: 200, height_mm: 100 };
    const box = { name: 'Box', ...sizes, empty_grams: 100, max_grams: 9_000 };
    await operate(baseUrl, 'PUT', 'boxes', { boxes: [box] });
    await operate(baseUrl, 'PUT', 'booking-rules', { account_id: id, unit_grams: 200 });
    return new BookingDesk(baseUrl);
  }

  /** Wants an order booked, without waiting for its call. */
  async book(order: string): Promise<BookedOrder> {
    const orders = [{ order_number: order }];
    const [outcome] = (await operate(this.baseUrl, 'POST', 'bookings', { orders })) as unknown as [
      { booking: { id: number } },
    ];
    return { order, id: outcome.booking.id };
  }

  async state({ id }: BookedOrder): Promise<unknown> {
    return (await operate(this.baseUrl, 'GET', `bookings/${id}`)).state;
  }

  /** Waits for the AWB of a booking. */
  async awbOf({ id }: BookedOrder): Promise<string> {
    let awb: unknown = null;
    await eventually(async () => {
      ({ awb } = await operate(this.baseUrl, 'GET', `bookings/${id}`));
      return awb !== null;
    });
    return String(awb);
  }

  async expectState(booking: BookedOrder, state: string): Promise<void> {
    let now: unknown;
    await eventually(async () => (now = await this.state(booking)) === state).catch(() => {
      expect([booking, now]).toEqual([booking, state]);
    });
  }
}

// Until 1.6.0: 1.4.0, which books nothing, may run next to this release.
it('1.4.0 cancels and ships orders whose boxes this release has booked, and each box is given back or handed over', async () => {
  const connection = await stagedEmptyDatabase();
  const previous = await buildRelease(await stagedFolder(), '1.4.0');
  const { baseUrl: before } = await Instance.start(connection, {}, previous);
  const shop = await Shop.open(before, { products: 1 });
  const current = await Instance.start(connection, { SECRETS_KEY });
  const desk = await BookingDesk.open(current.baseUrl);
  const given = async (quantity = 1): Promise<BookedOrder> => {
    const { body } = await shop.order(before, [{ sku: shop.sku(0), quantity }]);
    const order = String(body.order_number);
    await operate(before, 'POST', `orders/${order}/payments`, { method: 'bank_transfer' });
    return desk.book(order);
  };
  const ship = (order: string, rest: object) =>
    operate(before, 'POST', `orders/${order}/shipments`, { ...SHIPMENT, ...rest });
  const [canceled, carried, typed, part, kept] = [
    ...[await given(), await given(), await given()],
    ...[await given(2), await given()],
  ] as [BookedOrder, BookedOrder, BookedOrder, BookedOrder, BookedOrder];
  const sending = await given();
  // The call of this one is under way.
  await operate(before, 'POST', `orders/${sending.order}/cancel`, { reason: 'upgrade' });
  for (const one of [canceled, carried, typed, part, kept]) await desk.awbOf(one);
  await operate(before, 'POST', `orders/${canceled.order}/cancel`, { reason: 'upgrade' });
  await ship(carried.order, { tracking_number: await desk.awbOf(carried) });
  await ship(typed.order, { tracking_number: 'TYPED' });
  await ship(part.order, { tracking_number: 'PART', items: [{ line: 1, quantity: 1 }] });

  // Within a minute, or when an instance of this release starts.
  expect(await current.process.end('SIGTERM')).toBe(0);
  await current.restart();
  for (const one of [canceled, typed, part, sending]) await desk.expectState(one, 'canceled');
  await desk.expectState(carried, 'handed_over');
  expect(await desk.state(kept)).toBe('booked');
  const live = await query(
    connection,
    'SELECT b.id FROM sandbox_shipments s JOIN courier_bookings b USING (reference) WHERE NOT s.is_canceled ORDER BY b.id',
  );
  expect(live).toEqual([{ id: carried.id }, { id: kept.id }]);

  // 1.4.0 goes on with an order that this release has handed over.
  await operate(current.baseUrl, 'POST', `bookings/${kept.id}/hand-over`, {});
  await operate(before, 'POST', `orders/${kept.order}/deliver`, {});
  await operate(before, 'POST', `orders/${part.order}/close`, { reason: 'upgrade' });
  await expectInvariants(connection);
});
