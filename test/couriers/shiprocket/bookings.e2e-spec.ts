import {
  CourierHasNoMoney,
  CourierRefused,
  CourierUnknown,
} from '../../../src/couriers/courier-errors.js';
import type { BookingToSend } from '../../../src/couriers/courier-gateway.js';
import { book, givenBooking } from '../../support/couriers/courier-harness.js';
import { openAccount } from '../../support/couriers/shiprocket-harness.js';
import { ShiprocketStub } from '../../support/couriers/shiprocket/stub.js';
import { unassigned } from '../../support/couriers/shiprocket/texts.js';
import { STUB_TIMEOUT_MS } from '../../support/couriers/stub-server.js';

const CREATE = '/orders/create/adhoc';
const ASSIGN = '/courier/assign/awb';
const CANCEL = '/orders/cancel';

const stub = await ShiprocketStub.open();
const gateway = openAccount(stub, STUB_TIMEOUT_MS);
const harness = { gateway, pickupName: 'Godown 1', waybills: [] };
afterAll(() => stub.close());

const given = (changes?: Partial<BookingToSend>) => givenBooking(harness, changes);
/** Makes a booking whose order is there, and whose AWB is the next step. */
const givenOrdered = async () => {
  const booking = await given();
  const { ref } = await gateway.book(booking, 'order');
  return { ...booking, ref: ref! };
};
const orderOf = (reference: string) => stub.orders.find(({ sent }) => sent.order_id === reference)!;
const countOf = (call: string) => stub.calls.filter((one) => one === call).length;

describe('an order at Shiprocket', () => {
  it('has merged lines, whole centimeters, kilograms, a state, the mail of the house and no insurance', async () => {
    const line = { name: 'T-shirt', unitMinor: 49_990, hsn: '6109', gstRate: 5 };
    const cap = {
      sku: 'CAP',
      name: 'Cap',
      quantity: 1,
      unitMinor: 10_000,
      hsn: null,
      gstRate: null,
    };
    const booking = await given({
      consignee: { ...(await given()).consignee, lines: ['12, MG Road,', 'Indiranagar'] },
      box: { lengthMm: 301, breadthMm: 205, heightMm: 101 },
      items: [
        { ...line, sku: 'TEE', quantity: 5 },
        cap,
        { ...line, sku: 'TEE', quantity: 1, unitMinor: 43_990 },
      ],
    });
    const progress = await gateway.book(booking, 'order');
    const { id, shipmentId, sent } = orderOf(booking.reference);
    expect(progress).toEqual({ step: 'awb', ref: { order_id: id, shipment_id: shipmentId } });
    expect(sent).toEqual({
      order_id: booking.reference,
      order_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      pickup_location: 'Godown 1',
      billing_customer_name: 'Asha Rao',
      billing_last_name: '',
      billing_address: '12, MG Road,',
      billing_address_2: 'Indiranagar',
      billing_city: 'Bengaluru',
      billing_pincode: '560001',
      billing_state: 'Karnataka',
      billing_country: 'India',
      billing_email: 'api@example.com',
      billing_phone: '9876543210',
      shipping_is_billing: true,
      order_items: [
        { name: 'T-shirt', sku: 'TEE', units: 6, selling_price: 489.9, hsn: '6109', tax: 5 },
        { name: 'Cap', sku: 'CAP', units: 1, selling_price: 100 },
      ],
      payment_method: 'Prepaid',
      sub_total: 2_499.5,
      length: 31,
      breadth: 21,
      height: 11,
      weight: 1.25,
      is_insurance_opt: 0,
    });
  });

  it('of a reference that was canceled gets no AWB, but is found as canceled', async () => {
    const booking = await givenOrdered();
    expect(await gateway.cancel({ ...booking, awb: null }, false)).toBe('canceled');
    const assigned = countOf(`POST ${ASSIGN}`);
    await expect(gateway.book(booking, 'order')).rejects.toThrow(CourierUnknown);
    expect(await gateway.find({ ...booking, ref: null })).toMatchObject({ isCanceled: true });
    expect(countOf(`POST ${ASSIGN}`)).toBe(assigned);
  });

  it.each([
    [
      422,
      { message: 'Invalid data', errors: { billing_phone: ['Invalid phone number'] } },
      'phone_invalid',
    ],
    [400, { message: { order_items: ['SKU cannot be repeated'] } }, 'refused_by_courier'],
    [200, { message: 'Wrong Pickup location entered.' }, 'pickup_place_unknown'],
    [200, { message: 'Oops! Invalid Data.', status_code: 422 }, 'refused_by_courier'],
    [404, { message: 'Delivery postcode not serviceable' }, 'not_served'],
    [400, { error: 'Bad request' }, 'refused_by_courier'],
  ])('is refused with status %s: %j', async (status, body, code) => {
    stub.plan(CREATE, { status, body });
    const error = await gateway.book(await given(), 'order').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CourierRefused);
    expect(error).toMatchObject({ code });
    expect((error as CourierRefused).words).not.toBe('');
  });

  it('that has an AWB at once needs no other call', async () => {
    const body = { order_id: 281_248_157, shipment_id: '280640636', awb_code: 321_055_706_540 };
    stub.plan(CREATE, { status: 200, body });
    const ref = { order_id: 281_248_157, shipment_id: 280_640_636 };
    const progress = await gateway.book(await given(), 'order');
    expect(progress).toEqual({ step: 'done', ref, awb: '321055706540' });
  });

  it('is open without an id or a word', async () => {
    const ids = ['1', 'x 0', '1 0', '1.5 1'].map((text) => text.split(' '));
    const made = ids.map(([order_id, shipment_id]) => ({ order_id, shipment_id }));
    for (const body of [{}, ...made]) {
      stub.plan(CREATE, { status: 200, body });
      await expect(gateway.book(await given(), 'order')).rejects.toThrow(CourierUnknown);
    }
  });
});

describe('an AWB of Shiprocket', () => {
  it('comes with the courier that carries it, its freight and routing', async () => {
    const booking = await givenOrdered();
    const progress = await gateway.book(booking, 'awb');
    expect(progress).toEqual({
      step: 'done',
      ref: booking.ref,
      awb: stub.live.at(-1),
      courierName: 'Amazon Surface',
      freightMinor: 6_136,
      routing: 'BLR/HSK',
    });
  });

  it('is read as a recorded answer has it, with all digits', async () => {
    const booking = await givenOrdered();
    const body =
      '{"awb_assign_status":1,"response":{"data":{"courier_company_id":142,"awb_code":321055706540,"cod":0,"order_id":281248157,"shipment_id":280640636,"awb_code_status":1,"assigned_date_time":{"date":"2022-11-25 11:17:52.878599","timezone_type":3,"timezone":"Asia/Kolkata"},"applied_weight":0.5,"company_id":25149,"courier_name":"Amazon Surface"}}}';
    stub.plan(ASSIGN, { status: 200, body });
    const progress = await gateway.book(booking, 'awb');
    expect(progress).toMatchObject({ awb: '321055706540', courierName: 'Amazon Surface' });
    expect(progress.freightMinor).toBeUndefined();
    const paid = body
      .replace('"cod":0', '"freight_charges":"1.15"')
      .replace('courier_name', 'name');
    stub.plan(ASSIGN, { status: 200, body: paid });
    const unnamed = { freightMinor: 115, courierName: 'Shiprocket' };
    expect(await gateway.book(booking, 'awb')).toMatchObject(unnamed);
    stub.plan(ASSIGN, { status: 200, body: body.replace('321055706540', '12345678901234567891') });
    expect((await gateway.book(booking, 'awb')).awb).toBe('12345678901234567891');
  });

  it('that is missing in an answer with status 200 is a refusal, after which the order is canceled', async () => {
    const booking = await givenOrdered();
    stub.plan(ASSIGN, unassigned('No courier serviceable'));
    const refused = { name: 'CourierRefused', code: 'not_served', words: 'No courier serviceable' };
    await expect(gateway.book(booking, 'awb')).rejects.toMatchObject(refused);
    expect(orderOf(booking.reference).isCanceled).toBe(true);
    const unpaid = await givenOrdered();
    stub.plan(ASSIGN, unassigned('Insufficient amount in your wallet'));
    await expect(gateway.book(unpaid, 'awb')).rejects.toThrow(CourierHasNoMoney);
    expect(orderOf(unpaid.reference).isCanceled).toBe(true);
  });

  it('that is refused stays refused if the order cannot be canceled', async () => {
    const booking = await givenOrdered();
    stub.plan(ASSIGN, { status: 400, body: { message: 'Weight is missing' } });
    stub.plan(CANCEL, 'error_500');
    const code = 'refused_by_courier';
    await expect(gateway.book(booking, 'awb')).rejects.toMatchObject({ code });
  });

  it.each([
    [200, unassigned('AWB is already assigned').body],
    [422, { message: 'AWB is already assigned to this shipment' }],
    [500, { message: 'AWB is already assigned. Current status: AWB ASSIGNED' }],
    [422, { message: 'AWB cannot be reassigned', response: { data: { awb_code: 'X1234567' } } }],
    [200, { awb_assign_status: 0, response: { data: {} } }],
    [200, {}],
  ])('is looked for, and its order kept, after status %s: %j', async (status, body) => {
    const booking = await givenOrdered();
    stub.plan(ASSIGN, { status, body });
    await expect(gateway.book(booking, 'awb')).rejects.toThrow(CourierUnknown);
    expect(orderOf(booking.reference).isCanceled).toBe(false);
  });

  it('is not bought for a shipment that has one by then, nor for one that is canceled or unknown', async () => {
    const booking = await givenOrdered();
    stub.assignLate(booking.reference);
    const assigned = countOf(`POST ${ASSIGN}`);
    const known = { step: 'done', awb: stub.live.at(-1) };
    expect(await gateway.book(booking, 'awb')).toMatchObject(known);
    await gateway.cancel({ ...booking, awb: stub.live.at(-1)! }, true);
    await expect(gateway.book(booking, 'awb')).rejects.toThrow(CourierUnknown);
    const unheard = { ...booking, ref: { order_id: 1, shipment_id: 1 } };
    await expect(gateway.book(unheard, 'awb')).rejects.toThrow(CourierUnknown);
    expect(countOf(`POST ${ASSIGN}`)).toBe(assigned);
  });

  it('is read from the shipment, which has none before', async () => {
    const booking = await givenOrdered();
    const none = await gateway.find(booking);
    expect(none).toMatchObject({ step: 'awb', ref: booking.ref, isCanceled: false });
    stub.plan(ASSIGN, 'lost_after');
    await expect(gateway.book(booking, 'awb')).rejects.toThrow(CourierUnknown);
    const path = `/shipments/${booking.ref.shipment_id}`;
    const asked = countOf(`GET ${path}`);
    const courierName = 'Amazon Surface';
    const known = { step: 'done', awb: stub.live.at(-1), courierName };
    expect(await gateway.find(booking)).toMatchObject(known);
    expect(countOf(`GET ${path}`)).toBe(asked + 1);
    const data = { id: String(booking.ref.shipment_id), awb_code: '321055706540' };
    stub.plan(path, { status: 200, body: { data } });
    expect(await gateway.find(booking)).toMatchObject({ step: 'done', awb: '321055706540' });
  });

  it('is not known to be missing by an answer about another shipment, or about none', async () => {
    const booking = await givenOrdered();
    for (const data of [{ id: 1, awb: '' }, [], null, {}]) {
      stub.plan(`/shipments/${booking.ref.shipment_id}`, { status: 200, body: { data } });
      await expect(gateway.find(booking)).rejects.toThrow(CourierUnknown);
    }
  });

  it('is of no shipment if the answer alone has the status 404', async () => {
    const booking = await givenOrdered();
    const body = { message: 'No shipment', status_code: 404 };
    stub.plan(`/shipments/${booking.ref.shipment_id}`, { status: 200, body });
    expect(await gateway.find(booking)).toBeNull();
  });

  it('is not that of an order whose reference only begins alike', async () => {
    const longer = await given({ reference: 'LIKE-12' });
    await book(gateway, longer);
    expect(await gateway.find({ reference: 'LIKE-1', awb: null, ref: null })).toBeNull();
  });
});

describe('a cancellation at Shiprocket', () => {
  it('of an AWB leaves the order and its other AWB alone', async () => {
    const booking = await givenOrdered();
    const { awb: first } = await gateway.book(booking, 'awb');
    stub.assignLate(booking.reference);
    const second = stub.live.at(-1);
    expect(await gateway.cancel({ ...booking, awb: second! }, true)).toBe('canceled');
    expect(stub.live).toContain(first);
    expect(stub.live).not.toContain(second);
  });

  it('of a booking ends its order, too, so that a call under way gives it no other AWB', async () => {
    const booking = await givenOrdered();
    const { awb } = await gateway.book(booking, 'awb');
    expect(await gateway.cancel({ ...booking, awb: awb! }, false)).toBe('canceled');
    stub.assignLate(booking.reference);
    expect(stub.live.filter((one) => one === awb)).toEqual([]);
    expect(orderOf(booking.reference).awbs).toHaveLength(1);
  });

  it('of a booking that was picked up leaves its order alone', async () => {
    const booking = await givenOrdered();
    const { awb } = await gateway.book(booking, 'awb');
    const body = { message: 'Shipment is already picked up' };
    stub.plan('/orders/cancel/shipment/awbs', { status: 400, body });
    expect(await gateway.cancel({ ...booking, awb: awb! }, false)).toBe('too_late');
    expect(orderOf(booking.reference).isCanceled).toBe(false);
  });

  it('without an AWB ends the order, so that a late call gives it none', async () => {
    const booking = await givenOrdered();
    expect(await gateway.cancel({ ...booking, awb: null, ref: null }, false)).toBe('canceled');
    stub.assignLate(booking.reference);
    expect(orderOf(booking.reference).awbs).toEqual([]);
    const unheard = { reference: 'UNHEARD', awb: null, ref: null };
    expect(await gateway.cancel(unheard, false)).toBe('canceled');
    // Words of both kinds: it has ended all the same.
    const message = 'Cannot be cancelled: the order is already cancelled';
    stub.plan(CANCEL, { status: 400, body: { message } });
    expect(await gateway.cancel({ ...booking, awb: null }, false)).toBe('canceled');
  });

  it('is refused in words that it does not know', async () => {
    const booking = await givenOrdered();
    const body = { message: 'Not today', errors: { awbs: ['Not today'] } };
    stub.plan('/orders/cancel/shipment/awbs', { status: 400, body });
    const refused = gateway.cancel({ ...booking, awb: '321055706540' }, false);
    await expect(refused).rejects.toMatchObject({ words: 'Not today' });
  });
});
