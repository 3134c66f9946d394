import request from 'supertest';
import { OpenedCouriers } from '../../src/couriers/accounts/opened-couriers.js';
import type { CourierWork } from '../../src/couriers/accounts/account-pauses.js';
import type { BookingToSend, CourierGateway } from '../../src/couriers/courier-gateway.js';
import { SANDBOX_PLACE } from '../../src/couriers/sandbox/sandbox-courier.js';
import { app, startSuite } from '../support/money/suite.js';
import { givenCourierAccount, letSandboxMove } from '../support/couriers/courier-accounts.js';

startSuite();

let accountId: number;
beforeEach(async () => {
  ({ id: accountId } = await givenCourierAccount(app));
});

const open = async (work: CourierWork = 'booking', id = accountId): Promise<CourierGateway> =>
  (await app.service(OpenedCouriers).open(id, work)).courier;

let references = 0;
function bookingTo(pincode: string, change: Partial<BookingToSend> = {}): BookingToSend {
  references += 1;
  const address = { lines: ['12 Anna Salai'], city: 'Chennai', state: 'Tamil Nadu', pincode };
  return {
    reference: `B${references}A1`,
    awb: null,
    ref: null,
    orderNumber: 'WO-0000000000',
    consignee: { name: 'Asha Rao', phone: '9840012345', ...address },
    pickupName: SANDBOX_PLACE.name,
    returnTo: null,
    box: { lengthMm: 200, breadthMm: 150, heightMm: 100 },
    weightGrams: 750,
    declaredMinor: 100_000,
    items: [],
    mode: 'surface',
    ...change,
  };
}

/** Books, and moves the shipment by its script to the end. */
async function statesAfter(pincode: string): Promise<(string | null)[]> {
  const courier = await open();
  const { awb } = await courier.book(bookingTo(pincode), 'order');
  await app.sql`UPDATE sandbox_shipments SET due_at = clock_timestamp() WHERE awb = ${awb}`;
  await letSandboxMove(app, 3_600);
  const [tracked] = await courier.track([awb!]);
  return tracked!.events.map(({ state }) => state);
}

describe('the sandbox courier', () => {
  it('books a reference once, however often it is called and however many calls come at the same time', async () => {
    const courier = await open();
    const booking = bookingTo('600010');
    const booked = await Promise.all([1, 2, 3, 4].map(() => courier.book(booking, 'order')));
    expect(new Set(booked.map(({ awb }) => awb)).size).toBe(1);
    expect(booked[0]).toMatchObject({ step: 'done', freightMinor: 8_000, routing: 'SBX/600' });
    expect(await courier.book(booking, 'order')).toEqual(booked[0]);
  });

  it('answers late: the booking is not found at first, and afterwards it is', async () => {
    const courier = await open();
    const booking = bookingTo('600015');
    const unknown = { name: 'CourierUnknown' };
    await expect(courier.book(booking, 'order')).rejects.toMatchObject(unknown);
    expect(await courier.find(booking)).toBeNull();
    await expect(courier.book(booking, 'order')).rejects.toMatchObject(unknown);
    await app.sql`UPDATE sandbox_shipments SET known_at = clock_timestamp() WHERE reference = ${booking.reference}`;
    expect(await courier.find(booking)).toMatchObject({ step: 'done', isCanceled: false });
  });

  it.each([
    ['600010', 'picked_up in_transit out_for_delivery delivered'],
    ['600011', 'picked_up in_transit out_for_delivery failed_attempt out_for_delivery delivered'],
    ['600013', 'picked_up in_transit lost'],
    ['600019', 'picked_up in_transit out_for_delivery delivered returned'],
    [
      '600012',
      'picked_up in_transit out_for_delivery failed_attempt out_for_delivery failed_attempt out_for_delivery failed_attempt returning returned',
    ],
  ])('carries to %s: %s', async (pincode, states) => {
    expect((await statesAfter(pincode)).join(' ')).toBe(states);
  });

  it('cancels until it was picked up', async () => {
    const courier = await open();
    const booking = bookingTo('600010');
    const { awb } = await courier.book(booking, 'order');
    await app.sql`UPDATE sandbox_shipments SET due_at = clock_timestamp() WHERE awb = ${awb}`;
    await letSandboxMove(app, 0);
    expect(await courier.cancel(booking, false)).toBe('too_late');
  });

  it('is moved by the buttons of its page, which shows only what is possible', async () => {
    const courier = await open();
    const { awb } = await courier.book(bookingTo('600010'), 'order');
    const press = async (action: string): Promise<string> => {
      await request(app.server)
        .post('/sandbox/courier')
        .send(new URLSearchParams({ awb: awb!, action }).toString())
        .expect(303);
      const { text } = await request(app.server).get('/sandbox/courier').expect(200);
      return text.slice(text.indexOf(awb!), text.indexOf('</form>', text.indexOf(awb!)));
    };
    expect(await press('pick_up')).not.toContain('Pick up');
    expect(await press('fail')).toContain('The door stayed closed');
    const [failed] = await courier.track([awb!]);
    expect(failed!.events.at(-1)).toMatchObject({
      state: 'failed_attempt',
      failure: { reason: 'unavailable', attempt: 1 },
    });
    expect(await press('deliver')).not.toContain('<button');
    expect(await press('return')).not.toContain('Back at the sender');
  });

  it('tries again or turns back, as a failure is answered', async () => {
    const courier = await open();
    const answer = { code: 'FA', attempt: 1, actOn: null, phone: null, addressLines: null };
    for (const [action, end] of [
      ['reattempt', 'delivered'],
      ['return', 'returned'],
    ] as const) {
      const { awb } = await courier.book(bookingTo('600012'), 'order');
      const act = { ...answer, awb: awb!, action, comment: '' };
      await expect(courier.act(act)).rejects.toMatchObject({ code: 'too_late' });
      const press = new URLSearchParams({ awb: awb!, action: 'fail' }).toString();
      await request(app.server).post('/sandbox/courier').send(press).expect(303);
      await courier.act(act);
      await letSandboxMove(app, 3_600);
      const [tracked] = await courier.track([awb!]);
      expect(tracked!.events.at(-1)!.state).toBe(end);
    }
  });

  it('reads of its pushes only events with a time and a code', async () => {
    const courier = await open();
    const told = [{ at: '2026-11-27T10:00:00.000Z', code: 'OFD' }, null, { code: 7 }];
    const body = Buffer.from(JSON.stringify({ awb: '1', events: told }));
    const [push] = courier.readPush({ headers: {}, body })!;
    expect(push!.events).toMatchObject([{ state: 'out_for_delivery', isUnknown: false }]);
  });
});

describe('an opened courier', () => {
  const account = () =>
    app.row<{ pauses: number; reason: string | null; seconds: number | null }>`
      SELECT pauses, pause_reason AS reason,
        round(extract(epoch FROM paused_until - clock_timestamp()))::int AS seconds
      FROM courier_accounts WHERE id = ${accountId}`;

  it('counts its calls for all instances, and in the metrics', async () => {
    const courier = await open();
    await courier.check();
    await courier.check();
    await courier.book(bookingTo('600014'), 'order').catch(() => undefined);
    const counted = await app.sql<{ call: string; count: number }>`
      SELECT call, sum(count)::integer AS count FROM courier_calls WHERE account_id = ${accountId}
      GROUP BY call ORDER BY call`;
    expect(counted).toEqual([
      { call: 'book', count: 1 },
      { call: 'check', count: 2 },
    ]);
    const { text } = await request(app.server).get('/metrics').expect(200);
    expect(text).toMatch(/courier_calls_total\{kind="sandbox",call="book",outcome="refused"\} \d/);
    expect(text).toContain('courier_call_seconds_count{kind="sandbox",call="check"}');
    // Prometheus sees the first refusal of keys as an increase only if there was a 0 before.
    const refused = 'courier_calls_total{kind="shiprocket",call="book",outcome="keys_refused"} 0';
    expect(text).toContain(refused);
  });

  it('pauses bookings alone without money, until a booking succeeds', async () => {
    const courier = await open();
    await courier.book(bookingTo('600016'), 'order').catch(() => undefined);
    expect(await account()).toMatchObject({ pauses: 1, reason: 'no_money_at_courier' });
    await expect(open('booking')).rejects.toMatchObject({ reason: 'no_money_at_courier' });
    await (await open('asking')).track([]);
    expect(await account()).toMatchObject({ reason: 'no_money_at_courier' });
    await courier.book(bookingTo('600010'), 'order');
    expect(await account()).toMatchObject({ pauses: 0, reason: null });
  });

  it('pauses longer with each refusal of its keys in a row, at most a quarter of an hour', async () => {
    ({ id: accountId } = await givenCourierAccount(app, { keys: { token: 'refused-token' } }));
    const lengths: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const courier = await open('check');
      await courier.check().catch(() => undefined);
      // A second refusal during the pause, as of another call under way, makes it no longer.
      await courier.check().catch(() => undefined);
      lengths.push((await account()).seconds!);
      await app.sql`UPDATE courier_accounts SET paused_until = clock_timestamp() WHERE id = ${accountId}`;
    }
    const expected = [30, 60, 120, 240, 480, 900, 900];
    expect(lengths.map((seconds, at) => Math.abs(seconds - expected[at]!) < 10)).not.toContain(
      false,
    );
  });

  it('waits while SECRETS_KEY cannot open its keys, and no other account does', async () => {
    const { id } = await givenCourierAccount(app);
    await app.sql`UPDATE courier_accounts SET keys = 'v1:00000000:' || repeat('A', 60) WHERE id = ${accountId}`;
    await expect(open()).rejects.toMatchObject({ reason: 'secrets_key_wrong' });
    expect(await account()).toMatchObject({ reason: 'secrets_key_wrong' });
    await (await open('booking', id)).check();
  });

  it('books nothing while it is inactive, and follows what is on the way', async () => {
    await app.sql`UPDATE courier_accounts SET is_active = false WHERE id = ${accountId}`;
    await expect(open('booking')).rejects.toMatchObject({ reason: 'inactive' });
    await (await open('asking')).track([]);
  });
});
