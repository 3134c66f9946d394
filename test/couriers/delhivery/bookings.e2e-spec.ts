import {
  CourierHasNoMoney,
  CourierKeysRefused,
  CourierRefused,
  CourierUnknown,
} from '../../../src/couriers/courier-errors.js';
import type { BookingToSend } from '../../../src/couriers/courier-gateway.js';
import { givenBooking } from '../../support/couriers/courier-harness.js';
import { DelhiveryStub } from '../../support/couriers/delhivery/stub.js';
import { openAccount } from '../../support/couriers/delhivery-harness.js';
import { STUB_TIMEOUT_MS } from '../../support/couriers/stub-server.js';

const CREATE = '/api/cmu/create.json';

const stub = await DelhiveryStub.open();
const gateway = openAccount(stub, STUB_TIMEOUT_MS);
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

  it('is recorded as Delhivery answered in August 2026, with all digits of an AWB that is a number', async () => {
    const booking = await given({ reference: 'CAPTURE-1787596016179', awb: '57930810000066' });
    const body =
      '{"cash_pickups_count":0.0,"package_count":1,"prepaid_count":1,"pickups_count":0,"replacement_count":0,"cash_pickups":0.0,"cod_amount":0.0,"cod_count":0,"upload_wbn":"UPL14784772876334680653","packages":[{"waybill":"57930810000066","refnum":"CAPTURE-1787596016179","client":"wso","payment":"Pre-paid","cod_amount":0.0,"status":"Success","sort_code":"CHA/RAM","serviceable":true,"remarks":[""]}],"success":true}';
    stub.plan(CREATE, { status: 200, body });
    const booked = { step: 'done', awb: '57930810000066', routing: 'CHA/RAM' };
    expect(await gateway.book(booking)).toMatchObject(booked);
    stub.plan(CREATE, {
      status: 200,
      body: body.replace('"57930810000066"', '12345678901234567891'),
    });
    expect((await gateway.book(booking)).awb).toBe('12345678901234567891');
  });
});

describe('a refusal of Delhivery', () => {
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

  it('is found by its reference alone, also after a canceled one with the same', async () => {
    const canceled = await givenShipment();
    await gateway.cancel(canceled);
    const { awb } = await given();
    await gateway.book({ ...canceled, awb, declaredMinor: 100 });
    const found = await gateway.find({ ...canceled, awb: (await given()).awb });
    expect(found).toMatchObject({ awb, isCanceled: false });
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

describe('PIN codes at Delhivery', () => {
  it('are served, under an embargo, remote, or unknown', async () => {
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

  const read = async () => {
    const all: string[] = [];
    for await (const { pincode } of gateway.checkPincodes()) all.push(pincode);
    return all;
  };

  it('are read as their list arrives', async () => {
    expect(await read()).toEqual(['110001', '560001', '560002']);
  });

  it.each([
    { status: 200, body: '<html>' },
    { status: 200, body: '{"delivery_codes":[]}' },
    { status: 200, body: '{"delivery_codes":[{"postal_code":{"pin":560001}},{"postal' },
    { status: 200, body: '{"delivery_codes":[{"postal_code":{"pin":560001,}}]}' },
    { status: 500, body: '{"delivery_codes":[{"postal_code":{"pin":560001}}]}' },
    { status: 403, body: '<html>' },
  ])('are not complete in the answer $status $body', async (answer) => {
    stub.plan('/c/api/pin-codes/json/', answer);
    await expect(read()).rejects.toThrow(CourierUnknown);
  });
});
