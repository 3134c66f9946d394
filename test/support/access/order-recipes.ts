import { orderBody, type GivenClient } from '../shop/given.js';
import type { WireRequest } from '../documents/wire.js';

/** Requests to a route by an admitted client with their outcomes: a valid one, and an invalid one where there is one. */
export interface Recipe {
  valid: (client: Tenant) => WireRequest;
  status: number;
  invalid?: () => WireRequest;
  refusal?: string;
}

/** A client with an order. */
export interface Tenant extends GivenClient {
  orderNumber: string;
  canceledOrder: string;
  /** An order of one unit that was shipped. */
  shippedOrder: string;
  /** The path of a return that was withdrawn, from the number of its order. */
  withdrawnReturn: string;
  /** Invoice of the shipped order. */
  documentId: number;
  /** Tokens of this client that no longer work. */
  revoked: string;
  expired: string;
  rotated: string;
}

/** The product that every request is about. */
export const SKU = 'MATRIX';
const JSON_BODY = { 'Content-Type': 'application/json' };
/** Reads a request without a body. */
export const get = (path: string): WireRequest => ({ method: 'GET', path });
const order = (body: string, path = '/api/orders'): WireRequest => ({
  method: 'POST',
  path,
  headers: JSON_BODY,
  body,
});

/** Requests to the routes of orders. */
export const ORDER_RECIPES = {
  'post /api/orders': {
    valid: () => order(JSON.stringify(orderBody({ sku: SKU, quantity: 1 }))),
    status: 201,
    invalid: () => order('{"broken'),
    refusal: '400 malformed_json',
  },
  'post /api/orders/quote': {
    valid: () => order(JSON.stringify(orderBody({ sku: SKU, quantity: 1 })), '/api/orders/quote'),
    status: 200,
    invalid: () => order('{"broken', '/api/orders/quote'),
    refusal: '400 malformed_json',
  },
  'post /api/orders/reconcile': {
    valid: () => order('{"store_order_ids":["S-1"]}', '/api/orders/reconcile'),
    status: 200,
    invalid: () => order('{"store_order_ids":[]}', '/api/orders/reconcile'),
    refusal: '422 validation_failed',
  },
  'post /api/orders/:order_number/cancel': {
    valid: ({ canceledOrder }) => order('{}', `/api/orders/${canceledOrder}/cancel`),
    status: 200,
    invalid: () => order('{}', '/api/orders/WO-0000000000/cancel'),
    refusal: '404 order_not_found',
  },
  'post /api/orders/:order_number/returns': {
    valid: ({ shippedOrder }) => {
      const body = JSON.stringify({ items: [{ line: 1, quantity: 1 }], reason: 'Chipped' });
      const request = order(body, `/api/orders/${shippedOrder}/returns`);
      return { ...request, headers: { ...request.headers, 'Idempotency-Key': 'matrix' } };
    },
    status: 201,
    invalid: () => order('{}', '/api/orders/WO-0000000000/returns'),
    refusal: '422 validation_failed',
  },
  'post /api/orders/:order_number/returns/:return_id/withdraw': {
    valid: ({ withdrawnReturn }) => order('{}', `/api/orders/${withdrawnReturn}/withdraw`),
    status: 200,
    invalid: () => order('{}', '/api/orders/WO-0000000000/returns/1/withdraw'),
    refusal: '404 order_not_found',
  },
  'get /api/serviceability': {
    valid: () => get('/api/serviceability?pincode=560001'),
    status: 200,
    invalid: () => get('/api/serviceability?pincode=12'),
    refusal: '422 validation_failed',
  },
  'get /api/orders/:order_number/documents': {
    valid: ({ orderNumber }) => get(`/api/orders/${orderNumber}/documents`),
    status: 200,
    invalid: () => get('/api/orders/WO-0000000000/documents'),
    refusal: '404 order_not_found',
  },
  'get /api/orders/:order_number': {
    valid: ({ orderNumber }) => get(`/api/orders/${orderNumber}`),
    status: 200,
    invalid: () => get('/api/orders/WO-0000000000'),
    refusal: '404 order_not_found',
  },
  'patch /api/orders/:order_number': {
    valid: ({ orderNumber }) => ({
      ...order('{"notes":"Ring twice"}', `/api/orders/${orderNumber}`),
      method: 'PATCH',
    }),
    status: 200,
    invalid: () => ({
      ...order('{"notes":"Ring twice"}', '/api/orders/WO-0000000000'),
      method: 'PATCH',
    }),
    refusal: '404 order_not_found',
  },
  'patch /api/orders/:order_number/shipping': {
    valid: ({ orderNumber }) => ({
      ...order('{"city":"Pune"}', `/api/orders/${orderNumber}/shipping`),
      method: 'PATCH',
    }),
    status: 200,
    invalid: () => ({
      ...order('{"city":"Pune"}', '/api/orders/WO-0000000000/shipping'),
      method: 'PATCH',
    }),
    refusal: '404 order_not_found',
  },
  'get /api/orders': {
    valid: () => get('/api/orders'),
    status: 200,
    invalid: () => get('/api/orders?status=nonsense'),
    refusal: '422 validation_failed',
  },
  'get /api/orders/:order_number/status': {
    valid: ({ orderNumber }) => get(`/api/orders/${orderNumber}/status`),
    status: 200,
    invalid: () => get('/api/orders/WO-0000000000/status'),
    refusal: '404 order_not_found',
  },
} satisfies Record<string, Recipe>;
