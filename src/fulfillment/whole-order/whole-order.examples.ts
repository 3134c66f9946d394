import { textsOf } from '../../orders/order-texts.js';
import { EXAMPLE_URL } from '../../platform/http/openapi/example-url.js';
import { ORDER_STATUS_EXAMPLES } from '../../orders/orders.examples.js';

const { shipped } = ORDER_STATUS_EXAMPLES;
const { tracking, items, timeline } = shipped.value;

export const WHOLE_ORDER_EXAMPLES = {
  shipped: {
    summary: 'Paid and shipped',
    value: {
      success: true,
      data: {
        order_number: 'WO-7K3M9QX2TB',
        store_order_id: 'SHOP-1001',
        status: 'shipped',
        payment_status: 'paid',
        customer: { name: 'Asha Verma', phone: '+91 98765 43210', email: 'asha@example.com' },
        shipping: {
          address: '14, Lake View Road',
          city: 'Bengaluru',
          state: 'Karnataka',
          pincode: '560001',
          country: 'India',
        },
        ...textsOf({}),
        cancel_reason: null,
        currency: 'INR',
        subtotal: 456,
        delivery: 30,
        total: 486,
        refunded: 0,
        created_at: '2026-01-15T10:00:00.000Z',
        placed_by: 'store',
        expires_at: null,
        items: items.map((item, index) => ({
          ...item,
          line: index + 1,
          shipped_quantity: item.quantity,
          canceled_quantity: 0,
          returned_quantity: 0,
        })),
        shipments: [
          {
            id: 7,
            ...tracking,
            delivered_at: null,
            items: [{ line: 1, quantity: 2 }],
            state: 'in_transit',
            expected_at: '2026-01-18T12:00:00.000Z',
            events: [
              {
                at: '2026-01-16T14:00:00.000Z',
                state: 'in_transit',
                place: 'Bengaluru',
                description: 'On its way',
              },
            ],
            failure: null,
          },
        ],
        refunds: [],
        returns: [],
        documents: [
          {
            id: 17,
            number: 'WS-2526-000017',
            kind: 'invoice',
            shipment_id: 7,
            refund_id: null,
            issued_on: '2026-01-16',
            total: 486,
            taxable: 411.86,
            tax: { cgst: 0, sgst: 0, igst: 74.14 },
            pdf_url: `${EXAMPLE_URL}/api/documents/17/pdf`,
          },
        ],
        timeline,
      },
    },
  },
};

/** Examples of an order whose address was corrected before anything was shipped. */
export const CORRECTED_WHOLE_ORDER_EXAMPLES = {
  pending: {
    summary: 'Paid',
    value: {
      success: true,
      data: {
        ...WHOLE_ORDER_EXAMPLES.shipped.value.data,
        status: 'pending',
        shipping: {
          ...WHOLE_ORDER_EXAMPLES.shipped.value.data.shipping,
          address: '41, Lake View Road',
        },
        items: WHOLE_ORDER_EXAMPLES.shipped.value.data.items.map((item) => ({
          ...item,
          shipped_quantity: 0,
        })),
        shipments: [],
        documents: [],
        timeline: timeline.slice(0, 2),
      },
    },
  },
};

export const CORRECTION_EXAMPLES = {
  'house-number-and-phone': {
    summary: 'Another house number and phone',
    value: { customer: { phone: '+91 98765 43211' }, shipping: { address: '41, Lake View Road' } },
  },
};
