import type { BookingState } from '../../../src/couriers/bookings/courier-booking.entity.js';
import type { BookingToSend } from '../../../src/couriers/courier-gateway.js';
import type { TestApp } from '../app.js';
import { unique } from '../shop/given.js';

interface Booked {
  state?: BookingState;
  awb?: string | null;
  units?: readonly { line: number; quantity: number }[];
  routing?: string;
  /** A label that the courier made. */
  label?: Buffer;
}

/** Makes a booking as its job leaves it: with an AWB, and of three units of the first line unless a test says otherwise. */
export async function givenBooking(
  app: TestApp,
  accountId: number,
  order: string,
  rest: Booked = {},
): Promise<{ id: number; awb: string }> {
  const {
    state = 'booked',
    units = [{ line: 1, quantity: 3 }],
    routing = null,
    label = null,
  } = rest;
  const awb = rest.awb === undefined ? unique('7').replaceAll(/\W/g, '') : rest.awb;
  const sent: BookingToSend = {
    reference: unique('B'),
    awb: null,
    ref: null,
    orderNumber: order,
    consignee: {
      name: 'Asha Verma',
      phone: '9876543210',
      lines: ['12 MG Road'],
      city: 'Bengaluru',
      state: 'Karnataka',
      pincode: '560001',
    },
    pickupName: 'Godown',
    returnTo: null,
    box: { lengthMm: 300, breadthMm: 200, heightMm: 100 },
    weightGrams: 900,
    declaredMinor: 31_000,
    items: [],
    mode: 'surface',
  };
  const { id } = await app.row<{ id: number }>`
    INSERT INTO courier_bookings (order_id, account_id, kind, state, reference, units, box, weight_grams, declared_minor, mode, sent,
      awb, courier_name, routing, label, created_by)
    SELECT id, ${accountId}, 'sandbox', ${state}, ${sent.reference}, ${JSON.stringify(units)}::jsonb,
      '{"name": "Small", "lengthMm": 300, "breadthMm": 200, "heightMm": 100}', 900, 31000, 'surface', ${JSON.stringify(sent)}::jsonb,
      ${awb}, 'BlueLine Express', ${routing}, ${label}, 'operator'
    FROM orders WHERE order_number = ${order} RETURNING id`;
  return { id, awb: awb ?? '' };
}
