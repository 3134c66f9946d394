import type { BookingToSend, FailureAction } from '../../../src/couriers/courier-gateway.js';
import { book, givenBooking } from '../../support/couriers/courier-harness.js';
import { openAccount } from '../../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../../support/couriers/shiprocket/stub.js';

const stub = await ShiprocketStub.open();
const gateway = openAccount(stub);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const givenShipment = async (changes?: Partial<BookingToSend>) => {
  const booking = await givenBooking(harness, changes);
  return { ...booking, awb: await book(gateway, booking) };
};
const eventsOf = async (awb: string) => (await gateway.track([awb]))[0]!.events;

describe('tracking at Shiprocket', () => {
  const scanned = async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'manifested', '2026-11-26 19:00:00');
    stub.scan(awb, 'picked_up', '2026-11-27 10:00:00');
    stub.scan(awb, 'out_for_delivery', '2026-11-28 09:30:00');
    stub.scan(awb, 'unavailable', '2026-11-28 18:00:00');
    return awb;
  };

  it('reads times without a zone as those of India, and keeps a scan that Shiprocket has not translated', async () => {
    const [made, , dispatched] = await eventsOf(await scanned());
    expect(made).toMatchObject({ state: null, code: 'X-NA', isUnknown: false });
    expect(dispatched).toEqual({
      at: new Date('2026-11-28T04:00:00Z'),
      state: 'out_for_delivery',
      code: '17',
      words: 'Out for delivery',
      place: 'Hoskote (Karnataka)',
      isUnknown: false,
      failure: null,
    });
  });

  it('reads the expected day in India, from either field', async () => {
    const awb = await scanned();
    const track = async (etd: string | null, edd: string | null) => {
      const shipment_track = [{ awb_code: awb, edd }];
      const body = { tracking_data: { track_status: 1, shipment_track, etd } };
      stub.plan(`/courier/track/awb/${awb}`, { status: 200, body });
      return (await gateway.track([awb]))[0]!.expectedOn;
    };
    expect(await track('2026-12-01 00:30:00', '2026-12-05 10:00:00')).toBe('2026-12-01');
    expect(await track(null, '2026-12-02 04:00:00')).toBe('2026-12-02');
    expect(await track(null, null)).toBeNull();
  });

  it('keeps the label with an id that is not known, which says more', async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'unheard_of', '2026-11-28 09:30:00');
    expect(await eventsOf(awb)).toMatchObject([{ code: '4711|TELEPORTED', isUnknown: true }]);
  });

  it('reads scans that are repeated once, and nothing of a shipment without an answer yet', async () => {
    const awb = await scanned();
    const events = await eventsOf(awb);
    stub.tracking = 'repeating';
    expect(await eventsOf(awb)).toEqual(events);
    stub.tracking = 'lagging';
    expect(await eventsOf(awb)).toEqual(events.slice(0, -1));
    stub.tracking = 'silent';
    expect(await gateway.track([awb])).toEqual([]);
    stub.tracking = 'right';
  });

  it('guesses no time of a push in another form', async () => {
    const awb = await scanned();
    stub.scan(awb, 'delivered', '31/12/2026');
    expect(gateway.readPush({ headers: {}, body: stub.pushOf(awb) })).toBeNull();
  });

  it('reads what Shiprocket is recorded to have answered in 2022', async () => {
    const awb = '141123221084922';
    const activity = (date: string, status: string, words: string, id: string, label: string) => ({
      date,
      status,
      activity: words,
      location: 'ANDHRA PRADESH',
      'sr-status': id,
      'sr-status-label': label,
    });
    const data = {
      track_status: 1,
      shipment_status: 7,
      shipment_track: [{ awb_code: awb, weight: '0.30', current_status: 'Delivered', edd: null }],
      shipment_track_activities: [
        activity('2022-07-19 11:37:00', 'DELIVERED', 'Delivered', '7', 'DELIVERED'),
        activity('2022-07-19 08:57:00', 'OFD', 'Out for Delivery', '17', 'OUT FOR DELIVERY'),
        activity('2022-07-18 20:28:00', 'PKD', 'Manifest', '42', 'PICKED UP'),
        activity('2022-07-18 20:00:00', 'DRC', 'Data received', 'NA', 'NA'),
      ],
      track_url: `https://shiprocket.co//tracking/${awb}`,
      etd: '2022-07-20 19:28:00',
    };
    stub.plan(`/courier/track/awb/${awb}`, { status: 200, body: { tracking_data: data } });
    const [tracked] = await gateway.track([awb]);
    expect(tracked).toMatchObject({ awb, expectedOn: '2022-07-20' });
    expect(tracked!.events.map(({ code, state }) => [code, state])).toEqual([
      ['DRC', null],
      ['42', 'picked_up'],
      ['17', 'out_for_delivery'],
      ['7', 'delivered'],
    ]);
  });

  it('asks about an AWB as a person typed it', async () => {
    expect(await gateway.track(['12/34?5'])).toEqual([]);
    expect(stub.calls.at(-1)).toBe('GET /courier/track/awb/12%2F34%3F5');
  });

  it('returns no shipment that was not asked for', async () => {
    const awb = await scanned();
    const data = { track_status: 1, shipment_track: [{ awb_code: '321055799999' }] };
    stub.plan(`/courier/track/awb/${awb}`, { status: 200, body: { tracking_data: data } });
    expect(await gateway.track([awb])).toEqual([]);
  });
});

describe('pushes of Shiprocket', () => {
  const read = (push: object) =>
    gateway.readPush({ headers: {}, body: Buffer.from(JSON.stringify(push)) });

  it('are read by the id of their shipment, which differs from their words at times', () => {
    const push = {
      awb: 19_041_424_751_540,
      courier_name: 'Delhivery Surface',
      current_status: 'IN TRANSIT',
      current_status_id: 20,
      shipment_status: 'DELIVERED',
      shipment_status_id: 7,
      current_timestamp: '23 05 2026 11:43:52',
      order_id: 'B1',
      scans: [],
    };
    const event = {
      at: new Date('2026-05-23T06:13:52Z'),
      state: 'delivered',
      code: '7',
      words: 'DELIVERED',
      place: null,
      isUnknown: false,
      failure: null,
    };
    expect(read(push)).toEqual([
      { awb: '19041424751540', events: [event], expectedOn: null, chargedGrams: null },
    ]);
    const { shipment_status_id: _, shipment_status: __, ...older } = push;
    expect(read({ ...older, current_status_id: 18 })![0]!.events).toMatchObject([{ code: '18' }]);
    expect(read({ ...push, current_timestamp: '2026-05-23 11:43:52' })![0]!.events).toEqual([
      event,
    ]);
  });

  it('are of the AWB with all its digits, also if it is a number', () => {
    const body =
      '{"awb":12345678901234567891,"shipment_status_id":7,"current_timestamp":"23 05 2026 11:43:52"}';
    const pushed = gateway.readPush({ headers: {}, body: Buffer.from(body) });
    expect(pushed).toMatchObject([{ awb: '12345678901234567891' }]);
  });

  it('tell no number of an attempt, because older scans may be missing', async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'out_for_delivery', '2026-11-28 09:30:00');
    stub.scan(awb, 'unavailable', '2026-11-28 18:00:00');
    const [pushed] = gateway.readPush({ headers: {}, body: stub.pushOf(awb) })!;
    const failed = { state: 'failed_attempt', failure: { reason: 'unavailable', attempt: null } };
    expect(pushed!.events).toMatchObject([{ state: 'out_for_delivery' }, failed]);
  });

  it('are not read without an AWB, a status or a time', () => {
    const push = {
      awb: '19041424751540',
      shipment_status_id: 7,
      current_timestamp: '23 05 2026 11:43:52',
    };
    expect(read(push)).not.toBeNull();
    for (const missing of ['awb', 'shipment_status_id', 'current_timestamp']) {
      expect(read({ ...push, [missing]: undefined })).toBeNull();
    }
    expect(read({ ...push, current_timestamp: '31/12/2026' })).toBeNull();
  });
});

describe('answers to failed deliveries at Shiprocket', () => {
  const WISHES = {
    actOn: '2026-11-30',
    phone: '9123456780',
    addressLines: ['14, MG Road,', 'Indiranagar'],
  };
  const givenFailed = async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'unavailable', '2026-11-28 18:00:00');
    return { awb, code: '21', attempt: 1, ...WISHES };
  };

  it('have a day, a phone and two lines of an address, and always a comment', async () => {
    const failure = await givenFailed();
    expect(gateway.failureActions(failure)).toEqual(['reattempt', 'return']);
    await gateway.act({ ...failure, action: 'reattempt', comment: '' });
    expect(stub.failureRequests.at(-1)).toEqual({
      awb: failure.awb,
      action: 're-attempt',
      comments: 'Please try again',
      deferred_date: '2026-11-30',
      phone: '9123456780',
      address1: '14, MG Road,',
      address2: 'Indiranagar',
    });
  });

  it('call a shipment back, and are refused in the words of Shiprocket', async () => {
    const failure = await givenFailed();
    expect(gateway.failureActions({ ...failure, attempt: 3 })).toEqual(['return']);
    const back: FailureAction = { ...failure, action: 'return', comment: 'Too late' };
    expect(await gateway.act(back)).toEqual({ reference: null });
    const sent = { awb: failure.awb, action: 'return', comments: 'Too late' };
    expect(stub.failureRequests.at(-1)).toEqual(sent);
    stub.scan(failure.awb, 'out_for_delivery', '2026-11-29 09:00:00');
    await expect(gateway.act(back)).rejects.toMatchObject({ words: 'Shipment is not in NDR' });
  });
});
