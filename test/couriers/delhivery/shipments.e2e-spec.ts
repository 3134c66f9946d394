import { CourierRefused, CourierUnknown } from '../../../src/couriers/courier-errors.js';
import type { BookingToSend } from '../../../src/couriers/courier-gateway.js';
import { DelhiveryGateway } from '../../../src/couriers/delhivery/delhivery-gateway.js';
import { givenBooking } from '../../support/couriers/courier-harness.js';
import { DelhiveryStub } from '../../support/couriers/delhivery/stub.js';
import { openAccount } from '../../support/couriers/delhivery-harness.js';

const EDIT = '/api/p/edit';
const TRACK = '/api/v1/packages/json/';

const stub = await DelhiveryStub.open();
const gateway = openAccount(stub);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const given = (changes?: Partial<BookingToSend>) => givenBooking(harness, changes);
const givenShipment = async () => {
  const booking = await given();
  await gateway.book(booking);
  return { ...booking, awb: booking.awb! };
};
const eventsOf = async (awb: string) => (await gateway.track([awb]))[0]!.events;

describe('tracking at Delhivery', () => {
  const scanned = async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'picked_up', '2026-11-27T10:00:00');
    stub.scan(awb, 'out_for_delivery', '2026-11-28T09:30:00.12');
    stub.scan(awb, 'unavailable', '2026-11-28T18:00:00');
    return awb;
  };

  it('reads times without a zone as those of India', async () => {
    const [tracked] = await gateway.track([await scanned()]);
    expect(tracked).toMatchObject({ expectedOn: '2026-11-30', chargedGrams: null });
    expect(tracked!.events[2]).toEqual({
      at: new Date('2026-11-28T04:00:00.120Z'),
      state: 'out_for_delivery',
      code: 'X-DDD3FD',
      words: 'Out for delivery',
      place: 'Bengaluru_Hoskote_GW (Karnataka)',
      isUnknown: false,
      failure: null,
    });
  });

  it('reads scans that are repeated once, and the newest one also if the status is another', async () => {
    const awb = await scanned();
    const events = await eventsOf(awb);
    for (const way of ['repeating', 'contradicting'] as const) {
      stub.tracking = way;
      expect(await eventsOf(awb)).toEqual(events);
    }
    stub.tracking = 'lagging';
    expect(await eventsOf(awb)).toEqual(events.slice(0, -1));
    stub.tracking = 'right';
  });

  it('guesses no time of a push in another form', async () => {
    const odd = await scanned();
    stub.scan(odd, 'delivered', '31/12/2026');
    expect(gateway.readPush({ headers: {}, body: stub.pushOf(odd) })).toBeNull();
  });

  it('reads what Delhivery answered in August 2026', async () => {
    const scan = (Scan: string, StatusCode: string, Instructions: string, at: string) => ({
      ScanDetail: {
        Instructions,
        Scan,
        ScanDateTime: at,
        ScanType: 'UD',
        ScannedLocation: 'Delhi_Airport_GW (Delhi)',
        StatusCode,
        StatusDateTime: at,
      },
    });
    const shipment = {
      AWB: 57_930_810_000_066,
      ChargedWeight: 512.6,
      ExpectedDeliveryDate: null,
      PickUpDate: '2026-08-24T23:56:59.79',
      PromisedDeliveryDate: null,
      ReferenceNo: 'CAPTURE-1787596016179',
      Scans: [
        scan('Manifested', 'X-UCI', 'Manifest uploaded', '2026-08-24T23:56:59.828'),
        scan('Not Picked', 'X-PNP', 'Shipment not received from client', '2026-08-24T23:57:00.373'),
        scan('Not Picked', 'DTUP-210', 'Seller cancelled the order', '2026-08-24T23:58:39.774'),
      ],
      Status: {
        Instructions: 'Seller cancelled the order',
        RecievedBy: '',
        Status: 'Not Picked',
        StatusCode: 'DTUP-210',
        StatusDateTime: '2026-08-24T23:58:39.774',
        StatusLocation: 'Delhi_Airport_GW (Delhi)',
        StatusType: 'UD',
      },
    };
    const answer = { status: 200, body: { ShipmentData: [{ Shipment: shipment }] } };
    stub.plan(TRACK, answer, answer);
    const [tracked] = await gateway.track(['57930810000066']);
    expect(tracked).toMatchObject({ expectedOn: null, chargedGrams: 513 });
    expect(tracked!.events.map(({ code, state }) => [code, state])).toEqual([
      ['X-UCI', null],
      ['X-PNP', null],
      ['DTUP-210', null],
    ]);
    const sent = { awb: '57930810000066', reference: 'CAPTURE-1787596016179', ref: null };
    expect(await gateway.find(sent)).toMatchObject({ isCanceled: true });
  });
});

describe('pushes and answers of Delhivery', () => {
  it("reads the push of Delhivery's pages", () => {
    const push = {
      Shipment: {
        Status: {
          Status: 'Manifested',
          StatusDateTime: '2019-01-09T17:10:42.767',
          StatusType: 'UD',
          StatusLocation: 'Chandigarh (Chandigarh)',
          Instructions: 'Manifest uploaded',
        },
        PickUpDate: '2019-01-09 17:10:42.543',
        NSLCode: 'X-UCI',
        Sortcode: 'IXC/MDP',
        ReferenceNo: '28',
        AWB: 12_345_678_901_234,
      },
    };
    const body = JSON.stringify(push).replace('12345678901234', '12345678901234567891');
    const event = {
      at: new Date('2019-01-09T11:40:42.767Z'),
      state: null,
      code: 'X-UCI',
      words: 'Manifest uploaded',
      place: 'Chandigarh (Chandigarh)',
      isUnknown: false,
      failure: null,
    };
    const read = { awb: '12345678901234567891', events: [event] };
    expect(gateway.readPush({ headers: {}, body: Buffer.from(body) })).toMatchObject([read]);
  });

  it('reads with either status that Delhivery knows no shipment, and no other refusal as that', async () => {
    const Error = 'Data does not exists for provided Waybill(s)';
    for (const status of [200, 400]) {
      stub.plan(TRACK, { status, body: { Success: false, Error, rmk: Error } });
      expect(await gateway.track(['57930810000066'])).toEqual([]);
    }
    stub.plan(TRACK, { status: 200, body: { Success: false, Error: 'Something else' } });
    await expect(gateway.track(['57930810000066'])).rejects.toThrow(CourierUnknown);
  });

  it('returns no shipment that was not asked for', async () => {
    const { awb } = await givenShipment();
    const status = {
      StatusType: 'UD',
      Status: 'In Transit',
      StatusDateTime: '2026-11-27T10:00:00',
    };
    const shipment = { AWB: '57930819999999', Status: status, Scans: [] };
    stub.plan(TRACK, { status: 200, body: { ShipmentData: [{ Shipment: shipment }] } });
    expect(await gateway.track([awb])).toEqual([]);
  });
});

describe('changes at Delhivery', () => {
  it('reads an answer to a cancellation in XML and in JSON', async () => {
    const booking = await given();
    const xml = (status: string) =>
      `<?xml version="1.0"?>\n<root><status>${status}</status></root>`;
    const outcomes = [
      [xml('True'), 'canceled'],
      [xml('False'), 'too_late'],
      ['{"status":true,"remark":"Shipment has been cancelled."}', 'canceled'],
      ['{"status":"Failure","error":"Package in incorrect status"}', 'too_late'],
    ] as const;
    for (const [body, outcome] of outcomes) {
      stub.plan(EDIT, { status: 200, body });
      expect(await gateway.cancel(booking)).toBe(outcome);
    }
  });

  it('writes a new phone and address before it asks for another attempt', async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'unavailable', '2026-11-28T18:00:00');
    const failure = { awb, code: 'EOD-11', attempt: 2, comment: '', actOn: null };
    const change = { phone: '9123456780', addressLines: ['14; MG Road'] };
    await gateway.act({ ...failure, ...change, action: 'reattempt' });
    const changed = { phone: ['9123456780'], add: '14 MG Road' };
    expect(stub.shipments.get(awb)!.sent).toMatchObject(changed);
    expect(stub.failureRequests.at(-1)).toMatchObject({ awb });
    stub.scan(awb, 'out_for_delivery', '2026-11-29T09:00:00');
    const requests = stub.failureRequests.length;
    const late = gateway.act({ ...failure, ...change, action: 'reattempt' });
    await expect(late).rejects.toThrow(CourierRefused);
    expect(stub.failureRequests).toHaveLength(requests);
  });

  it('calls a shipment back by canceling it, unless it is out for delivery', async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'refused', '2026-11-28T18:00:00');
    const failure = { awb, code: 'EOD-3', attempt: 3 };
    expect(gateway.failureActions(failure)).toEqual(['return']);
    const action = { ...failure, action: 'return', actOn: null, comment: '' } as const;
    const back = { ...action, phone: null, addressLines: null };
    expect(await gateway.act(back)).toEqual({ reference: null });
    expect((await gateway.track([awb]))[0]!.events.at(-1)!.state).toBe('returning');
    await expect(gateway.act(back)).rejects.toMatchObject({ code: 'too_late' });
  });

  it('notes an e-way bill, and says if Delhivery does not know the shipment', async () => {
    const sent = await givenShipment();
    const bill = { invoiceNumber: 'INV-1', wayBillNumber: '181000000001' };
    await gateway.noteWayBill(sent, bill);
    expect(stub.shipments.get(sent.awb)!.eWayBills).toEqual(['INV-1 181000000001']);
    const unknown = gateway.noteWayBill({ ...sent, awb: '57930819999999' }, bill);
    await expect(unknown).rejects.toMatchObject({ words: 'Package not found' });
  });

  it('draws a label by the sort code that the booking told, and asks for it otherwise', async () => {
    const booking = await givenShipment();
    const { reference } = booking;
    const calls = stub.calls.length;
    const kept = await gateway.label([{ ...booking, ref: { routing: 'CHA/RAM' } }]);
    expect(kept).toEqual({ kind: 'draw', facts: [{ reference, routing: 'CHA/RAM' }] });
    expect(stub.calls).toHaveLength(calls);
    const asked = await gateway.label([booking]);
    expect(asked).toEqual({ kind: 'draw', facts: [{ reference, routing: 'BLR/HSK' }] });
    const missing = gateway.label([{ ...booking, awb: '57930819999999' }]);
    await expect(missing).rejects.toMatchObject({ code: 'label_missing' });
  });

  it('asks for a pick-up at the place of the account only', async () => {
    const nowhere = new DelhiveryGateway({
      environment: 'live',
      keys: { token: 'stub-token', client_name: 'WSO-STUB' },
      baseUrl: stub.url,
      pickup: null,
    });
    const code = 'pickup_place_unknown';
    await expect(nowhere.requestPickup('2026-12-01', [])).rejects.toMatchObject({ code });
    stub.plan('/fm/request/new/', {
      status: 400,
      body: {
        pickup_location: 'Invalid Pickup Location ClientWarehouse matching query does not exist.',
      },
    });
    await expect(gateway.requestPickup('2026-12-03', [])).rejects.toMatchObject({ code });
  });

  it('passes no check of an account at whose place Delhivery does not pick up', async () => {
    expect(await gateway.check()).toEqual({ pickupPlaces: null });
    stub.unserved.add('560001');
    await expect(gateway.check()).rejects.toMatchObject({ code: 'pickup_not_served' });
    stub.unserved.delete('560001');
    stub.plan('/waybill/api/fetch/json/', {
      status: 400,
      body: { error: 'Unable to fetch client name for the token' },
    });
    const words = 'Unable to fetch client name for the token';
    await expect(gateway.check()).rejects.toMatchObject({ words });
  });
});
