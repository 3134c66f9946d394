import {
  checkShipping,
  expireDue,
  givenLines,
  givenOrderAfter,
} from '../support/shop/order-actions.js';
import { givenSuite, givenTestShop } from '../support/shop/shop.js';
import { FakeBookings } from '../support/couriers/tracked.js';

const { app, admin, shop } = await givenSuite();
const bookings = new FakeBookings(app);
const AWB = 'AWB-1';

describe('the bookings of an order', () => {
  const releasedBy = async (change: () => Promise<unknown>) => {
    const before = bookings.released.length;
    await change();
    return bookings.released.slice(before);
  };

  it('are released by every cancellation, by expiry and by closing', async () => {
    const canceled = { status: 'cancelled', why: 'canceled' };
    const [own, ours] = [await givenOrderAfter(shop, 'pay'), await givenOrderAfter(shop)];
    expect(await releasedBy(async () => shop.orders.cancel(own))).toMatchObject([
      { order: own, ...canceled },
    ]);
    expect(await releasedBy(async () => shop.orders.cancel(own))).toEqual([]);
    expect(await releasedBy(async () => admin.orders.cancel(ours))).toMatchObject([
      { order: ours, ...canceled },
    ]);
    const unpaid = await givenOrderAfter(shop);
    expect(await releasedBy(async () => expireDue(app, unpaid))).toMatchObject([
      { order: unpaid, status: 'expired', why: 'canceled' },
    ]);
    const { order } = await givenLines(shop, [1, 1], 'pay');
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    expect(await releasedBy(async () => admin.orders.close(order))).toMatchObject([
      { order, status: 'shipped', why: 'closed' },
    ]);
  });

  it('are released by a correction of what is on their label, with the order as it is then', async () => {
    const order = await givenOrderAfter(shop, 'pay');
    const address = '7, Hill Road';
    const moved = { order, address, why: 'address_changed' };
    const change = async () => shop.orders.changeShipping(order, { address });
    expect(await releasedBy(change)).toMatchObject([moved]);
    expect(await releasedBy(change)).toEqual([]);
    const correct = (body: object) => releasedBy(async () => shop.orders.correct(order, body));
    expect(await correct({ customer: { phone: '+91 98765 00000' } })).toMatchObject([moved]);
    expect(await correct({ notes: 'Ring', customer: { email: 'a@example.com' } })).toEqual([]);
  });

  it('are not released by a change that is refused', async () => {
    const order = await givenOrderAfter(shop, 'pay', 'ship');
    const refused = () => admin.orders.cancel(order).expectRefusal(409, 'transition_refused');
    expect(await releasedBy(refused)).toEqual([]);
  });

  it('never exist for test orders', async () => {
    const tester = await givenTestShop(shop);
    const order = await tester.placeNew();
    expect(await releasedBy(async () => tester.orders.cancel(order))).toEqual([]);
  });

  it('hold their units: only their AWB ships them, and hands the booking over in the same transaction', async () => {
    const { order } = await givenLines(shop, [2, 1], 'pay');
    bookings.booked = { id: 1, awb: AWB, units: [{ line: 1, quantity: 2 }] };
    const first = { items: [{ line: 1, quantity: 2 }] };
    for (const body of [first, {}]) {
      await admin.orders
        .ship(order, { ...body, tracking_number: 'TYPED-1' })
        .expectRefusal(409, 'units_are_booked', {
          order_number: order,
          message: expect.stringContaining(`ship them with AWB ${AWB}`),
        });
    }
    expect(await shop.orders.status(order)).toMatchObject({ status: 'pending' });
    const second = { items: [{ line: 2, quantity: 1 }], tracking_number: 'TYPED-1' };
    await admin.orders.ship(order, second);
    await admin.orders.ship(order, { ...first, tracking_number: AWB });
    expect(bookings.booked).toBeNull();
    const { shipments } = await shop.orders.get(order);
    expect(shipments.map(({ state }) => state)).toEqual([null, 'handed_over']);
  });

  it('are not handed over by a shipment that is refused after all', async () => {
    const order = await givenOrderAfter(shop, 'pay');
    await admin.orders.checkArticles('required');
    bookings.booked = { id: 2, awb: AWB, units: [{ line: 1, quantity: 3 }] };
    const refused = admin.orders.ship(order, { tracking_number: AWB });
    await refused.expectProblems('scanned required');
    await admin.orders.checkArticles('off');
    expect(bookings.booked).toBeNull();
    expect(
      await app.sql`SELECT FROM shipment_progress JOIN orders ON orders.id = order_id
        WHERE order_number = ${order}`,
    ).toEqual([]);
  });
});

describe('units are checked before an AWB is bought for them', () => {
  it('as they would be shipped, and nothing is changed', async () => {
    const { order } = await givenLines(shop, [2, 1]);
    const units = (quantity: number) => [{ line: 1, quantity }];
    const refused = {
      code: 'transition_refused',
      message: expect.stringContaining('cannot become'),
    };
    await expect(checkShipping(app, order, units(1))).rejects.toMatchObject(refused);
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: units(1) });
    const before = await shop.orders.get(order);
    await checkShipping(app, order, units(1));
    await checkShipping(app, order);
    const problem = { field: 'items.0.quantity', message: 'line 1 has 1 units left to ship' };
    await expect(checkShipping(app, order, units(2))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [problem],
    });
    expect(await shop.orders.get(order)).toEqual(before);
  });
});
