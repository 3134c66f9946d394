import type { ErrorCode, FieldError } from '../../platform/http/errors.js';
import { invalid, type ErrorExample } from '../../platform/http/openapi/api-docs.js';
import { notServiceable } from '../delivery-zones/zone-of.js';
import { shortageError } from './request/order-request.js';

export const QUOTED_DUPLICATE_EXAMPLE: ErrorExample = {
  code: 'duplicate_order',
  details: { order_number: 'WO-7K3M9QX2TB', order_status: 'awaiting_payment', same_request: false },
};

export const DUPLICATE_EXAMPLE: ErrorExample = {
  code: 'duplicate_order',
  details: { ...QUOTED_DUPLICATE_EXAMPLE.details, differs: ['shipping.address'] },
};

export const KEY_USED_EXAMPLE: ErrorExample = {
  code: 'idempotency_mismatch',
  message:
    'This Idempotency-Key has placed order WO-7K3M9QX2TB with another body; nothing more was ordered.',
  details: {
    order_number: 'WO-7K3M9QX2TB',
    store_order_id: null,
    order_status: 'awaiting_payment',
  },
};

export const REFUSED_ORDER_EXAMPLES: readonly ErrorExample[] = [
  invalid({
    'customer.phone': ['required', 'is required'],
    'items.0.quantity': ['out_of_range', 'must be from 1 to 10000'],
  }),
  refused({
    field: 'items.0.sku',
    code: 'unknown_sku',
    message: 'unknown SKU "TW-GLS-99": expected a product of your price list',
  }),
  refused(shortageError(0, 5000, 1200)),
  refused({
    field: 'items',
    code: 'reservation_limit',
    message: 'units of unpaid orders: requested 40, but 480 of 500 are reserved',
    measure: 'units',
    limit: 500,
    reserved: 480,
    added: 40,
  }),
  refused(notServiceable('shipping.pincode', { pincode: '194101', country: 'India' })),
  refused({
    field: 'items.0.variation',
    code: 'variation_required',
    message: 'variation is required: expected one of "keys"',
    keys: ['Colour:White', 'Colour:Sage', 'Colour:Indigo', 'Colour:Terracotta'],
  }),
  refused({
    field: 'items.0.variation',
    code: 'variation_unknown',
    message: 'unknown variation: expected one of "keys"',
    keys: ['Colour:White', 'Colour:Sage', 'Colour:Indigo', 'Colour:Terracotta'],
  }),
  refused({
    field: 'items.0.variation',
    code: 'variation_ambiguous',
    message: 'ambiguous variation: expected one of "keys"',
    keys: ['Inner:Red|Outer:Blue', 'Inner:Blue|Outer:Red'],
  }),
];

/** Makes the example of an order that is refused because of a field, with the code of the field. */
function refused(field: FieldError & { code: ErrorCode }): ErrorExample {
  return { code: field.code, fields: [field] };
}
