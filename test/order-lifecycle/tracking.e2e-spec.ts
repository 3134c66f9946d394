import type { NewShipmentEvent, ShipmentState } from '../../src/orders/tracking/shipment-state.js';
import { archiveOrders, makeAllOlder } from '../support/time.js';
import { orderLock, whileLocked } from '../support/database/locks.js';
import { eraseCustomers, givenOrderAfter } from '../support/shop/order-actions.js';
import { givenSuite } from '../support/shop/shop.js';
import { event, FakeBookings, tell, type Goods } from '../support/couriers/tracked.js';
import { ShipmentTrackingService } from '../../src/orders/tracking/shipment-tracking.service.js';

const { app, admin, shop } = await givenSuite();
const bookings = new FakeBookings(app);
const INCLUDE = { include: 'shipments' };
const AWB = 'AWB-1';
let nextBooking = 1;

/** Makes a paid order of three units with a booking of all of them. */
async function givenBooking(): Promise<Goods> {
  const order = await givenOrderAfter(shop, 'pay');
  const bookingId = nextBooking;
  nextBooking += 1;
  return { order, bookingId, shipmentId: null };
}

/** Ships the booking of an order with its AWB. */
async function handOver(goods: Goods): Promise<Goods> {
  bookings.booked = { id: goods.bookingId!, awb: AWB, units: [{ line: 1, quantity: 3 }] };
  const { shipments } = await admin.orders.ship(goods.order, { tracking_number: AWB });
  return { ...goods, shipmentId: shipments.at(-1)!.id };
}

const givenShipment = async (): Promise<Goods> => handOver(await givenBooking());
const shown = async ({ order }: Goods) =>
  (await shop.orders.status(order, INCLUDE)).shipments!.at(-1)!;
const progressOf = ({ shipmentId }: Goods) =>
  app.service(ShipmentTrackingService).findProgress(app.dataSource.manager, shipmentId!);
const storedOf = async ({ order }: Goods) =>
  app.sql<{
    source: string;
    words: string | null;
    place: string | null;
    shipment_id: number | null;
  }>`
    SELECT source, words, place, shipment_id FROM shipment_events
    WHERE order_id = (SELECT id FROM orders WHERE order_number = ${order}) ORDER BY at, id`;

describe('a shipment that is followed', () => {
  it('shows stores where it is, in our words, with the answers without the parameter as before', async () => {
    const goods = await givenShipment();
    const [usual, tracking] = [
      await shop.orders.status(goods.order).expect(200),
      await shown(goods),
    ];
    expect(tracking).toMatchObject({
      state: 'handed_over',
      expected_at: null,
      delivered_at: null,
      events: [],
      failure: null,
    });
    const [picked, out] = [event('picked_up', 50), event('out_for_delivery', 5)];
    const told = await tell(app, goods, 'push', [out, picked, event(null, 3)]);
    expect(told).toMatchObject({
      before: 'handed_over',
      after: 'out_for_delivery',
      mustAsk: false,
    });
    expect(await shown(goods)).toMatchObject({
      state: 'out_for_delivery',
      events: [
        {
          at: picked.at.toISOString(),
          state: 'picked_up',
          place: 'Pune',
          description: 'Picked up by the courier',
        },
        { state: 'out_for_delivery', description: 'Out for delivery' },
      ],
    });
    expect((await shop.orders.get(goods.order)).shipments).toEqual([await shown(goods)]);
    expect((await shop.orders.status(goods.order).expect(200)).text).toBe(usual.text);
    expect((await shop.orders.get(goods.order).expect(200)).text).not.toContain('Asha Verma"}');
  });

  it('without a booking has the state null, and the time at which its order was delivered', async () => {
    const order = await givenOrderAfter(shop, 'pay', 'ship', 'deliver');
    const { timeline } = await shop.orders.status(order);
    expect(await shown({ order, bookingId: null, shipmentId: null })).toMatchObject({
      state: null,
      delivered_at: timeline.at(-1)!.changed_at,
      events: [],
    });
  });

  it('is delivered when its courier was asked, at the time that the courier says', async () => {
    const goods = await givenShipment();
    const delivered = event('delivered', 2);
    expect(await tell(app, goods, 'push', [delivered])).toMatchObject({
      after: 'handed_over',
      ended: null,
      mustAsk: true,
    });
    expect(await tell(app, goods, 'asked', [delivered])).toMatchObject({
      before: 'handed_over',
      after: 'delivered',
      ended: 'delivered',
      added: [delivered],
    });
    expect(await tell(app, goods, 'asked', [delivered])).toMatchObject({ added: [], ended: null });
    expect(await shown(goods)).toMatchObject({ delivered_at: delivered.at.toISOString() });
    expect(await storedOf(goods)).toMatchObject([{ source: 'asked' }]);
    const lost = event('lost', 1);
    expect(await tell(app, goods, 'asked', [lost])).toMatchObject({
      after: 'delivered',
      ended: null,
      differingEnd: lost,
    });
    expect(await shop.orders.status(goods.order)).toMatchObject({ status: 'shipped' });
  });

  it('is asked about at once after its hand-over, and after a push of its end', async () => {
    const goods = await givenShipment();
    expect(+(await progressOf(goods))!.nextAskAt!).toBeLessThanOrEqual(Date.now());
    await app.sql`UPDATE shipment_progress SET next_ask_at = '2050-01-01' WHERE shipment_id = ${goods.shipmentId}`;
    await tell(app, goods, 'push', [event('in_transit', 3)]);
    expect(await progressOf(goods)).toMatchObject({ nextAskAt: new Date('2050-01-01') });
    await tell(app, goods, 'push', [event('returning', 2)]);
    const progress = await progressOf(goods);
    expect(progress).toMatchObject({ state: 'in_transit' });
    expect(+progress!.nextAskAt!).toBeLessThanOrEqual(Date.now());
  });

  it('takes the events that its booking had before the hand-over', async () => {
    const booking = await givenBooking();
    const events = [event('picked_up', 9), event('failed_attempt', 4)];
    expect(await tell(app, booking, 'push', events)).toMatchObject({
      before: null,
      after: null,
      added: events,
      mustAsk: true,
    });
    expect(await tell(app, booking, 'asked', events)).toMatchObject({ added: events });
    const goods = await handOver(booking);
    expect(await shown(goods)).toMatchObject({ state: 'failed_attempt', failure: null });
    expect(await tell(app, goods, 'asked', events)).toMatchObject({ added: [] });
    const { shipmentId } = goods;
    const bound = { shipment_id: shipmentId };
    expect(await storedOf(goods)).toMatchObject([bound, bound]);
  });

  it('has one event, if two tell it at the same moment', async () => {
    const goods = await givenShipment();
    const scan = event('in_transit', 4);
    const told = await whileLocked(app, { lock: orderLock(goods.order), waiting: 2 }, () =>
      Promise.all([tell(app, goods, 'push', [scan]), tell(app, goods, 'asked', [scan])]),
    );
    expect(told.map(({ after }) => after)).toEqual(['in_transit', 'in_transit']);
    expect(await storedOf(goods)).toMatchObject([{ source: 'asked' }]);
  });
});

describe('a tracking number', () => {
  it('is stored as plain digits, and is no word but for what goes by hand', async () => {
    const order = await givenOrderAfter(shop, 'pay');
    const items = [{ line: 1, quantity: 1 }];
    for (const tracking_number of ['NA', '-', 'pending', order, order.toLowerCase()]) {
      const refused = admin.orders.ship(order, { tracking_number, items });
      await refused.expectProblems('tracking_number invalid_tracking_number');
    }
    const ship = async (sent: object) =>
      (await admin.orders.ship(order, { items, ...sent })).shipments.at(-1)?.tracking_number;
    const quoted = "'12345678905.0";
    for (const tracking_number of ['１２３４５678905', quoted]) {
      expect(await ship({ tracking_number })).toBe('12345678905');
    }
    expect(await ship({ courier: 'By Hand', tracking_number: 'Asha' })).toBe('Asha');
  });
});

describe('the events of a shipment', () => {
  it('are limited to 200, of which stores see the latest 30', async () => {
    const goods = await givenShipment();
    const scans = Array.from({ length: 300 }, (_, n) => event('in_transit', 300 - n));
    expect(await tell(app, goods, 'asked', scans)).toMatchObject({ dropped: 100 });
    await tell(app, goods, 'asked', [event('at_destination', 0)]);
    expect(await storedOf(goods)).toHaveLength(200);
    const { events } = await shown(goods);
    expect(events).toHaveLength(30);
    expect(events!.map(({ at }) => at)).toEqual(events!.map(({ at }) => at).toSorted());
    expect(events!.at(-1)).toMatchObject({ state: 'at_destination' });
    expect((await shop.orders.get(goods.order)).shipments[0]!.events).toEqual(events);
  });

  it('lose their words and places when the customer is erased, and later ones have none', async () => {
    const goods = await givenShipment();
    await tell(app, goods, 'asked', [event('delivered', 9)]);
    await admin.orders.deliver(goods.order);
    await makeAllOlder(app, 200, goods.order);
    await eraseCustomers(app);
    await tell(app, goods, 'asked', [event('lost', 1)]);
    const erased = { words: null, place: null };
    expect(await storedOf(goods)).toMatchObject([erased, erased]);
    expect((await shown(goods)).events).toMatchObject([{ place: null }, { place: null }]);
  });

  it('are archived with the order', async () => {
    const goods = await givenShipment();
    await tell(app, goods, 'asked', [event('delivered', 9)]);
    await admin.orders.deliver(goods.order);
    expect(await archiveOrders(app, goods.order)).toBe(1);
    expect(
      await app.sql`SELECT FROM shipment_events WHERE shipment_id = ${goods.shipmentId}`,
    ).toEqual([]);
    expect(await progressOf(goods)).toBeNull();
  });
});

describe('the list of orders', () => {
  /** Returns true if an order is listed as changed by events. */
  const isListed = async (
    goods: Goods,
    events: NewShipmentEvent[],
    expectedAt: Date | null = null,
  ): Promise<boolean> => {
    const { next_cursor: cursor } = await shop.orders.list();
    await tell(app, goods, 'asked', events, expectedAt);
    const { data } = await shop.orders.list({ cursor });
    return data.some(({ order_number: number }) => number === goods.order);
  };

  it.each<[ShipmentState, boolean]>([
    ['picked_up', false],
    ['in_transit', false],
    ['at_destination', false],
    ['out_for_delivery', false],
    ['failed_attempt', true],
    ['returning', true],
    ['delivered', true],
    ['returned', true],
    ['lost', true],
  ])('after the event %s, has its order as changed: %s', async (state, expected) => {
    const goods = await givenShipment();
    expect(await isListed(goods, [event(state, 5)])).toBe(expected);
    expect(await isListed(goods, [event(state, 5)])).toBe(false);
  });

  it('has an order once it is expected on another day', async () => {
    const goods = await givenShipment();
    const days = (count: number): Date => new Date(Date.UTC(2050, 0, 1) + count * 86_400_000);
    expect(await isListed(goods, [], days(3))).toBe(true);
    expect(await isListed(goods, [], days(3))).toBe(false);
    expect(await isListed(goods, [], days(3.5))).toBe(false);
    expect(await isListed(goods, [])).toBe(false);
    expect(await shown(goods)).toMatchObject({ expected_at: days(3.5).toISOString() });
    expect(await isListed(goods, [], days(5))).toBe(true);
  });

  it('without a cursor shows where shipments are now', async () => {
    const goods = await givenShipment();
    const listed = async () => {
      const { data } = await shop.orders.list(INCLUDE);
      return data.find(({ order_number: number }) => number === goods.order)!.shipments;
    };
    expect(await listed()).toMatchObject([{ state: 'handed_over' }]);
    await tell(app, goods, 'asked', [event('in_transit', 5)]);
    expect(await listed()).toEqual([await shown(goods)]);
  });
});
