import {
  CourierHasNoMoney,
  CourierKeysRefused,
  CourierRefused,
  CourierUnknown,
} from '../../src/couriers/courier-errors.js';
import type { BookingToSend, CourierGateway } from '../../src/couriers/courier-gateway.js';
import { DelhiveryGateway } from '../../src/couriers/delhivery/delhivery-gateway.js';
import { givenBooking } from '../support/couriers/courier-harness.js';
import { DelhiveryStub } from '../support/couriers/delhivery.js';
import { openAccount } from '../support/couriers/delhivery-harness.js';

const CREATE = '/api/cmu/create.json';
const EDIT = '/api/p/edit';
const TRACK = '/api/v1/packages/json/';

const stub = await DelhiveryStub.open();
const gateway = openAccount(stub, 300);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const given = (changes?: Partial<BookingToSend>) => givenBooking(harness, changes);
const givenShipment = async () => {
  const booking = await given();
  await gateway.book(booking);
  return { ...booking, awb: booking.awb! };
};
/** Answers the next booking as Delhivery does with a remark about the shipment. */
const refuse = (remark: string, more: object = {}) =>
  stub.plan(CREATE, {
    status: 200,
    body: {
      packages: [{ waybill: '', status: 'Fail', remarks: [remark] }],
      success: false,
      rmk: 'An internal Error has occurred',
      ...more,
    },
  });
const saved = (reason: string) =>
  `Crashing while saving package due to exception '${reason}'. Package might have been partially saved.`;

describe('a booking at Delhivery', () => {
  it('sends the waybill, the value, grams and centimeters, and no sign that breaks the JSON', async () => {
    const booking = await given({
      consignee: {
        name: 'Asha "Rao" & Sons',
        phone: '9876543210',
        lines: ['Flat #4; 2nd floor', 'MG\\Road 50%'],
        city: 'Bengaluru',
        state: 'Karnataka',
        pincode: '560001',
      },
      returnTo: {
        name: 'Returns',
        phone: '9123456780',
        address: 'Plot 7, Peenya & Co',
        city: 'Bengaluru',
        state: 'Karnataka',
        pincode: '560058',
      },
      mode: 'express',
    });
    expect(await gateway.book(booking)).toEqual({
      step: 'done',
      awb: booking.awb,
      courierName: 'Delhivery',
      routing: 'BLR/HSK',
      ref: { routing: 'BLR/HSK' },
    });
    expect(stub.shipments.get(booking.awb!)!.sent).toEqual({
      waybill: booking.awb,
      order: booking.reference,
      name: "Asha 'Rao' Sons",
      phone: '9876543210',
      add: 'Flat 4 2nd floor MG Road 50',
      city: 'Bengaluru',
      state: 'Karnataka',
      country: 'India',
      pin: '560001',
      payment_mode: 'Prepaid',
      cod_amount: 0,
      total_amount: 2_499.5,
      products_desc: '5 x T-shirt',
      hsn_code: '6109',
      quantity: '5',
      weight: 1_250,
      shipment_length: 30,
      shipment_width: 20.5,
      shipment_height: 10,
      shipping_mode: 'Express',
      return_name: 'Returns',
      return_phone: '9123456780',
      return_add: 'Plot 7, Peenya Co',
      return_city: 'Bengaluru',
      return_state: 'Karnataka',
      return_pin: '560058',
      return_country: 'India',
    });
  });

  it('reads an AWB that is a number beyond 2^53 with all its digits', async () => {
    const booking = await given();
    const made = `"refnum":"${booking.reference}","status":"Success","sort_code":""`;
    const body = `{"packages":[{"waybill":12345678901234567891,${made}}],"success":true}`;
    stub.plan(CREATE, { status: 200, body });
    expect((await gateway.book(booking)).awb).toBe('12345678901234567891');
  });

  it('is recorded as Delhivery answered in August 2026', async () => {
    const booking = await given({ reference: 'CAPTURE-1787596016179', awb: '57930810000066' });
    stub.plan(CREATE, {
      status: 200,
      body: '{"cash_pickups_count":0.0,"package_count":1,"prepaid_count":1,"pickups_count":0,"replacement_count":0,"cash_pickups":0.0,"cod_amount":0.0,"cod_count":0,"upload_wbn":"UPL14784772876334680653","packages":[{"waybill":"57930810000066","refnum":"CAPTURE-1787596016179","client":"wso","payment":"Pre-paid","cod_amount":0.0,"status":"Success","sort_code":"CHA/RAM","serviceable":true,"remarks":[""]}],"success":true}',
    });
    const booked = { step: 'done', awb: '57930810000066', routing: 'CHA/RAM' };
    expect(await gateway.book(booking)).toMatchObject(booked);
  });

  it.each([
    ['ClientWarehouse matching query does not exist.', 'pickup_place_unknown'],
    ['Client-Warehouse is not active.', 'pickup_place_unknown'],
    [saved("'NoneType' object has no attribute 'end_date'"), 'pickup_place_unknown'],
    [saved('560001 is non serviceable pincode'), 'not_served'],
    [
      saved(
        'Manifestation failed as the pickup capacity has exceeded the available capacity of this pincode',
      ),
      'capacity_exceeded',
    ],
    [saved('suspicious order/consignee'), 'consignee_blocked'],
    [saved('Shipment restricted based on historical delivery outcomes'), 'consignee_blocked'],
    ['Incorrect phone number(s) for order B1', 'phone_invalid'],
    ['shipment list contains no data', 'refused_by_courier'],
  ])('is refused: %s', async (remark, code) => {
    refuse(remark);
    const error = await gateway.book(await given()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CourierRefused);
    expect(error).toMatchObject({ code, words: `${remark}; An internal Error has occurred` });
  });

  it('is refused by an error status, and in words of the answer as a whole', async () => {
    stub.plan(CREATE, { status: 400, body: { rmk: 'format key missing in the post' } });
    const words = 'format key missing in the post';
    await expect(gateway.book(await given())).rejects.toMatchObject({ words });
    refuse('', { packages: [], rmk: 'client is not active' });
    const other = { code: 'refused_by_courier', words: 'client is not active' };
    await expect(gateway.book(await given())).rejects.toMatchObject(other);
  });

  it('tells too little money and refused keys from other refusals', async () => {
    const short = saved('Prepaid client manifest charge API failed due to insufficient balance');
    refuse(short);
    await expect(gateway.book(await given())).rejects.toThrow(CourierHasNoMoney);
    for (const answer of [
      { status: 401, body: { detail: 'Invalid token.' } },
      { status: 200, body: 'Login or API Key Required' },
      { status: 400, body: { detail: 'Authentication credentials were not provided.' } },
    ]) {
      stub.plan(CREATE, answer);
      await expect(gateway.book(await given())).rejects.toThrow(CourierKeysRefused);
    }
  });

  it('is open if Delhivery doubts that it saved nothing, and says nothing that is known', async () => {
    const booking = await given();
    refuse(saved('a new exception'));
    await expect(gateway.book(booking)).rejects.toThrow(CourierUnknown);
    stub.plan(CREATE, 'partly_saved');
    await expect(gateway.book(booking)).rejects.toThrow(CourierUnknown);
    expect(await gateway.find(booking)).toMatchObject({ awb: booking.awb });
  });

  it('is open if Delhivery names a known reason, but has the shipment', async () => {
    const booking = await givenShipment();
    refuse(saved('suspicious order/consignee'));
    await expect(gateway.book(booking)).rejects.toThrow(CourierUnknown);
  });

  it.each(['Duplicate waybill', 'Duplicate Order Id', 'Unable to consume waybill 57930810000066'])(
    'is looked for after "%s"',
    async (remark) => {
      refuse(remark);
      await expect(gateway.book(await given())).rejects.toThrow(CourierUnknown);
    },
  );

  it('is not made again with the same waybill or the same order', async () => {
    const booking = await givenShipment();
    await expect(gateway.book(booking)).rejects.toThrow(CourierUnknown);
    const { awb } = await given();
    await expect(gateway.book({ ...booking, awb })).rejects.toThrow(CourierUnknown);
    const found = await gateway.find({ reference: booking.reference, awb, ref: null });
    expect(found).toMatchObject({ awb: booking.awb, reference: booking.reference });
  });

  it('is open if the answer contradicts itself or is about another', async () => {
    const made = { waybill: '57930810000066', status: 'Success', refnum: 'another' };
    for (const body of [
      { success: true, packages: [] },
      { success: true, packages: [made] },
      { success: false, packages: [{ ...made, refnum: 'B1' }] },
      { success: true, packages: [{ ...made, waybill: '' }] },
      { packages: [made] },
    ]) {
      stub.plan(CREATE, { status: 200, body });
      const booking = await given({ reference: 'B1' });
      await expect(gateway.book(booking)).rejects.toThrow(CourierUnknown);
    }
  });

  it('needs a waybill', async () => {
    await expect(gateway.book(await given({ awb: null }))).rejects.toThrow('without a waybill');
  });
});

/** Each call of the adapter, with its path. */
const CALLS: Record<string, [string, (one: CourierGateway) => Promise<unknown>]> = {
  check: ['/c/api/pin-codes/json/', (one) => one.check()],
  prepare: ['/waybill/api/bulk/json/', (one) => one.prepare!(2)],
  book: [CREATE, async (one) => one.book(await given(), 'order')],
  find: [TRACK, async (one) => one.find(await given())],
  cancel: [EDIT, async (one) => one.cancel(await given())],
  label: ['/api/p/packing_slip', async (one) => one.label([await given()])],
  requestPickup: ['/fm/request/new/', (one) => one.requestPickup('2026-12-24', 1)],
  noteWayBill: [
    '/api/rest/ewaybill/57930810000066/',
    (one) => {
      const sent = { awb: '57930810000066', reference: 'B1', ref: null };
      return one.noteWayBill!(sent, { invoiceNumber: 'INV-1', wayBillNumber: '181000000000' });
    },
  ],
  track: [TRACK, (one) => one.track(['57930810000066'])],
  act: [
    '/api/p/update',
    (one) => {
      const failure = { awb: '57930810000066', code: 'EOD-11', attempt: 1, comment: '' };
      const action = { ...failure, action: 'reattempt', actOn: null } as const;
      return one.act({ ...action, phone: null, addressLines: null });
    },
  ],
  checkPincode: ['/c/api/pin-codes/json/', (one) => one.checkPincode!('560001')],
};
/** Waybills are asked for seldom. */
const LIMITED = ['prepare'];

describe.each(Object.entries(CALLS))('a bad answer to %s', (name, [path, call]) => {
  const bodies = [
    '<html>',
    '<?xml version="1.0"?><root></root>',
    '',
    '[]',
    'null',
    '7',
    '"x"',
    '{}',
  ];
  const asked = LIMITED.includes(name) ? bodies.slice(0, 3) : bodies;

  it('leaves the outcome open if it says nothing', async () => {
    for (const body of asked) {
      stub.plan(path, { status: 200, body });
      await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    }
  });

  if (LIMITED.includes(name)) return;

  it('leaves the outcome open for a failure of Delhivery, and says when it was asked too often', async () => {
    for (const status of [500, 502, 503, 504]) {
      stub.plan(path, { status, body: '{"success":true}' });
      await expect(call(gateway)).rejects.toMatchObject({ name: 'CourierUnknown', isLimit: false });
    }
    for (const status of [403, 429]) {
      stub.plan(path, { status, body: '<html>' });
      await expect(call(gateway)).rejects.toMatchObject({ name: 'CourierUnknown', isLimit: true });
    }
  });

  it('is not followed to another address', async () => {
    const headers = { Location: `${stub.url}/elsewhere` };
    stub.plan(path, { status: 302, body: '', headers });
    await expect(call(gateway)).rejects.toThrow(CourierUnknown);
    expect(stub.calls).not.toContain('GET /elsewhere');
  });

  it('is waited for only as long as it may take', async () => {
    stub.plan(path, 'lost_before');
    await expect(call(openAccount(stub, 50))).rejects.toThrow(CourierUnknown);
  });
});

describe('tracking at Delhivery', () => {
  const scanned = async () => {
    const { awb } = await givenShipment();
    stub.scan(awb, 'picked_up', '2026-11-27T10:00:00');
    stub.scan(awb, 'out_for_delivery', '2026-11-28T09:30:00.12');
    stub.scan(awb, 'unavailable', '2026-11-28T18:00:00');
    return awb;
  };
  const eventsOf = async (awb: string) => (await gateway.track([awb]))[0]!.events;

  it('reads times without a zone as those of India', async () => {
    const [, , dispatched] = await eventsOf(await scanned());
    expect(dispatched).toEqual({
      at: new Date('2026-11-28T04:00:00.120Z'),
      state: 'out_for_delivery',
      code: 'X-DDD3FD',
      words: 'Out for delivery',
      place: 'Bengaluru_Hoskote_GW (Karnataka)',
      isUnknown: false,
      failure: null,
    });
  });

  it('tells the expected day, and numbers the attempts', async () => {
    const awb = await scanned();
    stub.scan(awb, 'out_for_delivery', '2026-11-29T09:30:00');
    stub.scan(awb, 'refused', '2026-11-29T18:00:00');
    const [tracked] = await gateway.track([awb]);
    expect(tracked).toMatchObject({ expectedOn: '2026-11-30', chargedGrams: null });
    expect(tracked!.events.flatMap(({ failure }) => failure ?? [])).toEqual([
      { reason: 'unavailable', attempt: 1 },
      { reason: 'refused', attempt: 2 },
    ]);
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

  it('guesses no time in another form, and reads the other shipments of the answer', async () => {
    const [odd, other] = [await scanned(), await scanned()];
    stub.scan(odd, 'delivered', '31/12/2026');
    await expect(gateway.track([odd])).rejects.toThrow(CourierUnknown);
    expect((await gateway.track([odd, other])).map(({ awb }) => awb)).toEqual([other]);
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

  it('reads an answer that there is none with either status, and no other refusal as such', async () => {
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
    const shipment = { AWB: '57930819999999', Status: {}, Scans: [] };
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
    await expect(nowhere.requestPickup('2026-12-01', 1)).rejects.toMatchObject({ code });
    stub.plan('/fm/request/new/', {
      status: 400,
      body: {
        pickup_location: 'Invalid Pickup Location ClientWarehouse matching query does not exist.',
      },
    });
    await expect(gateway.requestPickup('2026-12-03', 1)).rejects.toMatchObject({ code });
  });

  it('tells what a PIN code is', async () => {
    stub.unserved.add('560777');
    stub.embargoes.add('560888');
    const facts = { isServed: true, isEmbargo: false, isRemote: false, days: null };
    expect(await gateway.checkPincode('560001')).toEqual({ ...facts, pincode: '560001' });
    const pincodes = ['560777', '560888', '560119', '999999'];
    const found = await Promise.all(pincodes.map((pin) => gateway.checkPincode(pin)));
    expect(found).toEqual([
      { ...facts, pincode: '560777', isServed: false },
      { ...facts, pincode: '560888', isEmbargo: true },
      { ...facts, pincode: '560119', isRemote: true },
      { ...facts, pincode: '999999', isServed: false },
    ]);
  });
});

describe('the list of PIN codes', () => {
  const read = async () => {
    const all: string[] = [];
    for await (const { pincode } of gateway.checkPincodes()) all.push(pincode);
    return all;
  };

  it('is read as it arrives', async () => {
    expect(await read()).toEqual(['110001', '560001', '560002']);
  });

  it.each([
    { status: 200, body: '<html>' },
    { status: 200, body: '{"delivery_codes":[]}' },
    { status: 200, body: '{"delivery_codes":[{"postal_code":{"pin":560001}},{"postal' },
    { status: 200, body: '{"delivery_codes":[{"postal_code":{"pin":560001,}}]}' },
    { status: 500, body: '{"delivery_codes":[{"postal_code":{"pin":560001}}]}' },
    { status: 403, body: '<html>' },
  ])('is not complete in the answer $status $body', async (answer) => {
    stub.plan('/c/api/pin-codes/json/', answer);
    await expect(read()).rejects.toThrow(CourierUnknown);
  });
});

it('a caller that settles, asks and calls again never has two shipments, whatever Delhivery does', async () => {
  const chaos = await DelhiveryStub.open({ seed: 20_261_127, faultShare: 0.8, lateMs: 90 });
  const one = openAccount(chaos, 30);
  const waybills = await openAccount(chaos, 5_000).prepare(60);
  const outcomes = new Map<string, string>();
  const settled = () => new Promise((resolve) => setTimeout(resolve, 120));
  const bookAsTold = async (booking: BookingToSend) => {
    for (let tries = 0; tries < 12; tries += 1) {
      try {
        const { awb } = await one.book(booking);
        return awb!;
      } catch (error) {
        if (error instanceof CourierRefused) return 'refused';
        if (!(error instanceof CourierUnknown)) throw error;
      }
      await settled();
      const found = await openAccount(chaos, 5_000).find(booking);
      if (found !== null) return found.awb!;
    }
    return 'unknown';
  };
  await Promise.all(
    waybills.map(async (awb, index) => {
      const reference = `C${index}`;
      const booking = await given({ reference, awb });
      outcomes.set(reference, await bookAsTold(booking));
    }),
  );
  const booked = [...outcomes].filter(([, outcome]) => /^\d+$/.test(outcome));
  const shipments = [...chaos.shipments.values()].map(({ awb, sent }) => [sent.order, awb]);
  expect(shipments.sort()).toEqual(booked.sort());
  expect(booked.length).toBeGreaterThan(30);
  await chaos.close();
});
