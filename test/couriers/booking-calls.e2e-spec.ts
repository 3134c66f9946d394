import { BookingJob } from '../../src/couriers/bookings/calls/booking.job.js';
import { CourierUnknown } from '../../src/couriers/courier-errors.js';
import { UNLIMITED } from '../support/app.js';
import { Bookings } from '../support/couriers/bookings.js';
import { HeldCall, ScriptedCourier } from '../support/couriers/scripted-courier.js';
import { orderLock, statusesWhileLocked } from '../support/database/locks.js';
import { givenSuiteOfTwo } from '../support/shop/shop.js';

const courier = new ScriptedCourier('scripted');
const { one, two, admin, shop } = await givenSuiteOfTwo(UNLIMITED);
const bookings = await Bookings.of(one, shop, 'scripted');
// Else its own run would take a booking first, and be in its call when a test looks.
await two.stopJobs(BookingJob);

beforeEach(async () => {
  // What earlier tests left is not worked on.
  await one.sql`UPDATE courier_bookings SET due_at = NULL`;
  courier.forget();
});
afterAll(() => one.expectInvariants());

/** Makes a booking whose call the courier has and does not answer. */
const givenHeld = async () => {
  const held = new HeldCall(courier);
  courier.answers.push(held.book);
  const { id, order_number: order } = await bookings.givenWanted();
  const working = bookings.work();
  await held.begun();
  const end = async () => {
    await held.end();
    await working;
  };
  return { id, order, end };
};

describe('a call without an answer', () => {
  it('is left to settle, and what the courier has is the answer', async () => {
    courier.answers.push(courier.loseAnswer);
    const { id } = await bookings.givenWanted();
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('unknown');
    expect(await bookings.workAfter(id, 30)).toBe('unknown');
    expect(courier.calls).toHaveLength(1);
    expect(await bookings.workAfter(id, 31)).toBe('booked');
    expect(courier.calls.map((call) => call.split(' ')[0])).toEqual(['book', 'find']);
    expect((await bookings.get(id)).awb).toBe(courier.shipments[0]!.awb);
  });

  it('is made again only after the courier said that it has no such booking, later ones after it said so twice, and a sixth one never', async () => {
    courier.answers.push(...Array<typeof courier.notHear>(5).fill(courier.notHear));
    const { id } = await bookings.givenWanted();
    await bookings.work();
    for (let turn = 0; turn < 20; turn += 1) await bookings.workAfter(id, 3_000);
    expect(await bookings.get(id)).toMatchObject({
      state: 'needs_person',
      problem: 'unknown_too_long',
    });
    const names = courier.calls.map((call) => call.split(' ')[0]);
    const [first, ...others] = Array<string[]>(5).fill(['book', 'find', 'find']);
    expect(names).toEqual([first!.slice(0, 2), ...others].flat());
  });

  it('of a process that was killed is asked about by the next one', async () => {
    const { id } = await bookings.givenWanted();
    await one.sql`UPDATE courier_bookings SET state = 'calling', step = 'order', called_at = now(), tries = 1,
      due_at = now() + interval '60 s' WHERE id = ${id}`;
    await bookings.work();
    expect(courier.calls).toEqual([]);
    expect(await bookings.workAfter(id)).toBe('wanted');
    expect(courier.calls.map((call) => call.split(' ')[0])).toEqual(['find']);
  });

  it('is decided by a person if the courier is silent for half an hour, who may let it be asked again', async () => {
    courier.answers.push(courier.loseAnswer);
    const silent = () => Promise.reject(new CourierUnknown('no answer'));
    courier.finds.push(silent, silent);
    const { id } = await bookings.givenWanted();
    await bookings.work();
    expect(await bookings.workAfter(id)).toBe('unknown');
    expect(await bookings.workAfter(id, 1_800)).toBe('needs_person');
    await admin.call('retryBooking', id);
    expect(await bookings.workAfter(id, 0)).toBe('booked');
    expect(courier.shipments).toHaveLength(1);
  });
});

describe('an order that changes', () => {
  it('while its booking is on the way is canceled at once, and so is the AWB that comes after', async () => {
    const { id, order, end } = await givenHeld();
    await admin.orders.cancel(order);
    expect(await bookings.get(id)).toMatchObject({ state: 'canceling', released_why: 'canceled' });
    await end();
    expect(await bookings.get(id)).toMatchObject({
      state: 'canceled',
      awb: courier.shipments[0]!.awb,
    });
    expect(courier.live).toEqual([]);
  });

  it('before any call has no booking any more, and the courier hears nothing', async () => {
    const { id, order_number: order } = await bookings.givenWanted();
    await admin.orders.cancel(order);
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('canceled');
    expect(courier.calls).toEqual([]);
  });

  it('while its call is unanswered is asked about first, then canceled', async () => {
    courier.answers.push(courier.loseAnswer);
    const { id, order_number: order } = await bookings.givenBooked();
    await admin.orders.cancel(order);
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('canceling');
    expect(await bookings.workAfter(id)).toBe('canceled');
    expect(courier.live).toEqual([]);
    const names = courier.calls.map((call) => call.split(' ')[0]);
    expect(names).toEqual(['book', 'find', 'cancel']);
  });

  it('too late for the courier needs a person', async () => {
    const { id, order_number: order } = await bookings.givenBooked();
    courier.cancels.push(() => Promise.resolve('too_late'));
    await admin.orders.cancel(order);
    await bookings.work();
    expect(await bookings.get(id)).toMatchObject({
      state: 'needs_person',
      problem: 'moving_but_canceled',
    });
  });

  it('is booked again with the corrected address', async () => {
    const { id, order_number: order } = await bookings.givenBooked(2);
    await admin.call('correctOrderAddress', order, { address: '15, Lake View Road' });
    await bookings.work();
    expect(await bookings.get(id)).toMatchObject({
      state: 'canceled',
      released_why: 'address_changed',
    });
    const { data } = await admin.call('listBookings', { order_number: order });
    expect(data).toMatchObject([
      { state: 'booked', replaces_id: id, items: [{ quantity: 2 }] },
      { id },
    ]);
    expect(courier.live).toMatchObject([
      { booking: { consignee: { lines: ['15, Lake View Road'] } } },
    ]);
  });

  it('stays booked if only the form of its phone number was corrected', async () => {
    const { id, order_number: order } = await bookings.givenBooked();
    await admin.call('correctOrderAddress', order, { phone: '098765-43210' });
    await admin.call('correctOrderAddress', order, { phone: '98765 43210' });
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('booked');
    await admin.call('correctOrderAddress', order, { phone: '98765 43211' });
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('canceled');
  });

  it('before its call is sent with the corrected address', async () => {
    const { id, order_number: order } = await bookings.givenWanted();
    await admin.call('correctOrderAddress', order, { address: '16, Lake View Road' });
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('booked');
    expect(courier.live).toMatchObject([
      { booking: { consignee: { lines: ['16, Lake View Road'] } } },
    ]);
  });

  it('and its booking take their locks in one order', async () => {
    const { id, order_number: order } = await bookings.givenBooked();
    const [canceled, withdrawn] = await statusesWhileLocked(one, orderLock(order), [
      admin.orders.cancel(order),
      admin.call('cancelBooking', id),
    ]);
    expect([canceled, withdrawn]).toEqual([200, 200]);
    await bookings.work();
    expect(await bookings.stateOf(id)).toBe('canceled');
  });
});

describe('shipping by hand', () => {
  it('with the AWB hands the booking over', async () => {
    const { id, awb, order_number: order } = await bookings.givenBooked(2);
    const { shipments } = await admin.orders.ship(order, { tracking_number: awb });
    expect(await bookings.get(id)).toMatchObject({
      state: 'handed_over',
      shipment_id: shipments[0]!.id,
    });
    await admin.call('cancelBooking', id).expectRefusal(409, 'booking_state_refused');
  });

  it('with another number is refused for the units that are booked', async () => {
    const order = await bookings.givenPaid(3);
    const items = [{ line: 1, quantity: 2 }];
    const { booking } = await bookings.want(order, { items });
    await admin.orders.ship(order).expectRefusal(409, 'units_are_booked');
    const rest = { items: [{ line: 1, quantity: 1 }] };
    await admin.orders.ship(order, rest);
    await admin.orders.ship(order, rest).expectRefusal(409, 'units_are_booked');
    await bookings.work();
    const { awb } = await bookings.get(booking!.id);
    expect(await admin.orders.ship(order, { tracking_number: awb })).toMatchObject({
      status: 'shipped',
    });
  });

  const ship = (order: string, awb: string | null) =>
    admin.orders.ship(order, { tracking_number: awb });

  it('with the AWB of another order is refused until that box is handed over', async () => {
    const { id, awb, order_number: booked } = await bookings.givenBooked();
    const [order, sent] = [await bookings.givenPaid(), await bookings.givenPaid()];
    for (const number of [awb!, awb!.replace(/^(.{4})/, '$1 ')])
      await ship(order, number).expectProblems('tracking_number awb_taken');
    const [shipment] = (await ship(sent, 'MINE-1')).shipments;
    const corrected = admin.orders.correctShipment(sent, shipment!.id, { tracking_number: awb });
    await corrected.expectProblems('tracking_number awb_taken');
    await ship(booked, awb);
    expect(await bookings.stateOf(id)).toBe('handed_over');
    // Two orders of one customer may travel in one box.
    await ship(order, awb);
  });

  it('with an AWB that was canceled is refused as an old label, which names the new one', async () => {
    const { id, awb: old, order_number: order } = await bookings.givenBooked(2);
    await admin.call('cancelBooking', id);
    for (const any of [order, await bookings.givenPaid()])
      await ship(any, old).expectRefusal(409, 'booking_canceled', { awb: null });
    const { booking } = await bookings.want(order, { items: [{ line: 1, quantity: 1 }] });
    await bookings.work();
    const { awb } = await bookings.get(booking!.id);
    await ship(order, old).expectRefusal(409, 'booking_canceled', { awb });
    await ship(order, 'TYPED-1').expectRefusal(409, 'units_are_booked', { awb });
  });

  it('is refused while the call is on the way', async () => {
    const { id, order, end } = await givenHeld();
    await admin.orders.ship(order).expectRefusal(409, 'units_are_booked');
    await end();
    expect(await bookings.stateOf(id)).toBe('booked');
  });
});

describe('an instance that lost its claim', () => {
  it('changes nothing, and the second AWB that it was given is canceled', async () => {
    const { id, end } = await givenHeld();
    expect(await bookings.workAfter(id)).toBe('wanted');
    await bookings.pass(id);
    await bookings.work(two);
    const booked = await bookings.get(id);
    expect(booked.state).toBe('booked');
    await end();
    expect(await bookings.get(id)).toEqual(booked);
    expect(courier.live.map(({ awb }) => awb)).toEqual([booked.awb]);
    const { seen } = await one.row<{ seen: number }>`
      SELECT count(*)::integer AS seen FROM courier_awbs WHERE booking_id = ${id}`;
    expect(seen).toBe(2);
  });

  it('leaves a second AWB that cannot be canceled to a person', async () => {
    const { id, end } = await givenHeld();
    await bookings.workAfter(id);
    await bookings.pass(id);
    await bookings.work(two);
    courier.cancels.push(() => Promise.resolve('too_late'));
    await end();
    expect(await bookings.get(id)).toMatchObject({ state: 'needs_person', problem: 'two_awbs' });
    expect(courier.live).toHaveLength(2);
    await one.sql`UPDATE courier_awbs SET canceled_at = now() WHERE booking_id = ${id} AND awb <> ${courier.live[0]!.awb}`;
  });

  it('lets the AWB be canceled that comes after the booking has ended', async () => {
    const { id, order, end } = await givenHeld();
    await admin.orders.cancel(order);
    await bookings.pass(id);
    await bookings.work(two);
    expect(await bookings.stateOf(id)).toBe('canceled');
    await end();
    expect(await bookings.stateOf(id)).toBe('canceled');
    expect([courier.shipments.length, courier.live]).toEqual([1, []]);
  });
});
