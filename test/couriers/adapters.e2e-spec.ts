import {
  CourierHasNoMoney,
  CourierKeysRefused,
  CourierRefused,
  CourierUnknown,
} from '../../src/couriers/courier-errors.js';
import type { BookingToSend, CourierEvent } from '../../src/couriers/courier-gateway.js';
import { COURIER_KINDS, COURIERS } from '../../src/couriers/couriers.js';
import {
  book,
  givenBooking,
  openHarness,
  type CourierHarness,
} from '../support/couriers/courier-harness.js';
import { app, startSuite } from '../support/money/suite.js';

const identityOf = ({ at, code, state }: CourierEvent) => ({ at, code, state });

startSuite();

let harness: CourierHarness;
/** Opens an account for the tests of a group. */
function startAt(kind: string): void {
  beforeAll(async () => {
    harness = await openHarness(kind, app);
  });
  afterAll(() => harness.close());
}

const givenShipment = async () => {
  const booking = await givenBooking(harness);
  return { booking, awb: await book(harness.gateway, booking) };
};
const track = async (awb: string) => {
  const [tracked] = await harness.gateway.track([awb]);
  return tracked!;
};
const statesOf = async (awb: string) => (await track(awb)).events.map(({ state }) => state);

describe.each(COURIER_KINDS)('the adapter of %s', (kind) => {
  startAt(kind);

  it('describes itself, and waits longer for an execution than for an answer', () => {
    const { gateway } = harness;
    const { trackingUrl, keys, label } = COURIERS[kind]!;
    expect(gateway.kind).toBe(kind);
    expect(trackingUrl).toMatch(/^https:\/\/[^{]+\{tracking_number\}$/);
    expect(label).not.toBe('');
    expect(new Set(keys.map(({ name }) => name)).size).toBe(keys.length);
    const { settleMs, timeoutMs, hosts } = gateway.rules;
    expect(settleMs).toBeGreaterThanOrEqual(4 * timeoutMs);
    for (const host of hosts) expect(new URL(`https://${host}`).hostname).toBe(host);
  });

  it('checks an account, and refuses keys that the courier does not know', async () => {
    const { gateway, strangers, pickupName } = harness;
    const { pickupPlaces } = await gateway.check();
    if (pickupPlaces !== null) expect(pickupPlaces.map(({ name }) => name)).toContain(pickupName);
    await expect(strangers.check()).rejects.toThrow(CourierKeysRefused);
    const booking = await givenBooking(harness);
    await expect(strangers.book(booking, 'order')).rejects.toThrow(CourierKeysRefused);
    expect(await gateway.find(booking)).toBeNull();
  });

  it('books, and finds the booking by its AWB and by its reference', async () => {
    const { gateway } = harness;
    const { booking, awb } = await givenShipment();
    const { reference } = booking;
    const found = { awb, reference, isCanceled: false, step: 'done' };
    expect(await gateway.find({ reference, awb, ref: null })).toMatchObject(found);
    expect(await gateway.find({ reference, awb: null, ref: null })).toMatchObject(found);
    expect(await gateway.find(await givenBooking(harness))).toBeNull();
  });

  it('tells what the courier refused, after which there is no booking', async () => {
    const { gateway, fail } = harness;
    const isGone = async (booking: BookingToSend) =>
      (await gateway.find(booking))?.isCanceled ?? true;
    const refused = fail(await givenBooking(harness), 'refused');
    const error = await book(gateway, refused).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CourierRefused);
    expect((error as CourierRefused).words).not.toBe('');
    const unpaid = fail(await givenBooking(harness), 'no_money');
    await expect(book(gateway, unpaid)).rejects.toThrow(CourierHasNoMoney);
    const elsewhere = await givenBooking(harness, { pickupName: 'godown 1' });
    await expect(book(gateway, elsewhere)).rejects.toMatchObject({ code: 'pickup_place_unknown' });
    for (const booking of [refused, unpaid, elsewhere]) expect(await isGone(booking)).toBe(true);
  });

  it('does not know what became of a call without an answer, and finds what was booked', async () => {
    const { gateway, fail, settle } = harness;
    const before = fail(await givenBooking(harness), 'lost_before');
    await expect(book(gateway, before)).rejects.toThrow(CourierUnknown);
    expect(await gateway.find(before)).toBeNull();
    const after = fail(await givenBooking(harness), 'lost_after');
    await expect(book(gateway, after)).rejects.toThrow(CourierUnknown);
    await settle();
    const { reference } = after;
    expect(await gateway.find(after)).toMatchObject({ reference, isCanceled: false });
  });

  it('cancels a booking again and again, and none that was delivered', async () => {
    const { gateway, scan } = harness;
    const { booking, awb } = await givenShipment();
    const sent = { ...booking, awb };
    expect(await gateway.cancel(sent, false)).toBe('canceled');
    expect(await gateway.cancel(sent, false)).toBe('canceled');
    expect(await gateway.find(sent)).toMatchObject({ isCanceled: true });
    const { booking: other, awb: delivered } = await givenShipment();
    await scan(delivered, 'delivered');
    expect(await gateway.cancel({ ...other, awb: delivered }, false)).toBe('too_late');
  });

  it('returns what a label needs', async () => {
    const { gateway } = harness;
    const { booking, awb } = await givenShipment();
    const label = await gateway.label([{ ...booking, awb }]);
    expect(label.kind).toBe(COURIERS[kind]!.labelIsDrawn ? 'draw' : 'pdf');
    if (label.kind === 'draw') {
      expect(label.facts).toMatchObject([{ reference: booking.reference }]);
    } else {
      expect(label.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('asks for a pick-up of a day once', async () => {
    const { gateway } = harness;
    const boxes = [await givenShipment(), await givenShipment()].map(({ booking }) => booking);
    const { token } = await gateway.requestPickup('2026-12-01', boxes);
    expect(token).not.toBeNull();
    // Asked again, it tells the same, or that nothing was left to ask for.
    const again = await gateway.requestPickup('2026-12-01', boxes);
    expect([token, null]).toContain(again.token);
    expect((await gateway.requestPickup('2026-12-02', boxes)).token).not.toBe(token);
  });
});

describe.each(COURIER_KINDS)('shipments at %s', (kind) => {
  startAt(kind);

  it('tracks shipments, and leaves out those that the courier does not know', async () => {
    const { gateway, scan } = harness;
    const [{ awb: one }, { awb: other }] = [await givenShipment(), await givenShipment()];
    await scan(one, 'picked_up');
    const tracked = await gateway.track([one, '99999999999999', other]);
    expect(tracked.map(({ awb }) => awb).sort()).toEqual([one, other].sort());
    expect(await gateway.track(['99999999999999'])).toEqual([]);
    const event = (await track(one)).events.at(-1)!;
    expect(event).toMatchObject({ state: 'picked_up', isUnknown: false, failure: null });
    expect(event.words).not.toBe('');
  });

  it('follows a shipment to its end, and numbers its attempts', async () => {
    const { scan } = harness;
    const { awb } = await givenShipment();
    const attempt = ['out_for_delivery', 'failed_attempt'] as const;
    const way = [...(['picked_up', 'in_transit'] as const), ...attempt, ...attempt] as const;
    const whole = [...way, 'out_for_delivery', 'delivered'] as const;
    for (const name of whole) await scan(awb, name);
    const { events } = await track(awb);
    const moves = events.filter(({ state }) => state !== null);
    expect(moves.map(({ state }) => state)).toEqual(whole);
    const times = events.map(({ at }) => at!.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(moves.flatMap(({ failure }) => failure ?? [])).toEqual([
      { reason: 'unavailable', attempt: 1 },
      { reason: 'unavailable', attempt: 2 },
    ]);
  });

  it('tells a shipment that came back from one that was delivered', async () => {
    const { scan } = harness;
    const { awb } = await givenShipment();
    for (const name of ['picked_up', 'returning', 'returned'] as const) await scan(awb, name);
    expect(await statesOf(awb)).toEqual(expect.arrayContaining(['returning', 'returned']));
    expect(await statesOf(awb)).not.toContain('delivered');
  });

  it('keeps a scan that it does not know, which moves nothing', async () => {
    const { scan } = harness;
    const { awb } = await givenShipment();
    await scan(awb, 'unheard_of');
    const event = (await track(awb)).events.at(-1)!;
    expect(event).toMatchObject({ state: null, isUnknown: true, failure: null });
    expect(event.code).not.toBe('');
  });

  it('reads a push as the event that the courier returns when it is asked', async () => {
    const { gateway, scan, pushOf } = harness;
    const { awb } = await givenShipment();
    const names = ['picked_up', 'out_for_delivery', 'failed_attempt', 'unheard_of'] as const;
    for (const name of [...names, 'delivered'] as const) {
      await scan(awb, name);
      const pushed = gateway.readPush({ headers: {}, body: await pushOf(awb) })!;
      expect(pushed).toMatchObject([{ awb }]);
      const asked = (await track(awb)).events.at(-1)!;
      expect(pushed[0]!.events.map(identityOf)).toContainEqual(identityOf(asked));
    }
  });

  it.each([
    ...['', '{', '[]', 'null', '7', '"text"', '{}', '<xml/>', '{"Shipment":[]}', '\0\uFFFF'],
    ...['{"awb":1,"events":[]}', '{"awb":"1"}'],
  ])('reads no push in %j', (body) => {
    const push = { headers: {}, body: Buffer.from(body) };
    expect(harness.gateway.readPush(push)).toBeNull();
  });

  it('answers a failed delivery in the ways that the courier allows', async () => {
    const { gateway, scan, decide } = harness;
    const { booking, awb } = await givenShipment();
    for (const name of ['picked_up', 'out_for_delivery', 'failed_attempt'] as const) {
      await scan(awb, name);
    }
    const { code } = (await track(awb)).events.at(-1)!;
    const failure = { awb, code, attempt: 1 };
    expect(gateway.failureActions(failure)).toContain('reattempt');
    const { reference } = await gateway.act({
      ...failure,
      action: 'reattempt',
      actOn: '2026-11-29',
      phone: '9123456780',
      addressLines: ['14, MG Road'],
      comment: 'The customer moved next door',
    });
    if (gateway.actionOutcome === undefined) return;
    const asked = { reference: reference!, awb };
    expect(await gateway.actionOutcome(asked)).toEqual({ state: 'pending' });
    decide(reference!, null);
    expect(await gateway.actionOutcome(asked)).toEqual({ state: 'accepted' });
    decide(reference!, 'Package in incorrect status');
    const refused = { state: 'refused', words: 'Package in incorrect status' };
    expect(await gateway.actionOutcome(asked)).toEqual(refused);
    expect((await gateway.find({ ...booking, awb }))!.isCanceled).toBe(false);
  });
});
