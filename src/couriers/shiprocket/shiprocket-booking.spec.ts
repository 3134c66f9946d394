import type { BookingToSend } from '../courier-gateway.js';
import { toOrder } from './shiprocket-booking.js';

const BOOKING: BookingToSend = {
  reference: 'B1',
  awb: null,
  ref: null,
  orderNumber: 'WO-1',
  consignee: {
    name: 'Asha Rao',
    phone: '9876543210',
    lines: ['12, MG Road'],
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
  },
  pickupName: 'Godown 1',
  returnTo: null,
  box: { lengthMm: 300, breadthMm: 200, heightMm: 100 },
  weightGrams: 500,
  declaredMinor: 30_002,
  items: [],
  mode: 'surface',
};

describe('toOrder', () => {
  it('writes the time of the order as that of India, where the next day has begun', () => {
    const now = new Date('2026-11-28T20:15:30Z');
    expect(toOrder(BOOKING, '', now)).toMatchObject({ order_date: '2026-11-29 01:45' });
  });

  it('rounds the mean price of merged lines to the nearest paisa', () => {
    const line = { sku: 'TEE', name: 'T-shirt', hsn: null, gstRate: null };
    const items = [
      { ...line, quantity: 1, unitMinor: 10_000 },
      { ...line, quantity: 2, unitMinor: 10_001 },
    ];
    expect(toOrder({ ...BOOKING, items }, '', new Date())).toMatchObject({
      order_items: [{ units: 3, selling_price: 100.01 }],
    });
  });
});
