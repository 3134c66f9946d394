import { jest } from '@jest/globals';
import { CourierRefused, CourierUnknown } from '../../src/couriers/courier-errors.js';
import { PickupJob } from '../../src/couriers/handing-over/pick-ups/pickup.job.js';
import { PickupsService } from '../../src/couriers/handing-over/pick-ups/pickups.service.js';
import { DeliveriesJob } from '../../src/couriers/findings/deliveries.job.js';
import { ToldWayBillsService } from '../../src/couriers/findings/told-way-bills.service.js';
import { SandboxCourier } from '../../src/couriers/sandbox/sandbox-courier.js';
import { givenBooking } from '../support/couriers/booked.js';
import { givenCourierAccount } from '../support/couriers/courier-accounts.js';
import { event, tell } from '../support/couriers/tracked.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOrderAfter, givenOrderOf } from '../support/shop/order-actions.js';
import { givenSuite } from '../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
import { pagesOf } from '../support/tax/read-pdf.js';

const { app, admin, shop } = await givenSuite();
const { id: account } = await givenCourierAccount(app);
await app.stopJobs(DeliveriesJob, PickupJob);

const givenPaid = () => givenOrderAfter(shop, 'pay');

describe('manifests', () => {
  it('list what was handed over on a day, with its count', async () => {
    const order = await givenPaid();
    const { id, awb } = await givenBooking(app, account, order);
    await admin.call('handOverBooking', id, {});
    const { day, count } = await app.row<{ day: string; count: number }>`
      SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date::text AS day, count(*)::integer AS count
      FROM courier_bookings WHERE state = 'handed_over'`;
    const manifest = await app.admin('get', `manifests/${day}`).responseType('blob').expect(200);
    const text = (await pagesOf(manifest.body as Buffer)).join('\n').replaceAll(/\s+/g, ' ');
    for (const part of [awb, order, count === 1 ? '1 box' : `${count} boxes`, 'Taken over by'])
      expect(text).toContain(part);
    for (const other of ['2020-01-01', 'today', '2026-13-01']) {
      const refused = await app.admin('get', `manifests/${other}`).expect(404);
      expect(refused.body).toMatchObject({ code: 'booking_not_found' });
    }
  });
});

describe('the manifest of what is on none yet', () => {
  it('has what was handed over since the last one', async () => {
    const print = () => app.admin('get', 'manifests/new').responseType('blob');
    const send = async (): Promise<string> => {
      const { id, awb } = await givenBooking(app, account, await givenPaid());
      await admin.call('handOverBooking', id, {});
      return awb;
    };
    const textOf = async (): Promise<string> =>
      (await pagesOf((await print().expect(200)).body as Buffer)).join();
    await send();
    await print().expect(200);
    await app.admin('get', 'manifests/new').expect(404);
    const awb = await send();
    const text = await textOf();
    expect(text).toContain(awb);
    expect(text).toContain('1 box');
  });
});

describe('pick-ups', () => {
  const ask = (body: object) => admin.call('wantPickup', body);
  const listedOf = async (...ids: number[]) =>
    (await admin.call('listPickups')).filter(({ account_id: id }) => ids.includes(id));
  const run = () => app.service(PickupsService).askDue();
  const makeDue = () => app.sql`UPDATE courier_pickups SET due_at = now() WHERE due_at IS NOT NULL`;
  const courierAnswers = (answer: Error) =>
    jest.spyOn(SandboxCourier.prototype, 'requestPickup').mockRejectedValueOnce(answer);
  const givenReady = async (): Promise<number> => {
    const { id } = await givenCourierAccount(app);
    await givenBooking(app, id, await givenPaid());
    return id;
  };

  it('are asked for once for an account and day, with the number of its boxes', async () => {
    const id = await givenReady();
    const wanted = await ask({ account: id });
    expect(wanted).toMatchObject({ account_id: id, count: 1, state: 'wanted', token: null });
    await run();
    const asked = await ask({ account: id });
    expect(asked).toMatchObject({ state: 'asked', token: expect.stringContaining('SBX-') });
    await run();
    expect(await listedOf(id)).toEqual([asked]);
  });

  it('are asked for boxes of earlier days that the courier has not picked up', async () => {
    const { id } = await givenCourierAccount(app);
    const order = await givenPaid();
    const { id: bookingId } = await givenBooking(app, id, order);
    await admin.call('handOverBooking', bookingId, {});
    await app.sql`UPDATE courier_bookings SET created_at = now() - interval '1 day', handed_over_at = now() - interval '1 day'
      WHERE id = ${bookingId}`;
    const { shipmentId } = await app.row<{ shipmentId: number }>`
      SELECT shipment_id AS "shipmentId" FROM courier_bookings WHERE id = ${bookingId}`;
    expect(await ask({ account: id })).toMatchObject({ count: 1 });
    await tell(app, { order, bookingId, shipmentId }, 'asked', [event('picked_up', 5)]);
    const problems = await admin.call('wantPickup', { account: id }).problems();
    expect(problems).toEqual(['account nothing_booked']);
  });

  it('are for tomorrow after the cut-off', async () => {
    const id = await givenReady();
    const day = await app.row<{ today: string; tomorrow: string }>`
      SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date::text AS today, ((now() AT TIME ZONE 'Asia/Kolkata')::date + 1)::text AS tomorrow`;
    await app.sql`UPDATE booking_rules SET pickup_cut_off = '00:00'`;
    expect(await ask({ account: id })).toMatchObject({ pickup_on: day.tomorrow });
    await app.sql`UPDATE booking_rules SET pickup_cut_off = NULL`;
    expect(await ask({ account: id })).toMatchObject({ pickup_on: day.today });
  });

  it('are asked for automatically at the cut-off, for accounts with a booked box', async () => {
    const [id, { id: idle }] = [await givenReady(), await givenCourierAccount(app)];
    await app.sql`UPDATE booking_rules SET pickup_cut_off = to_char(now() AT TIME ZONE 'Asia/Kolkata', 'HH24:MI')`;
    await run();
    await run();
    await app.sql`UPDATE booking_rules SET pickup_cut_off = NULL`;
    const mine = await listedOf(id, idle);
    expect(mine).toMatchObject([{ account_id: id, state: 'asked', created_by: 'pick-up cut-off' }]);
  });

  it('are asked again after a courier that was silent, and after midnight if it was full', async () => {
    const id = await givenReady();
    await ask({ account: id });
    courierAnswers(new CourierUnknown('no answer'));
    await run();
    expect((await ask({ account: id })).state).toBe('wanted');
    courierAnswers(new CourierRefused('capacity_exceeded', 'pickup capacity exceeded'));
    await makeDue();
    await run();
    expect(await ask({ account: id })).toMatchObject({
      state: 'wanted',
      problem: 'pickup capacity exceeded',
    });
    const { night } = await app.row<{ night: boolean }>`
      SELECT (due_at AT TIME ZONE 'Asia/Kolkata')::time < '00:10' AS night FROM courier_pickups WHERE account_id = ${id}`;
    expect(night).toBe(true);
    // The day is over by then: it is one of the next day.
    await app.sql`UPDATE courier_pickups SET pickup_on = pickup_on - 1, due_at = now() WHERE account_id = ${id}`;
    await run();
    const { today } = await app.row<{ today: boolean }>`
      SELECT pickup_on = (now() AT TIME ZONE 'Asia/Kolkata')::date AS today FROM courier_pickups WHERE account_id = ${id}`;
    expect(today).toBe(true);
    expect((await ask({ account: id })).state).toBe('asked');
  });

  it('that a courier refused can be asked for again', async () => {
    const id = await givenReady();
    await ask({ account: id });
    courierAnswers(new CourierRefused('wallet', 'wallet balance is low'));
    await run();
    const [mine] = await listedOf(id);
    expect(mine).toMatchObject({ state: 'refused', problem: 'wallet balance is low' });
    expect((await ask({ account: id })).state).toBe('wanted');
  });

  it('need an active account with a booked box', async () => {
    const { id } = await givenCourierAccount(app);
    await ask({ account: 999_999 }).expectRefusal(404, 'courier_account_not_found');
    await ask({ account: id }).expectProblems('account nothing_booked');
    await app.sql`UPDATE courier_accounts SET is_active = false WHERE id = ${id}`;
    await ask({ account: id }).expectProblems('account inactive');
  });
});

describe('a box that needs an e-way bill', () => {
  const ask = (id: number) => admin.call('wantPickup', { account: id });
  const tell = () => app.service(ToldWayBillsService).tellNoted();

  it('is counted, and told to its courier, once the number of the bill is noted', async () => {
    const tax = new TaxAdmin(app);
    await tax.putProfile();
    await tax.changeClient(shop.client.id, KARNATAKA);
    const { id } = await givenCourierAccount(app);
    const dear = { hsn: '7323', gstRateBp: 1_800, basePriceMinor: 2_000_000, stock: 10 };
    const { sku } = await givenProduct(app, dear);
    const order = await givenOrderOf(shop, sku, 3, 'pay');
    const booked = await givenBooking(app, id, order);
    await app.sql`UPDATE courier_bookings SET needs_way_bill = true WHERE id = ${booked.id}`;
    const {
      data: [listed],
    } = await admin.orders.pickList({ order_numbers: order });
    expect(listed!.bookings).toMatchObject([{ needs_way_bill: true }]);
    await ask(id).expectProblems('account nothing_booked');
    await admin.call('handOverBooking', booked.id, {});
    await ask(id).expectProblems('account nothing_booked');
    const told = jest.spyOn(SandboxCourier.prototype, 'noteWayBill').mockResolvedValue();
    await tell();
    expect(told).not.toHaveBeenCalled();
    const [invoice] = (await tax.documents({ order_number: order })).data;
    const note = (number: string) => admin.call('noteWayBill', invoice!.id, { number });
    await note('271012345678');
    told.mockRejectedValueOnce(new CourierUnknown('no answer'));
    await tell();
    await tell();
    await tell();
    const bill = { invoiceNumber: invoice!.number, wayBillNumber: '271012345678' };
    expect(told.mock.calls.map(([{ awb }, ...rest]) => [awb, ...rest])).toEqual([
      [booked.awb, bill],
      [booked.awb, bill],
    ]);
    expect(await ask(id)).toMatchObject({ count: 1 });
    await note('271012345679');
    told.mockRejectedValueOnce(new CourierRefused('bad', 'Not a number'));
    await tell();
    await tell();
    expect(told).toHaveBeenCalledTimes(3);
    const { data } = await admin.call('listDeliveryFindings', { group: 'problem' });
    expect(data).toMatchObject([{ kind: 'way_bill_refused', note: '271012345679: Not a number' }]);
  });
});
