import { BookingFigures } from '../../src/couriers/bookings/upkeep/booking-figures.js';
import { BookingUpkeepService } from '../../src/couriers/bookings/upkeep/booking-upkeep.service.js';
import { TestApp, UNLIMITED } from '../support/app.js';
import { Bookings, givenAccount } from '../support/couriers/bookings.js';
import { DelhiveryStub } from '../support/couriers/delhivery/stub.js';
import { ScriptedCourier } from '../support/couriers/scripted-courier.js';
import { eraseCustomers } from '../support/shop/order-actions.js';
import { givenShop } from '../support/shop/shop.js';
import { archiveOrders, makeAllOlder } from '../support/time.js';

const courier = new ScriptedCourier('scripted');
const app = await TestApp.start(UNLIMITED);
const bookings = await Bookings.of(app, await givenShop(app), 'scripted');
const { admin } = bookings;
const upkeep = app.service(BookingUpkeepService);
beforeEach(() => courier.forget());

describe('an instance of a release that knows no bookings', () => {
  /** Makes an order with a booking that an order's change does not see. */
  const givenHidden = async (change: (order: string, awb: string) => PromiseLike<unknown>) => {
    const { id, awb, order_number: order } = await bookings.givenBooked(2);
    const { orderId } = await app.row<{
      orderId: number;
    }>`SELECT order_id AS "orderId" FROM courier_bookings WHERE id = ${id}`;
    const other = await bookings.givenPaid();
    await app.sql`UPDATE courier_bookings SET released_why = 'withdrawn', order_id = (SELECT id FROM orders WHERE order_number = ${other}) WHERE id = ${id}`;
    await change(order, awb!);
    await app.sql`UPDATE courier_bookings SET released_why = NULL, order_id = ${orderId} WHERE id = ${id}`;
    return id;
  };

  const items = [{ line: 1, quantity: 1 }];
  it.each<
    [string, (order: string, awb: string) => PromiseLike<unknown>, string | null, string, number]
  >([
    ['cancels an order', (order) => admin.orders.cancel(order), 'canceled', 'canceled', 0],
    [
      'ships some of its booked units with another number',
      (order) => admin.orders.ship(order, { items }),
      'closed',
      'canceled',
      0,
    ],
    [
      'ships an order with the AWB',
      (order, awb) => admin.orders.ship(order, { tracking_number: awb }),
      null,
      'handed_over',
      1,
    ],
  ])('%s, and its booking follows within a minute', async (_, change, why, state, live) => {
    const id = await givenHidden(change);
    await upkeep.settleStray();
    expect(await bookings.get(id)).toMatchObject({ released_why: why });
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe(state);
    expect(courier.live).toHaveLength(live);
  });

  it('leaves bookings that fit their orders alone', async () => {
    const { id } = await bookings.givenBooked(2);
    await upkeep.settleStray();
    expect(await bookings.stateOf(id)).toBe('booked');
  });
});

describe('waybills', () => {
  it('are reserved in advance, and one is used once its courier knows it', async () => {
    const stub = await DelhiveryStub.open();
    const keys = { token: 'stub-token', client_name: 'WSO-STUB' };
    const account = await givenAccount(app, 'delhivery', {
      baseUrl: stub.url,
      pickup: 'Godown 1',
      keys,
    });
    const left = () =>
      app.row`SELECT count(*)::integer AS count FROM waybill_pool WHERE account_id = ${account}`;
    await upkeep.run();
    await upkeep.run();
    expect(await left()).toEqual({ count: 200 });
    const { booking } = await bookings.want(await bookings.givenPaid(), { account });
    await bookings.work();
    expect(await bookings.stateOf(booking!.id)).toBe('wanted');
    await app.sql`UPDATE waybill_pool SET fetched_at = fetched_at - interval '25 minutes'`;
    expect(await bookings.workAfter(booking!.id)).toBe('booked');
    const { awb } = await bookings.get(booking!.id);
    expect([...stub.shipments.keys()]).toEqual([awb]);
    expect(await left()).toEqual({ count: 199 });
    const { name } = await app.row<{ name: string }>`
      SELECT name FROM courier_accounts WHERE id = ${account}`;
    await app.service(BookingFigures).refresh();
    expect(await app.metric(`courier_waybills_left{account="${name}"}`)).toBe(199);
    await stub.close();
  });
});

it('what waits, and for how long, is in the metrics', async () => {
  courier.answers.push(courier.loseAnswer);
  const { id: lost } = await bookings.givenBooked();
  await bookings.pass(lost, 2_000);
  const { id: wanted } = await bookings.givenWanted();
  await app.sql`UPDATE courier_bookings SET created_at = created_at - interval '1000 s' WHERE id = ${wanted}`;
  await app.service(BookingFigures).refresh();
  const read = (name: string, state: string) => app.metric(`${name}{state="${state}"}`);
  for (const [state, seconds] of [
    ['unknown', 2_000],
    ['wanted', 1_000],
  ] as const) {
    expect(await read('courier_bookings', state)).toBe(1);
    const oldest = await read('courier_oldest_booking_seconds', state);
    expect(Math.round(oldest / 100)).toBe(seconds / 100);
  }
  await bookings.workAfter(lost);
});

it('an order has fifty bookings at most, canceled ones included', async () => {
  const { id, order_number: order } = await bookings.givenBooked();
  await admin.call('cancelBooking', id);
  await bookings.work();
  await app.sql`INSERT INTO courier_bookings (order_id, account_id, kind, state, reference, units, box, weight_grams,
      declared_minor, mode, created_by)
    SELECT order_id, account_id, kind, 'canceled', reference || n, units, box, 500, 100, mode, created_by
      FROM courier_bookings, generate_series(1, 49) n WHERE id = ${id}`;
  expect(await bookings.want(order)).toMatchObject({
    outcome: 'refused',
    errors: [{ field: 'order_number', code: 'too_many_bookings' }],
  });
});

it('a booking with the AWB of another one is left to a person, and nothing is canceled', async () => {
  const other = await bookings.givenBooked();
  courier.answers.push(() => Promise.resolve({ step: 'done', awb: other.awb! }));
  const { id } = await bookings.givenBooked();
  expect(await bookings.get(id)).toMatchObject({
    state: 'needs_person',
    problem: 'duplicate_of_another',
    awb: null,
  });
  const { order_number: order } = await bookings.get(id);
  await admin.orders.cancel(order);
  await bookings.work();
  expect(await bookings.stateOf(id)).toBe('canceled');
  expect(courier.live.map(({ awb }) => awb)).toEqual([other.awb]);
  expect(await bookings.stateOf(other.id)).toBe('booked');
});

it('what was sent is erased with the customer, and with time', async () => {
  const { id, order_number: order, awb } = await bookings.givenBooked();
  const sentOf = async (booking = id) => {
    const { sent } = await app.row<{ sent: object | null }>`
      SELECT sent FROM courier_bookings WHERE id = ${booking}`;
    return sent;
  };
  expect(await sentOf()).toMatchObject({ consignee: { name: 'Asha Verma' } });
  await admin.orders.ship(order, { tracking_number: awb });
  await admin.orders.deliver(order);
  await makeAllOlder(app, 3, order);
  await eraseCustomers(app);
  expect(await sentOf()).toBeNull();

  const other = await bookings.givenBooked();
  await admin.call('cancelBooking', other.id);
  await bookings.work();
  await app.sql`UPDATE courier_bookings SET created_at = created_at - interval '31 days' WHERE id = ${other.id}`;
  await upkeep.run();
  expect(await sentOf(other.id)).toBeNull();
});

it('a label is dropped 14 days after the end, and not before', async () => {
  const given = async () => {
    const { id, order_number: order, awb } = await bookings.givenBooked();
    await app.sql`UPDATE courier_bookings SET label = 'PDF', created_at = created_at - interval '20 days' WHERE id = ${id}`;
    return { id, order, awb };
  };
  const givenSent = async (days: number, phase: number) => {
    const { id, order, awb } = await given();
    await admin.orders.ship(order, { tracking_number: awb });
    await app.sql`UPDATE shipment_progress SET phase = ${phase}, state = ${phase === 3 ? 'delivered' : 'in_transit'},
      best_at = now() - make_interval(days => ${days})
      WHERE shipment_id = (SELECT shipment_id FROM courier_bookings WHERE id = ${id})`;
    return id;
  };
  const canceled = await given();
  await admin.call('cancelBooking', canceled.id);
  await bookings.work();
  const dropped = [canceled.id, await givenSent(15, 3)];
  const kept = [(await given()).id, await givenSent(13, 3), await givenSent(15, 1)];
  await upkeep.run();
  const labeled = await app.sql<{ id: number }>`
    SELECT id FROM courier_bookings WHERE label IS NOT NULL AND id = ANY(${[...dropped, ...kept]}) ORDER BY id`;
  expect(labeled.map(({ id }) => id)).toEqual(kept.sort((one, other) => one - other));
});

it('an archived order takes its bookings and their AWBs along', async () => {
  const { id, order_number: order, awb } = await bookings.givenBooked();
  await admin.orders.ship(order, { tracking_number: awb });
  await admin.orders.deliver(order);
  expect(await archiveOrders(app, order)).toBe(1);
  const left = await app.sql`SELECT id FROM courier_bookings WHERE id = ${id}
    UNION ALL SELECT booking_id FROM courier_awbs WHERE booking_id = ${id}`;
  expect(left).toEqual([]);
});
