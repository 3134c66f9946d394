import { orderBody, type GivenClient } from '../shop/given.js';
import type { WireRequest } from '../documents/wire.js';

export interface Tenant extends GivenClient {
  orderNumber: string;
  canceledOrder: string;
  /** An order of one unit that was shipped. */
  shippedOrder: string;
  /** An order and its withdrawn return. */
  withdrawn: [order: string, id: number];
  /** An order and its awaited return. */
  awaited: [order: string, id: number];
  /** Invoice of the shipped order. */
  documentId: number;
  /** Tokens of this client that no longer work. */
  revoked: string;
  expired: string;
  rotated: string;
}

/** The product of every request. */
export const SKU = 'MATRIX';

/** Outcome of a request by an admitted client, the names in its path, and the query or the body. A text is sent as it is. */
type Recipe = [outcome: string, names: (string | number)[], sent?: string | object];

const ORDER = orderBody({ sku: SKU, quantity: 1 });
const NO_ORDER = 'WO-0000000000';
const SENT = { courier: 'BlueLine', tracking_number: 'BACK1' };
const BACK = { items: [{ line: 1, quantity: 1 }], reason: 'Chipped' };
const product: () => Recipe[] = () => [
  ['200', [SKU]],
  ['404 product_not_found', ['NO-SUCH']],
];
/** Makes the requests about an order of the client, and about one that does not exist. */
const orderAfter =
  (order: (tenant: Tenant) => string, sent?: object): ((tenant: Tenant) => Recipe[]) =>
  (tenant) => [
    ['200', [order(tenant)], sent],
    ['404 order_not_found', [NO_ORDER], sent],
  ];
const ofOrder = orderAfter(({ orderNumber }) => orderNumber);
const refused = (sent: string | object): Recipe => ['422 validation_failed', [], sent];

/** The requests to each route: a valid one, and an invalid one if there is one. */
const RECIPES: Record<string, (tenant: Tenant) => Recipe[]> = {
  'get /api/products': () => [['200', []]],
  'get /api/products/:sku': product,
  'get /api/products/:sku/stock': product,
  'get /api/me': () => [['200', []]],
  'get /api/wallet': () => [['200', []]],
  'get /api/stock': () => [['200', [], `?skus=${SKU}`], refused('?skus=')],
  'get /api/changes': () => [['200', []], refused('?since=nonsense')],
  'get /api/serviceability': () => [['200', [], '?pincode=560001'], refused('?pincode=12')],
  'get /api/documents/:id/pdf': ({ documentId }) => [
    ['200', [documentId]],
    ['404 document_not_found', [999999999]],
  ],
  'post /api/orders': () => [
    ['201', [], ORDER],
    ['400 malformed_json', [], '{"broken'],
  ],
  'post /api/orders/quote': () => [
    ['200', [], ORDER],
    ['400 malformed_json', [], '{"broken'],
  ],
  'post /api/orders/reconcile': () => [
    ['200', [], { store_order_ids: ['S-1'] }],
    refused({ store_order_ids: [] }),
  ],
  'post /api/orders/:order_number/cancel': orderAfter(({ canceledOrder }) => canceledOrder, {}),
  'post /api/orders/:order_number/returns': ({ shippedOrder }) => [
    ['201', [shippedOrder], BACK],
    ['422 validation_failed', [NO_ORDER], {}],
  ],
  'post /api/orders/:order_number/returns/:return_id/withdraw': ({ withdrawn }) => [
    ['200', withdrawn, {}],
    ['404 order_not_found', [NO_ORDER, 1], {}],
  ],
  'patch /api/orders/:order_number/returns/:return_id': ({ awaited, withdrawn }) => [
    ['200', awaited, SENT],
    ['409 not_awaited', withdrawn, SENT],
  ],
  'post /api/orders/:order_number/shipments/:shipment_id/answer': ({ shippedOrder }) => [
    ['404 failure_not_found', [shippedOrder, 1], { action: 'return' }],
  ],
  'get /api/orders': () => [['200', []], refused('?status=nonsense')],
  'get /api/orders/:order_number': ofOrder,
  'get /api/orders/:order_number/documents': ofOrder,
  'get /api/orders/:order_number/status': ofOrder,
  'patch /api/orders/:order_number': orderAfter(({ orderNumber }) => orderNumber, {
    notes: 'Ring twice',
  }),
  'patch /api/orders/:order_number/shipping': orderAfter(({ orderNumber }) => orderNumber, {
    city: 'Pune',
  }),
};

/** Requests to a route, each with its outcome if the caller is admitted. */
export function requestsTo(route: string, tenant: Tenant): [WireRequest, string][] {
  const [method, path] = route.split(' ') as [string, string];
  return RECIPES[route]!(tenant).map(([outcome, names, sent]) => {
    const rest = [...names];
    const filled = path.replaceAll(/:\w+/g, () => String(rest.shift()));
    const request = { method: method.toUpperCase(), path: filled };
    if (method === 'get')
      return [{ ...request, path: `${filled}${(sent ?? '') as string}` }, outcome];
    // A return that is requested again is the same one.
    const key = path.endsWith('/returns') && { 'Idempotency-Key': 'matrix' };
    const headers = { 'Content-Type': 'application/json', ...key };
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
    return [{ ...request, body, headers }, outcome];
  });
}
