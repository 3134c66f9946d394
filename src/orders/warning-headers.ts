import type { ApiResponseOptions } from '@nestjs/swagger';
import { addressWarning, ADDRESS_WARNINGS } from '../platform/gst/read-state.js';
import type { HeaderSink } from '../platform/http/header-sink.js';
import type { OrderRequest } from './placing/request/order-request.js';
import { PHONE_WARNINGS, phoneWarning } from './placing/request/phone.js';

const ADDRESS_HEADER = 'X-Address-Warning';
const PHONE_HEADER = 'X-Phone-Warning';

/** Documents the header of {@link sendAddressWarning}. */
export const ADDRESS_WARNING_HEADERS: ApiResponseOptions['headers'] = {
  [ADDRESS_HEADER]: {
    description:
      'Present when the address should be checked before the order is shipped: `state` is not one of India, or the pincode belongs to another state',
    schema: { type: 'string', enum: [...ADDRESS_WARNINGS] },
  },
};

/** Says in a header what is doubtful about the address of a placed or corrected order. */
export function sendAddressWarning(headers: HeaderSink, address: OrderRequest['shipping']): void {
  const warning = addressWarning(address);
  if (warning !== null) headers.setHeader(ADDRESS_HEADER, warning);
}

/** Documents the header of an answer about an order whose phone number may not ring. */
export const PHONE_WARNING_HEADER = {
  [PHONE_HEADER]: {
    description:
      'Present when `customer.phone` may not ring: it has fewer than ten digits in India, or one digit only. No order is refused because of it',
    schema: { type: 'string' as const, enum: [...PHONE_WARNINGS] },
  },
};

/** Adds the header to an answer if the phone number of its order may not ring. */
export function setPhoneWarning(
  headers: HeaderSink,
  order: { phone: string; country: string },
): void {
  const warning = phoneWarning(order.phone, order.country);
  if (warning !== null) headers.setHeader(PHONE_HEADER, warning);
}
