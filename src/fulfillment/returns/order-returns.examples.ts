import type { ErrorExample } from '../../platform/http/openapi/api-docs.js';

const ORDER_NUMBER = 'WO-7K3M9QX2TB';

const REQUESTED = {
  id: 12,
  status: 'requested',
  origin: 'customer',
  reason: 'One glass is chipped',
  decline_reason: null,
  items: [{ line: 1, quantity: 1, good: 0, scrap: 0 }],
  created_at: '2026-01-20T09:30:00.000Z',
  decided_at: null,
  received_at: null,
  inspected_at: null,
  return_address: null,
  instructions: null,
  courier: null,
  tracking_number: null,
  tracking_url: null,
  sent_at: null,
};

const AWAITED = {
  ...REQUESTED,
  status: 'awaited',
  decided_at: '2026-01-20T10:00:00.000Z',
  return_address: {
    name: 'Asha Wholesale, returns',
    address: '14, Lake View Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    country: 'India',
    phone: '+91 80 4567 8900',
  },
  instructions: 'Write the order number on the box',
};

const TRACKING = { courier: 'BlueLine Express', tracking_number: 'BL731204668IN' };

export const RETURN_REQUEST_EXAMPLES = {
  'one-unit': {
    summary: 'One unit of the first line',
    value: { items: [{ line: 1, quantity: 1 }], reason: REQUESTED.reason },
  },
};

export const REQUESTED_RETURN_EXAMPLES = {
  requested: {
    summary: 'Requested',
    value: { success: true, order_number: ORDER_NUMBER, data: REQUESTED },
  },
};

export const NOT_RETURNABLE_EXAMPLE: ErrorExample = {
  code: 'not_returnable',
  message: `Order ${ORDER_NUMBER} is pending: units of it can be returned while it is shipped or delivered.`,
  details: { order_number: ORDER_NUMBER, order_status: 'pending' },
};

export const TOO_MANY_UNITS_EXAMPLE: ErrorExample = {
  code: 'validation_failed',
  fields: [
    {
      field: 'items.0.quantity',
      code: 'out_of_range',
      message: 'line 1 has 2 shipped units that were not returned',
    },
  ],
};

const KNOWN = {
  order_number: ORDER_NUMBER,
  store_order_id: 'SHOP-1001',
  order_status: 'delivered',
  return: REQUESTED,
};

export const DUPLICATE_RETURN_EXAMPLE: ErrorExample = {
  code: 'duplicate_return',
  details: { ...KNOWN, same_request: true },
};

export const RETURN_KEY_USED_EXAMPLE: ErrorExample = {
  code: 'idempotency_mismatch',
  message: `This Idempotency-Key has requested return 12 of order ${ORDER_NUMBER} with another body; no other was stored.`,
  details: KNOWN,
};

export const WITHDRAWN_RETURN_EXAMPLES = {
  withdrawn: {
    summary: 'Withdrawn',
    value: {
      success: true,
      order_number: ORDER_NUMBER,
      data: { ...REQUESTED, status: 'withdrawn', decided_at: '2026-01-20T11:00:00.000Z' },
    },
  },
};

export const NOT_WITHDRAWABLE_EXAMPLE: ErrorExample = {
  code: 'not_withdrawable',
  message: `Return 12 of order ${ORDER_NUMBER} is awaited: it can be withdrawn while it is requested.`,
  details: { ...KNOWN, return: AWAITED },
};

export const RETURN_TRACKING_EXAMPLES = {
  'by-courier': { summary: 'Given to a courier', value: TRACKING },
};

export const SENT_RETURN_EXAMPLES = {
  sent: {
    summary: 'Sent back',
    value: {
      success: true,
      order_number: ORDER_NUMBER,
      data: {
        ...AWAITED,
        ...TRACKING,
        tracking_url: 'https://track.example.com/BL731204668IN',
        sent_at: '2026-01-21T06:15:00.000Z',
      },
    },
  },
};

export const NOT_AWAITED_EXAMPLE: ErrorExample = {
  code: 'not_awaited',
  message: `Return 12 of order ${ORDER_NUMBER} is requested: its units can be sent while it is awaited.`,
  details: KNOWN,
};
