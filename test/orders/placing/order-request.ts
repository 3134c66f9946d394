import type { OrderRequest } from '../../../src/orders/placing/request/order-request.js';

/** Makes a request for units of a product, as it is once its fields are checked. */
export function requestOf(sku: string, quantity = 1, rest: Partial<OrderRequest> = {}) {
  return {
    customer: { name: 'Asha', phone: '+91 98765 43210', email: null },
    shipping: { address: 'Road 1', city: 'Pune', state: 'MH', pincode: '411001', country: 'India' },
    items: [{ sku, quantity, variation: null }],
    storeOrderId: null,
    notes: null,
    ...rest,
  };
}
