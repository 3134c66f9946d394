import type { HeaderSink } from '../platform/http/header-sink.js';
import { PHONE_WARNINGS, phoneWarning } from './placing/request/phone.js';

const NAME = 'X-Phone-Warning';

/** Documents the header of an answer about an order whose phone number may not ring. */
export const PHONE_WARNING_HEADER = {
  [NAME]: {
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
  if (warning !== null) headers.setHeader(NAME, warning);
}
