import { textsOf } from '../../../src/orders/order-texts.js';
import { AuthService } from '../../../src/auth/auth.service.js';
import type { Caller } from '../../../src/auth/caller.js';
import type { OrderRequest } from '../../../src/orders/placing/request/order-request.js';
import type { TestApp } from '../../support/app.js';
import type { GivenClient } from '../../support/shop/given.js';

/** Authenticates a client, as its calls are authenticated. */
export function callerOf(app: TestApp, { headers, domain }: GivenClient): Promise<Caller> {
  return app.service(AuthService).authenticate({ authorization: [headers.Authorization], domain });
}

/** Makes a request for units of a product, with checked fields. */
export function requestOf(sku: string, quantity = 1, rest: Partial<OrderRequest> = {}) {
  return {
    customer: { name: 'Asha', phone: '+91 98765 43210', email: null },
    shipping: { address: 'Road 1', city: 'Pune', state: 'MH', pincode: '411001', country: 'India' },
    items: [{ sku, quantity, variation: null }],
    storeOrderId: null,
    ...textsOf({}),
    ...rest,
  };
}
