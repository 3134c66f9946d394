import { dateInShop, TIME_ZONE } from '../../platform/time-zone.js';
import type { BookedItem, BookingToSend } from '../courier-gateway.js';

const MM_OF_CM = 10;
const GRAMS_OF_KG = 1_000;
const MINOR_OF_MAJOR = 100;

/** Writes a booking as an order of Shiprocket. @param email of the house: Shiprocket requires one, and it is not the customer's */
export function toOrder(booking: BookingToSend, email: string, now: Date): object {
  const { consignee, box } = booking;
  const [line = '', ...more] = consignee.lines;
  return {
    order_id: booking.reference,
    order_date: `${dateInShop(now)} ${now.toLocaleTimeString('en-GB', { timeZone: TIME_ZONE }).slice(0, 5)}`,
    pickup_location: booking.pickupName,
    billing_customer_name: consignee.name,
    billing_last_name: '',
    billing_address: line,
    billing_address_2: more.join(' '),
    billing_city: consignee.city,
    billing_pincode: consignee.pincode,
    billing_state: consignee.state,
    billing_country: 'India',
    billing_email: email,
    billing_phone: consignee.phone,
    shipping_is_billing: true,
    order_items: mergedBySku(booking.items),
    payment_method: 'Prepaid',
    sub_total: booking.declaredMinor / MINOR_OF_MAJOR,
    length: Math.ceil(box.lengthMm / MM_OF_CM),
    breadth: Math.ceil(box.breadthMm / MM_OF_CM),
    height: Math.ceil(box.heightMm / MM_OF_CM),
    weight: booking.weightGrams / GRAMS_OF_KG,
    // Else the account's own setting could buy an insurance.
    is_insurance_opt: 0,
  };
}

/** Merges lines of the same SKU, which Shiprocket refuses to take twice. The price of one is then their mean. */
function mergedBySku(items: readonly BookedItem[]): object[] {
  const bySku = new Map<string, BookedItem & { minor: number }>();
  for (const item of items) {
    const known = bySku.get(item.sku) ?? { ...item, quantity: 0, minor: 0 };
    known.quantity += item.quantity;
    known.minor += item.quantity * item.unitMinor;
    bySku.set(item.sku, known);
  }
  return [...bySku.values()].map(({ sku, name, quantity, minor, hsn, gstRate }) => ({
    name,
    sku,
    units: quantity,
    selling_price: Math.round(minor / quantity) / MINOR_OF_MAJOR,
    ...(hsn !== null && { hsn }),
    ...(gstRate !== null && { tax: gstRate }),
  }));
}
