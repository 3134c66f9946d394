import request from 'supertest';
import { PickupJob } from '../../../src/couriers/handing-over/pick-ups/pickup.job.js';
import { PickupsService } from '../../../src/couriers/handing-over/pick-ups/pickups.service.js';
import { PushHandlingService } from '../../../src/couriers/pushes/push-handling.service.js';
import { PushJob } from '../../../src/couriers/pushes/push.job.js';
import { AskingJob } from '../../../src/couriers/tracking/asking.job.js';
import { Bookings, givenAccount } from '../../support/couriers/bookings.js';
import { PUSH_SECRET } from '../../support/couriers/courier-accounts.js';
import { SHIPROCKET_KEYS } from '../../support/couriers/shiprocket-harness.js';
import { PDF_FILE } from '../../support/couriers/shiprocket/desk.js';
import { ShiprocketStub } from '../../support/couriers/shiprocket/stub.js';
import { givenSuite } from '../../support/shop/shop.js';

const ASSIGN = '/courier/assign/awb';
const SETTLED = 121;

const { app, admin, shop } = await givenSuite();
const bookings = await Bookings.of(app, shop, 'sandbox');
await app.stopJobs(AskingJob, PickupJob, PushJob);
const stub = await ShiprocketStub.open();
const givenOwn = () => {
  const own = { baseUrl: stub.url, pickup: 'Godown 1', keys: SHIPROCKET_KEYS };
  return givenAccount(app, 'shiprocket', own);
};
const account = await givenOwn();
afterAll(async () => {
  await app.expectInvariants();
  await stub.close();
});

const givenWanted = async (by = account) => {
  const { booking } = await bookings.want(await bookings.givenPaid(), { account: by });
  return booking!;
};
const givenBooked = async (by = account) => {
  const { id } = await givenWanted(by);
  await bookings.work();
  return bookings.get(id);
};
const referenceOf = async (id: number) =>
  (await app.row<{ reference: string }>`SELECT reference FROM courier_bookings WHERE id = ${id}`)
    .reference;
const awbsOf = (id: number) =>
  app.sql<{ awb: string; canceled: boolean }>`SELECT awb, canceled_at IS NOT NULL AS canceled
    FROM courier_awbs WHERE booking_id = ${id} ORDER BY seen_at`;
const secondAwbs = () => app.metric('courier_second_awbs_total');
const labels = (...ids: number[]) =>
  app.admin('get', `bookings/labels?ids=${ids.join()}`).responseType('blob');
const inIndia = (minutesAgo: number): string =>
  new Date(Date.now() + (330 - minutesAgo) * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const countOf = (call: string) => stub.calls.filter((one) => one === call).length;

describe('a booking at Shiprocket', () => {
  it('takes two steps, with one login for all of them, whose token is sealed', async () => {
    const [first, second] = [await givenBooked(), await givenBooked()];
    expect(first).toMatchObject({
      state: 'booked',
      courier_name: 'Amazon Surface',
      awb: stub.live[0],
    });
    expect(stub.live).toEqual([first.awb, second.awb]);
    expect(stub.logins).toBe(1);
    const { session } = await app.row<{ session: string }>`
      SELECT session FROM courier_accounts WHERE id = ${account}`;
    expect(session).not.toContain('token-1');
    expect(await awbsOf(first.id)).toEqual([{ awb: first.awb, canceled: false }]);
  });

  it('finds a second AWB that came later than settled once it is answered, cancels it and alarms', async () => {
    const before = await secondAwbs();
    stub.plan(ASSIGN, 'error_500');
    const { id, order_number: order } = await givenWanted();
    await bookings.work();
    expect(await bookings.workAfter(id, SETTLED)).toBe('wanted');
    expect(await bookings.workAfter(id, SETTLED)).toBe('booked');
    const { awb } = await bookings.get(id);
    stub.assignLate(await referenceOf(id));
    const { shipmentId, awbs } = stub.orders.at(-1)!;
    stub.plan(`/shipments/${shipmentId}`, 'error_500');
    expect(await bookings.workAfter(id, 10 * SETTLED)).toBe('booked');
    expect(await bookings.workAfter(id, SETTLED)).toBe('booked');
    expect((await bookings.get(id)).awb).toBe(awb);
    expect(await awbsOf(id)).toEqual([
      { awb, canceled: false },
      { awb: awbs[1]!.awb, canceled: true },
    ]);
    expect(awbs.map(({ isCanceled }) => isCanceled)).toEqual([false, true]);
    expect(await secondAwbs()).toBe(before + 1);
    const asked = stub.calls.length;
    await bookings.workAfter(id, 100 * SETTLED);
    expect(stub.calls).toHaveLength(asked);
    const noted = await app.sql`SELECT id FROM audit_entries
      WHERE subject = ${`order ${order}`} AND action = 'booking.booked'`;
    expect(noted).toHaveLength(1);
  });

  it('of a canceled order without an AWB ends the order there, so that none comes later', async () => {
    stub.plan(ASSIGN, 'error_500');
    const { id, order_number: order } = await givenWanted();
    await bookings.work();
    await admin.orders.cancel(order);
    expect(await bookings.workAfter(id, SETTLED)).toBe('canceled');
    expect(stub.orders.at(-1)).toMatchObject({ isCanceled: true, awbs: [] });
  });
});

describe('labels of Shiprocket', () => {
  it('are its own file, which is asked for once and stored', async () => {
    const { id } = await givenBooked();
    const { body } = await labels(id).expect(200);
    expect((body as Buffer).toString()).toBe(PDF_FILE);
    const asked = countOf('POST /courier/generate/label');
    await labels(id).expect(200);
    expect(countOf('POST /courier/generate/label')).toBe(asked);
  });

  it('that are no whole PDF are not stored, and what is stored is fetched again on request', async () => {
    const { id } = await givenBooked();
    for (const file of ['<html>', '%PDF-1.4\n%%EOF\n', PDF_FILE.slice(0, -7)]) {
      stub.file = file;
      const { body } = await app.admin('get', `bookings/labels?ids=${id}`).expect(503);
      expect(body).toMatchObject({ code: 'label_missing' });
    }
    stub.file = PDF_FILE;
    await labels(id).expect(200);
    stub.file = PDF_FILE.replace('1.4', '1.7.1');
    const fetched = { bytes: PDF_FILE.length + 2, replaced_bytes: PDF_FILE.length };
    expect(await admin.call('fetchLabelAgain', id)).toMatchObject(fetched);
    expect((await labels(id).expect(200)).body).toEqual(Buffer.from(stub.file));
    stub.file = PDF_FILE;
  });

  it('of more than a megabyte are passed on and not stored', async () => {
    const { id } = await givenBooked();
    const { file } = stub;
    stub.file = `%PDF-1.4${'x'.repeat(1024 * 1024)}%%EOF`;
    const asked = countOf('POST /courier/generate/label');
    for (let print = 0; print < 2; print += 1) {
      const { body } = await labels(id).expect(200);
      expect((body as Buffer).toString()).toBe(stub.file);
    }
    expect(countOf('POST /courier/generate/label')).toBe(asked + 2);
    stub.file = `%PDF-1.4${'x'.repeat(5 * 1024 * 1024)}`;
    await app.admin('get', `bookings/labels?ids=${id}`).expect(503);
    stub.file = file;
  });

  it('of one account are one file, and others are refused', async () => {
    const [one, two] = [await givenBooked(), await givenBooked()];
    const asked = countOf('POST /courier/generate/label');
    await labels(one.id, two.id).expect(200);
    expect(countOf('POST /courier/generate/label')).toBe(asked + 1);
    const other = await givenBooked(await givenOwn());
    const refused = await app.admin('get', `bookings/labels?ids=${one.id},${other.id}`).expect(422);
    expect(refused.body).toMatchObject({ errors: [{ field: 'ids', code: 'printed_alone' }] });
  });

  it('that Shiprocket does not make are not noted as printed', async () => {
    const { id } = await givenBooked();
    const answer = { status: 200, body: { label_url: '', not_created: [1], response: 'No AWB' } };
    stub.plan('/courier/generate/label', answer, 'error_500');
    for (const words of ['No AWB', 'did not answer']) {
      const { body } = await app.admin('get', `bookings/labels?ids=${id}`).expect(503);
      expect(body).toMatchObject({
        code: 'label_missing',
        message: expect.stringContaining(words),
      });
    }
    expect((await bookings.get(id)).label_printed_at).toBeNull();
  });
});

it('a pick-up at Shiprocket is asked for box by box, and again for boxes that were booked since', async () => {
  const own = await givenOwn();
  const run = () => app.service(PickupsService).askDue();
  const ready = [await givenBooked(own), await givenBooked(own)];
  await admin.call('wantPickup', { account: own });
  await run();
  const listed = async () =>
    (await admin.call('listPickups')).filter(({ account_id: id }) => id === own);
  expect(await listed()).toMatchObject([{ state: 'asked', count: 2 }]);
  ready.push(await givenBooked(own));
  await admin.call('wantPickup', { account: own });
  await run();
  expect(await listed()).toMatchObject([{ state: 'asked', count: 3 }]);
  const asked = stub.orders.filter(({ pickup }) => pickup !== null);
  expect(asked.map(({ awbs }) => awbs[0]!.awb)).toEqual(ready.map(({ awb }) => awb));
});

it('a push of Shiprocket may have a thousand scans, of which 200 are kept and the newest decides', async () => {
  const { id, awb, order_number: order } = await givenBooked();
  await admin.orders.ship(order, { tracking_number: awb });
  await app.sql`UPDATE courier_bookings SET created_at = now() - interval '30 days' WHERE id = ${id}`;
  const scan = (code: string, minutesAgo: number) => ({
    'sr-status': code,
    date: inIndia(minutesAgo),
  });
  const scans = Array.from({ length: 1_000 }, (_, index) => scan('18', 1_100 - index));
  const newest = { shipment_status_id: 17, current_timestamp: inIndia(5) };
  const { key } = await app.row<{ key: string }>`
    SELECT push_key AS key FROM courier_accounts WHERE id = ${account}`;
  await request(app.server)
    .post(`/courier-pushes/${key}`)
    .set('x-api-key', PUSH_SECRET)
    .send({ awb, ...newest, scans: [scan('17', 5), ...scans] })
    .expect(200);
  await app.service(PushHandlingService).handleDue();
  const { state, kept } = await app.row<{ state: string; kept: number }>`
    SELECT p.state, (SELECT count(*)::integer FROM shipment_events e WHERE e.shipment_id = p.shipment_id) AS kept
      FROM shipment_progress p JOIN courier_bookings b ON b.shipment_id = p.shipment_id WHERE b.id = ${id}`;
  expect({ state, kept }).toEqual({ state: 'out_for_delivery', kept: 200 });
});
