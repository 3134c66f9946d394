import type { OutgoingHttpHeaders } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc, { type Arbitrary } from 'fast-check';
import { ADMIN_TOKEN } from '../../support/app.js';
import { operationsIn, type Documents, type Operation } from './fuzz-routes.js';
import { fromSchema, type Schemas } from './fuzz-schema.js';
import { keysOf, PLAYTHINGS, PRODUCTS } from './fuzz-shop.js';
import { NASTY_TEXTS, mostly, rarely, corrupted, textOf, oddHeaders } from './fuzz-values.js';

/** A request to send. Its client, and the order in it, are decided when it is sent. */
export interface FuzzedRequest {
  method: string;
  /** May contain {@link PLACED}; `pick` is the number of that order. */
  path: string;
  headers: OutgoingHttpHeaders;
  body: string | Buffer | undefined;
  by: 'buyer' | 'operator' | 'member';
  pick: number;
  /** True if it only has what a careful store would send. */
  isCareful: boolean;
}

/** In a path: the number, or the store's id, of an order that was placed before. */
export const PLACED = '{placed}';

const KEYS = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5');
const STORE_ORDER_IDS = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }).map((number) => `S-${number}`),
  fc.uuid(),
);

/** Most are sold on every plan. */
const someProduct = mostly(
  15,
  fc.constantFrom(...PRODUCTS.filter(({ everywhere }) => everywhere)),
  fc.constantFrom(...PRODUCTS),
);

const orderableItem = someProduct.chain(({ sku, variations }) =>
  fc.record({
    sku: fc.constant(sku),
    quantity: mostly(9, fc.integer({ min: 1, max: 20 }), fc.constantFrom(1, 9_999, 10_000)),
    ...(variations.length > 0 && {
      variation: fc.constantFrom(...keysOf(variations)).chain((key) => {
        const values = key.replaceAll(/\w+:/g, '').replaceAll('|', ' / ');
        return fc.constantFrom(key, values, key.toLowerCase());
      }),
    }),
  }),
);

const TEXT = fc.constantFrom('Asha Verma', "O'Brien", 'नमस्ते', '日本', '🧺 & co', '=cmd', 'x');

/** Orders as a careful store sends them, also for products that its plan does not sell. */
const orders = fc.record(
  {
    customer: fc.record(
      {
        name: TEXT,
        phone: fc.constantFrom('+91 98765 43210', '1234567', '(080) 1234-5678'),
        email: fc.constantFrom('asha@example.com', null, ''),
      },
      { requiredKeys: ['name', 'phone'] },
    ),
    shipping: fc.record({
      address: fc.constantFrom('14, Lake View Road', 'Line 1\nLine 2\r\nLine 3'),
      city: TEXT,
      state: TEXT,
      pincode: fc.constantFrom('560001', '560 001'),
    }),
    items: fc.array(orderableItem, { minLength: 1, maxLength: 6 }),
    store_order_id: STORE_ORDER_IDS,
    notes: fc.constantFrom('', null, 'Please call', 'two\nlines'),
  },
  { requiredKeys: ['customer', 'shipping', 'items'] },
);

const skus = someProduct.map(({ sku }) => encodeURIComponent(sku));
const oddKeys = fc.oneof(
  fc
    .constantFrom(...NASTY_TEXTS)
    .filter((text) => text.isWellFormed())
    .map(encodeURIComponent),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%', '%ff', '%zz', '%C0%80', '%ED%A0%80', 'a%2Fb', '%2e%2e', 'a;b=c', 'a,b', '*'),
);
const keys = mostly(6, skus, oddKeys);
const placed = mostly(6, fc.constant(PLACED), oddKeys);
const ODD_QUERIES = ['?', '?limit=1', '?limit=-1&limit=2', '?a[b]=c', '?%ff', '?cursor=x'];
const queries = mostly(8, fc.constant(''), fc.constantFrom(...ODD_QUERIES));

interface Parts {
  method?: string;
  path: Arbitrary<string>;
  by?: 'buyer' | 'operator' | 'member';
  body?: Arbitrary<string | Buffer | undefined>;
  headers?: Arbitrary<OutgoingHttpHeaders>;
  isCareful?: boolean;
}

function requests({
  method = 'GET',
  path,
  by = 'buyer',
  body = fc.constant(undefined),
  headers = fc.constant({}),
  isCareful = false,
}: Parts): Arbitrary<FuzzedRequest> {
  return fc
    .record({ path, query: queries, body, headers, odd: rarely(oddHeaders, 8), pick: fc.nat() })
    .map(({ path: made, query, body: sent, headers: usual, odd, pick }) => ({
      method,
      path: made + query,
      headers: {
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...(by === 'operator' && { Authorization: `Bearer ${ADMIN_TOKEN}` }),
        ...usual,
        ...odd,
      },
      body: sent,
      by,
      pick,
      // What a header says that is not the usual one may be a reason to refuse.
      isCareful: isCareful && odd === null,
    }));
}

const keyed = rarely(KEYS, 2).map((key) => (key === null ? {} : { 'Idempotency-Key': key }));

const posts = (parts: Omit<Parts, 'path'>): Arbitrary<FuzzedRequest> =>
  requests({ method: 'POST', path: fc.constant('/api/orders'), ...parts });

const storeRequests: [weight: number, Arbitrary<FuzzedRequest>][] = [
  [22, posts({ body: orders.map((order) => JSON.stringify(order)), isCareful: true })],
  [4, posts({ body: textOf(orders), headers: keyed })],
  [16, posts({ body: textOf(corrupted(orders)) })],
  [8, requests({ path: fc.constant('/api/products') })],
  [14, requests({ path: keys.map((sku) => `/api/products/${sku}`) })],
  [10, requests({ path: keys.map((sku) => `/api/products/${sku}/stock`) })],
  [14, requests({ path: placed.map((order) => `/api/orders/${order}/status`) })],
  [
    2,
    fc
      .constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST', 'PROPFIND')
      .chain((method) =>
        requests({
          method,
          path: fc.oneof(
            oddKeys.map((key) => `/${key}`),
            oddKeys.map((key) => `/api/${key}`),
            fc.constantFrom('/api/orders/x', '/admin', '/api/products/a/b/c', '/API/ORDERS'),
          ),
        }),
      ),
  ],
];

function describedRequests(
  path: string,
  method: string,
  { requestBody }: Operation,
  schemas: Schemas,
  sender: Pick<Parts, 'by' | 'headers'>,
): Arbitrary<FuzzedRequest> {
  const pools: Record<string, string[]> = {
    sku: PLAYTHINGS.skus,
    code: PLAYTHINGS.plans,
    id: PLAYTHINGS.ids,
    shipment_id: PLAYTHINGS.ids,
    user_id: PLAYTHINGS.ids,
    order_number: [PLACED],
  };
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const pool = pools[part.slice(1, -1)];
    // The buyers' own ids are no odd ones.
    return pool === undefined
      ? fc.constant(part)
      : mostly(
          9,
          fc.constantFrom(...pool),
          oddKeys.filter((key) => !/^[123]$/.test(key)),
        );
  });
  const schema = requestBody?.content['application/json']?.schema;
  const made = schema === undefined ? undefined : fromSchema(schema, schemas, PLAYTHINGS);
  return requests({
    method: method.toUpperCase(),
    path: fc.tuple(...parts).map((texts) => texts.join('')),
    ...sender,
    ...(made !== undefined && {
      body: fc.oneof(
        { weight: 5, arbitrary: made.map((value) => JSON.stringify(value)) },
        { weight: 3, arbitrary: textOf(corrupted(made)) },
      ),
    }),
  });
}

const CSV_ROWS = [
  'Z-1,Name,10.5,0,7',
  'Z-2,"a ""b""\n",1,2,',
  'Z-9,é,0.01,1,1',
  ',,,,',
  '"Z-3',
  'Z-1,x',
];
const HEADERS = ['sku,name,base_price,delivery_charge,stock', 'sku,name', '\ufeffsku', 'x', ''];

const imports: Arbitrary<FuzzedRequest> = requests({
  method: 'POST',
  path: fc.constantFrom('/admin/products/import', '/admin/products/import?dry_run=true'),
  by: 'operator',
  headers: fc.constant({ 'Content-Type': 'text/csv' }),
  body: fc
    .tuple(
      fc.constantFrom(...HEADERS),
      fc.array(fc.constantFrom(...CSV_ROWS), { maxLength: 5 }),
      fc.constantFrom('\n', '\r\n', '\r'),
    )
    .map(([head, rows, end]) => [head, ...rows].join(end)),
});

/** Makes every kind of request, mostly as a store's or an operator's program might send it. */
export function fuzzedRequests(
  { store, admin, dashboard }: Documents,
  member: OutgoingHttpHeaders,
): Arbitrary<FuzzedRequest> {
  const sender = { by: 'member' as const, headers: fc.constant(member) };
  return fc.oneof(
    ...storeRequests.map(([weight, arbitrary]) => ({ weight, arbitrary })),
    { weight: 2, arbitrary: fc.oneof(...operationsOf(store, { by: 'buyer' })) },
    { weight: 11, arbitrary: fc.oneof(...operationsOf(admin, { by: 'operator' })) },
    { weight: 3, arbitrary: fc.oneof(...operationsOf(dashboard, sender)) },
    { weight: 1, arbitrary: imports },
  );
}

function operationsOf(document: OpenAPIObject, sender: Pick<Parts, 'by' | 'headers'>) {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  return operationsIn(document).map(({ path, method, operation }) =>
    describedRequests(path, method, operation, schemas, sender),
  );
}
