import type { BookingToSend } from '../courier-gateway.js';
import { cleanText } from './texts.js';

const PRODUCTS_LENGTH = 300;
const MM_OF_CM = 10;
const MINOR_OF_MAJOR = 100;

/** Writes a booking as the text that Delhivery's creation of shipments takes. */
export function toForm(booking: BookingToSend): string {
  const data = { shipments: [toShipment(booking)], pickup_location: { name: booking.pickupName } };
  return `format=json&data=${encodeURIComponent(JSON.stringify(data))}`;
}

function toShipment({ consignee, returnTo, box, items, ...booking }: BookingToSend): object {
  const codes = items.flatMap(({ hsn }) => hsn ?? []);
  return {
    waybill: booking.awb,
    order: booking.reference,
    name: cleanText(consignee.name),
    phone: consignee.phone,
    add: cleanText(consignee.lines.join(' ')),
    city: cleanText(consignee.city),
    state: cleanText(consignee.state),
    country: 'India',
    pin: consignee.pincode,
    payment_mode: 'Prepaid',
    cod_amount: 0,
    // Without it the manifest shows goods of no value.
    total_amount: booking.declaredMinor / MINOR_OF_MAJOR,
    products_desc: productsOf(items),
    hsn_code: [...new Set(codes)].join(','),
    quantity: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    weight: booking.weightGrams,
    shipment_length: box.lengthMm / MM_OF_CM,
    shipment_width: box.breadthMm / MM_OF_CM,
    shipment_height: box.heightMm / MM_OF_CM,
    shipping_mode: booking.mode === 'express' ? 'Express' : 'Surface',
    ...(returnTo && {
      return_name: cleanText(returnTo.name),
      return_phone: returnTo.phone,
      return_add: cleanText(returnTo.address),
      return_city: cleanText(returnTo.city),
      return_state: cleanText(returnTo.state),
      return_pin: returnTo.pincode,
      return_country: 'India',
    }),
  };
}

function productsOf(items: BookingToSend['items']): string {
  const names = items.map(({ name, quantity }) => `${quantity} x ${cleanText(name)}`);
  return names.join(', ').slice(0, PRODUCTS_LENGTH).toWellFormed();
}
