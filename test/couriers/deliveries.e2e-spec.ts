import { BookingCallsService } from '../../src/couriers/bookings/calls/booking-calls.service.js';
import { BookingJob } from '../../src/couriers/bookings/calls/booking.job.js';
import { BookingUpkeepService } from '../../src/couriers/bookings/upkeep/booking-upkeep.service.js';
import { DeliveriesService } from '../../src/couriers/findings/deliveries.service.js';
import { Deliveries } from '../support/couriers/deliveries.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
const deliveries = await Deliveries.of(app, shop);

const UNITS = [{ line: 1, quantity: 1 }];
/** Makes a paid order. Each of its units gets a booking of its own, which is handed over alone. */
const givenParts = async (quantity: number) => {
  const order = await shop.placeNew(quantity);
  await admin.orders.pay(order);
  const send = async () => {
    const part = await deliveries.bookUnits(order, UNITS);
    await deliveries.handOver(part, UNITS);
    return part;
  };
  return { order, send };
};
const lookAgain = () => app.service(DeliveriesService).lookAgain();
const returnsOf = async (order: string) => (await shop.orders.get(order)).returns;
const listed = async (group: 'back' | 'claim' | 'problem') =>
  (await admin.call('listDeliveryFindings', { group })).data;

describe("a courier's answer", () => {
  it('moves a shipment, and delivers its order when it is delivered', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['PU', 5], ['IT', 4]);
    expect(await deliveries.stateOf(sent)).toBe('in_transit');
    expect(await deliveries.statusOf(sent.order)).toBe('shipped');
    await deliveries.answers(sent, ['PU', 5], ['IT', 4], ['OFD', 2], ['DL', 1]);
    expect(await deliveries.statusOf(sent.order)).toBe('delivered');
    const { data } = await admin.audit.list({ subject: `order ${sent.order}` });
    expect(data[0]).toMatchObject({ action: 'order.delivered', actor: 'courier' });
  });

  it('that tells nothing new changes nothing but the time of the next question', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['PU', 5]);
    const before =
      await app.row`SELECT updated_at, changed_xid FROM orders WHERE order_number = ${sent.order}`;
    await deliveries.answers(sent, ['PU', 5]);
    expect(
      await app.row`SELECT updated_at, changed_xid FROM orders WHERE order_number = ${sent.order}`,
    ).toEqual(before);
    const { hours } = await app.row<{ hours: number }>`
      SELECT round(extract(epoch FROM next_ask_at - now()) / 3600)::integer AS hours
      FROM shipment_progress WHERE shipment_id = ${sent.shipmentId}`;
    expect(hours).toBe(4);
  });

  it('delivers an order only once all of its shipments are delivered', async () => {
    const { order, send } = await givenParts(2);
    await deliveries.answers(await send(), ['DL']);
    expect(await deliveries.statusOf(order)).toBe('partially_shipped');
    const two = await send();
    await deliveries.answers(two, ['OFD']);
    expect(await deliveries.statusOf(order)).toBe('shipped');
    await deliveries.answers(two, ['OFD'], ['DL', 0.5]);
    expect(await deliveries.statusOf(order)).toBe('delivered');
  });

  it('about the only shipment of an order counts once the rest of the order is closed', async () => {
    const { order, send } = await givenParts(2);
    await deliveries.answers(await send(), ['DL']);
    await admin.orders.close(order);
    expect(await deliveries.statusOf(order)).toBe('shipped');
    await lookAgain();
    expect(await deliveries.statusOf(order)).toBe('delivered');
  });

  it('leaves an order alone of which a shipment was typed by hand', async () => {
    const { order, send } = await givenParts(2);
    const booked = await send();
    await admin.orders.ship(order, { courier: 'By hand', tracking_number: 'T1', items: UNITS });
    await deliveries.answers(booked, ['DL']);
    expect(await deliveries.statusOf(order)).toBe('shipped');
  });

  it('of a second, different end changes nothing and is listed', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['DL', 3]);
    await deliveries.answers(sent, ['DL', 3], ['RTO', 1]);
    expect(await deliveries.stateOf(sent)).toBe('delivered');
    expect(await deliveries.statusOf(sent.order)).toBe('delivered');
    expect(await deliveries.findingsOf(sent)).toEqual(['ends_differ']);
    expect(await returnsOf(sent.order)).toEqual([]);
  });

  it('is waited for once half of the limit of calls is used, and while the account pauses', async () => {
    const sent = await deliveries.givenSent();
    await app.sql`INSERT INTO courier_calls (account_id, call, window_at, count)
      SELECT ${deliveries.accountId}, 'track', date_bin('5 minutes', at, 'epoch'), 5000 FROM unnest(ARRAY[now(), now() + interval '5 minutes']) at
      ON CONFLICT (account_id, call, window_at) DO UPDATE SET count = 5000`;
    await deliveries.answers(sent, ['DL', 1]);
    expect(await deliveries.stateOf(sent)).toBe('handed_over');
    await app.sql`DELETE FROM courier_calls`;
    await app.sql`UPDATE courier_accounts SET paused_until = now() + interval '1 hour', pause_reason = 'too_many_calls'`;
    await deliveries.askDue();
    expect(await deliveries.stateOf(sent)).toBe('handed_over');
    await app.sql`UPDATE courier_accounts SET paused_until = NULL, pause_reason = NULL`;
    await deliveries.askDue();
    expect(await deliveries.stateOf(sent)).toBe('delivered');
  });

  it('about an end is asked for once more a day later, and then never again', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['DL']);
    const next = () =>
      app.row<{ next: Date | null }>`
        SELECT next_ask_at AS next FROM shipment_progress WHERE shipment_id = ${sent.shipmentId}`;
    expect((await next()).next).toEqual(expect.any(Date));
    await deliveries.answers(sent, ['DL']);
    expect((await next()).next).toBeNull();
  });

  it('that never comes leaves a shipment listed: not picked up, and silent', async () => {
    const sent = await deliveries.givenSent();
    await app.sql`UPDATE courier_bookings SET handed_over_at = now() - interval '3 days' WHERE id = ${sent.id}`;
    await deliveries.answers(sent);
    expect(await deliveries.findingsOf(sent)).toEqual(['not_picked_up']);
    await deliveries.answers(sent, ['PU', 2]);
    expect(await deliveries.findingsOf(sent)).toEqual([]);
    await app.sql`UPDATE shipment_progress SET best_at = now() - interval '46 days' WHERE shipment_id = ${sent.shipmentId}`;
    await deliveries.answers(sent, ['PU', 2]);
    expect(await deliveries.findingsOf(sent)).toEqual(['silent']);
    const problems = await listed('problem');
    expect(problems[0]).toMatchObject({ kind: 'silent', order_number: sent.order, awb: sent.awb });
  });
});

describe('what is lost', () => {
  it('is listed to claim until a person has dealt with it', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['IT', 3], ['LOST', 1]);
    expect(await deliveries.statusOf(sent.order)).toBe('shipped');
    const [finding] = await listed('claim');
    expect(finding).toMatchObject({ kind: 'lost', order_number: sent.order });
    await admin.call('settleDeliveryFinding', finding!.id);
    await admin.call('settleDeliveryFinding', finding!.id);
    expect(await listed('claim')).toEqual([]);
    expect(await admin.call('settleDeliveryFinding', 999_999).status()).toBe(404);
  });
});

describe('what comes back', () => {
  it('is listed while it is on its way, and gets a return that is awaited once it is back', async () => {
    const sent = await deliveries.givenSent(2);
    await deliveries.answers(sent, ['FA', 9], ['RT', 4]);
    expect(await deliveries.findingsOf(sent)).toEqual(['returning']);
    expect(await returnsOf(sent.order)).toEqual([]);
    await deliveries.answers(sent, ['FA', 9], ['RT', 4], ['RTO', 1]);
    expect(await returnsOf(sent.order)).toMatchObject([
      {
        status: 'awaited',
        origin: 'undelivered',
        return_address: null,
        reason: 'Not delivered: the customer was not there',
        items: [{ line: 1, quantity: 2 }],
      },
    ]);
    const [awaited] = await returnsOf(sent.order);
    const back = { courier: 'BlueLine', tracking_number: 'BACK7731204' };
    const nothing = shop.orders.setReturnTracking(sent.order, awaited!.id, back);
    await nothing.expectRefusal(409, 'not_awaited');
    const { data } = await admin.orders.list({ return_step: 'goods', q: sent.order });
    expect(data).toMatchObject([{ undelivered_shipment_id: sent.shipmentId }]);
    const { returns } = await admin.orders.get(sent.order);
    expect(returns).toMatchObject([{ shipment_id: sent.shipmentId }]);
    expect(await deliveries.findingsOf(sent)).toEqual(['returned']);
    // The desk receives it as any other return.
    await admin.orders.return(sent.order);
    await lookAgain();
    expect(await deliveries.findingsOf(sent)).toEqual([]);
  });

  it('waits for the rest of a partly shipped order', async () => {
    const { order, send } = await givenParts(3);
    const part = await send();
    await deliveries.answers(part, ['RT', 4], ['RTO', 1]);
    expect(await deliveries.findingsOf(part)).toEqual(['return_waits']);
    expect(await returnsOf(order)).toEqual([]);
    await admin.orders.close(order);
    await lookAgain();
    expect(await returnsOf(order)).toMatchObject([{ status: 'awaited', items: UNITS }]);
    expect(await deliveries.findingsOf(part)).toEqual(['returned']);
  });

  it('has the units of its shipment, of which an operator may have shipped fewer than were booked', async () => {
    const booked = await deliveries.book(3);
    await deliveries.handOver(booked, UNITS);
    await admin.orders.ship(booked.order, { courier: 'By hand', tracking_number: 'T2' });
    await deliveries.answers(booked, ['RT', 4], ['RTO', 1]);
    expect(await returnsOf(booked.order)).toMatchObject([{ status: 'awaited', items: UNITS }]);
  });

  it('is left to a person if the order has another return', async () => {
    const sent = await deliveries.givenSent(2);
    await shop.orders.requestReturn(sent.order, [{ line: 1, quantity: 1 }]);
    await deliveries.answers(sent, ['RT', 4], ['RTO', 1]);
    expect(await returnsOf(sent.order)).toMatchObject([{ status: 'requested' }]);
    const [finding] = await listed('back');
    expect(finding).toMatchObject({ kind: 'return_by_hand', order_number: sent.order });
    expect(finding!.note).toContain('return');
  });
});

describe('an operator', () => {
  it('notes that a shipment is back, delivered or lost, which moves the order as an answer would', async () => {
    const [back, arrived] = [await deliveries.givenSent(), await deliveries.givenSent()];
    const lost = await deliveries.givenSent();
    const note = (shipmentId: number, state: string) =>
      admin.call('noteShipmentEvent', shipmentId, { state, note: 'seen at the desk' });
    expect(await note(back.shipmentId, 'returned')).toMatchObject({
      state: 'returned',
      events: [{ source: 'operator', words: 'seen at the desk' }],
    });
    expect(await returnsOf(back.order)).toMatchObject([{ status: 'awaited' }]);
    await note(arrived.shipmentId, 'delivered');
    await note(arrived.shipmentId, 'delivered');
    expect(await deliveries.statusOf(arrived.order)).toBe('delivered');
    await note(lost.shipmentId, 'lost');
    expect(await deliveries.findingsOf(lost)).toEqual(['lost']);
    await note(lost.shipmentId, 'delivered').expectRefusal(409, 'shipment_ended');
  });

  it('sees the trail of a shipment, and none of one that was typed by hand', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['PU', 5], ['OFD', 2]);
    const trail = await admin.call('getShipmentEvents', sent.shipmentId);
    expect(trail).toMatchObject({
      order_number: sent.order,
      tracking_number: sent.awb,
      state: 'out_for_delivery',
      events: [
        { state: 'picked_up', description: 'Picked up by the courier', place: 'Warehouse' },
        { state: 'out_for_delivery', code: 'OFD', source: 'asked' },
      ],
    });
    const order = await shop.placeNew();
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    const { id } = await app.row<{ id: number }>`
      SELECT s.id FROM shipments s JOIN orders o ON o.id = s.order_id WHERE o.order_number = ${order}`;
    expect(await admin.call('getShipmentEvents', id)).toMatchObject({ state: null, events: [] });
    const note = admin.call('noteShipmentEvent', id, { state: 'lost' });
    await note.expectRefusal(409, 'not_followed');
    await admin.call('getShipmentEvents', 999_999).expectRefusal(404, 'shipment_not_found');
  });

  it('notes that a box was not handed over: it is canceled, and its units come back', async () => {
    await app.stopJobs(BookingJob);
    const kept = await deliveries.givenSent();
    const note = (state: string) => admin.call('noteShipmentEvent', kept.shipmentId, { state });
    expect(await note('not_handed_over')).toMatchObject({ state: 'returned' });
    await note('not_handed_over');
    expect(await admin.call('getBooking', kept.id)).toMatchObject({
      state: 'canceling',
      released_why: 'withdrawn',
      shipment_id: kept.shipmentId,
    });
    await app.service(BookingUpkeepService).settleStray();
    while (await app.service(BookingCallsService).workOnDue());
    expect(await admin.call('getBooking', kept.id)).toMatchObject({ state: 'canceled' });
    const [asked] = await returnsOf(kept.order);
    expect(asked).toMatchObject({
      status: 'awaited',
      reason: 'Not delivered: it was not handed over to the courier',
    });
    await admin.call('handOverBooking', kept.id, {}).expectRefusal(409, 'booking_canceled');
    await app.expectInvariants();
  });

  it('notes that a box was not handed over only until its first scan', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['PU', 5]);
    const note = admin.call('noteShipmentEvent', sent.shipmentId, { state: 'not_handed_over' });
    await note.expectRefusal(409, 'booking_state_refused');
    expect(await deliveries.stateOf(sent)).toBe('picked_up');
    expect(await returnsOf(sent.order)).toEqual([]);
  });

  it('sees what is on the way, and how much of it each courier has', async () => {
    const sent = await deliveries.givenSent();
    await deliveries.answers(sent, ['OFD', 2]);
    const { data } = await admin.call('listDeliveries', { limit: 1 });
    expect(data).toMatchObject([{ order_number: sent.order, state: 'out_for_delivery' }]);
    const counts = await admin.call('countDeliveries');
    expect(counts).toContainEqual({
      courier: 'Sandbox courier',
      state: 'out_for_delivery',
      count: expect.any(Number),
    });
  });
});
