import type { ApiResponseOptions } from '@nestjs/swagger';
import { addressWarning, ADDRESS_WARNINGS } from '../platform/gst/read-state.js';
import type { HeaderSink } from '../platform/http/header-sink.js';
import type { OrderRequest } from './placing/request/order-request.js';

const HEADER = 'X-Address-Warning';

/** Documents the header of {@link sendAddressWarning}. */
export const ADDRESS_WARNING_HEADERS: ApiResponseOptions['headers'] = {
  [HEADER]: {
    description:
      'Present when the address should be checked before the order is shipped: `state` is not one of India, or the pincode belongs to another state',
    schema: { type: 'string', enum: [...ADDRESS_WARNINGS] },
  },
};

/** Says in a header what is doubtful about the address of a placed or corrected order. */
export function sendAddressWarning(headers: HeaderSink, address: OrderRequest['shipping']): void {
  const warning = addressWarning(address);
  if (warning !== null) headers.setHeader(HEADER, warning);
}
