import type { ErrorCode } from '../platform/http/errors.js';
import { EXAMPLE_URL } from '../platform/http/openapi/example-url.js';
import { invalid, type ErrorExample } from '../platform/http/openapi/api-docs.js';
import { notServiceable } from './delivery-zones/zone-of.js';
import { PINCODE_FORM } from './placing/request/address.js';

const CUSTOMER = { name: 'Asha Verma', phone: '+91 98765 43210', email: 'asha@example.com' };
const SHIPPING = {
  address: '14, Lake View Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
};

/**
 * Documented requests that work with the demo's data. None has a `store_order_id`: importers send examples unchanged, and a
 * second order with the same id would be refused.
 */
export const ORDER_REQUEST_EXAMPLES = {
  'one-product': {
    summary: 'Two boxes of one product',
    value: { customer: CUSTOMER, shipping: SHIPPING, items: [{ sku: 'TW-GLS-06', quantity: 2 }] },
  },
  'with-variations': {
    summary: 'Products with variations, and notes',
    value: {
      customer: CUSTOMER,
      shipping: { ...SHIPPING, country: 'India' },
      items: [
        { sku: 'KT-APR-85', quantity: 3, variation: 'M / Indigo' },
        { sku: 'BB-TWL-75', quantity: 1, variation: 'Colour:Sage' },
      ],
      notes: 'Please call before delivery',
    },
  },
};

export const QUOTE_REQUEST_EXAMPLES = {
  'with-variations': {
    summary: 'Products with variations',
    value: {
      customer: CUSTOMER,
      shipping: SHIPPING,
      items: ORDER_REQUEST_EXAMPLES['with-variations'].value.items,
    },
  },
  'items-and-pincode': {
    summary: 'Before the customer has signed in',
    value: { items: [{ sku: 'TW-GLS-06', quantity: 2 }], shipping: { pincode: SHIPPING.pincode } },
  },
};

export const PLACED_ORDER_EXAMPLES = {
  'one-product': {
    summary: 'Two boxes of one product',
    value: {
      success: true,
      order_number: 'WO-7K3M9QX2TB',
      subtotal: 456,
      delivery: 30,
      total: 486,
      items_count: 1,
      status: 'awaiting_payment',
      message:
        'The order was placed. Review and pay it in the dashboard ' +
        `(${EXAMPLE_URL}/dashboard/orders/WO-7K3M9QX2TB); it ships once it is paid.`,
    },
  },
};

export const QUOTE_EXAMPLES = {
  'with-variations': {
    summary: 'Products with variations',
    value: {
      success: true,
      subtotal: 826.5,
      delivery: 40,
      delivery_surcharge: 0,
      total: 866.5,
      currency: 'INR',
      address_warning: null,
      items: [
        {
          sku: 'KT-APR-85',
          name: 'Handloom Cotton Bib Apron',
          variation: 'M / Indigo',
          variation_key: 'Size:M|Colour:Indigo',
          quantity: 3,
          unit_price: 185.25,
          line_total: 555.75,
          available: 120,
        },
        {
          sku: 'BB-TWL-75',
          name: 'Cotton Bath Towel 75 x 150 cm',
          variation: 'Colour:Sage',
          variation_key: 'Colour:Sage',
          quantity: 1,
          unit_price: 270.75,
          line_total: 270.75,
          available: 145,
        },
      ],
      delivery_policy: 'per_product',
      delivery_charges: [
        { sku: 'KT-APR-85', delivery_charge: 15, counted: true },
        { sku: 'BB-TWL-75', delivery_charge: 25, counted: true },
      ],
    },
  },
};

const ITEM = {
  sku: 'TW-GLS-06',
  name: 'Stainless Steel Tumbler 300 ml, Set of 6',
  variation: null,
  variation_key: null,
  quantity: 2,
  unit_price: 228,
  line_total: 456,
};

const PLACED = {
  success: true,
  order_number: 'WO-7K3M9QX2TB',
  store_order_id: 'SHOP-1001',
  status: 'awaiting_payment',
  payment_status: 'unpaid',
  total_amount: 486,
  tracking: { courier: null, tracking_number: null, tracking_url: null, shipped_at: null },
  items: [ITEM],
  timeline: [{ status: 'awaiting_payment', changed_at: '2026-01-15T10:00:00.000Z' }],
};
const PAID = {
  ...PLACED,
  status: 'pending',
  payment_status: 'paid',
  timeline: [...PLACED.timeline, { status: 'pending', changed_at: '2026-01-15T10:12:00.000Z' }],
};

export const ORDER_STATUS_EXAMPLES = {
  'awaiting-payment': { summary: 'Just placed', value: PLACED },
  shipped: {
    summary: 'Paid and shipped',
    value: {
      ...PAID,
      status: 'shipped',
      tracking: {
        courier: 'BlueLine Express',
        tracking_number: 'BL482913375IN',
        tracking_url: 'https://track.example.com/BL482913375IN',
        shipped_at: '2026-01-16T09:30:00.000Z',
      },
      timeline: [...PAID.timeline, { status: 'shipped', changed_at: '2026-01-16T09:30:00.000Z' }],
    },
  },
};

/** Examples of an order whose address was corrected before anything was shipped. */
export const CORRECTED_ORDER_EXAMPLES = {
  'awaiting-payment': ORDER_STATUS_EXAMPLES['awaiting-payment'],
  pending: { summary: 'Paid', value: PAID },
};

export const CANCELED_ORDER_EXAMPLES = {
  unpaid: {
    summary: 'Canceled before it was paid',
    value: {
      ...PLACED,
      status: 'cancelled',
      timeline: [
        ...PLACED.timeline,
        { status: 'cancelled', changed_at: '2026-01-15T10:05:00.000Z' },
      ],
    },
  },
};

export const NOT_CANCELABLE_EXAMPLE = shippedOrder('not_cancelable', 'canceled');

export const NOT_CORRECTABLE_EXAMPLE = shippedOrder('not_correctable', 'corrected');

export const ADDRESS_NOT_SERVED: ErrorExample = {
  code: 'not_serviceable',
  fields: [notServiceable('pincode', { pincode: '194101', country: 'India' })],
};

export const ADDRESS_REFUSAL = invalid({ pincode: ['invalid_pincode', PINCODE_FORM] });

const LIST_END = {
  next_cursor: 'M2Y5YjFjNzc0ZTBkLjEwNDUxLjA',
  has_more: false,
  reset: false,
  lost_after: null,
};

export const ORDER_LIST_EXAMPLES = {
  'awaiting-payment': {
    summary: 'One order, just placed',
    value: { success: true, data: [PLACED], ...LIST_END },
  },
  unchanged: { summary: 'Nothing changed', value: { success: true, data: [], ...LIST_END } },
  lost: {
    summary: 'The service has lost changes, and the list begins again',
    value: {
      success: true,
      data: [PLACED],
      ...LIST_END,
      reset: true,
      lost_after: '2026-01-15T10:12:00.000Z',
    },
  },
};

/** Makes the refusal of a change that comes too late. */
function shippedOrder(code: ErrorCode, changed: string): ErrorExample {
  return {
    code,
    message: `Order WO-7K3M9QX2TB is shipped: it can be ${changed} while it is awaiting_payment or pending.`,
    details: { order_number: 'WO-7K3M9QX2TB', order_status: 'shipped' },
  };
}
