import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './fuzz-schema.js';

/** The documents with the operations to try. */
export interface Documents {
  store: OpenAPIObject;
  admin: OpenAPIObject;
  dashboard: OpenAPIObject;
}

export interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string }[];
}

/** Routes of the documents that have requests of their own above, as `post /api/orders`. */
const MADE_ABOVE: readonly string[] = [
  'get /api/orders/{order_number}/status',
  'get /api/products',
  'get /api/products/{sku}',
  'get /api/products/{sku}/stock',
  'post /admin/products/import',
  'post /api/orders',
];

const NO_INPUT = 'it takes nothing but a path';
const SIGNS_OUT = 'it signs the member out';
const SANDBOX = 'it is the pay page of the sandbox, for demos and tests';

const SANDBOX_COURIER = 'a page in no document; test/couriers/sandbox-courier presses its buttons';

export const NOT_FUZZED: Readonly<Record<string, string>> = {
  'delete /dashboard/api/session': SIGNS_OUT,
  'delete /dashboard/api/sessions/{id}': SIGNS_OUT,
  'delete /dashboard/api/security/sessions': SIGNS_OUT,
  'delete /admin/sessions': SIGNS_OUT,
  'post /dashboard/api/session': SIGNS_OUT,
  'put /admin/delivery-zones':
    'zones change what the orders of this test cost; test/orders/delivery-zones has wrong ones',
  'post /gateway/notices':
    'without a signature all are refused; test/gateway/notices has damaged ones',
  'get /sandbox/courier': SANDBOX_COURIER,
  'get /sandbox/courier/page.css': SANDBOX_COURIER,
  'post /sandbox/courier': SANDBOX_COURIER,
  'get /courier-pushes/{push_key}': NO_INPUT,
  'post /courier-pushes/{push_key}':
    'without a key all are refused; test/couriers/pushes has damaged ones',
  'post /admin/photos': 'its body is a picture; test/admin-api/catalog/photos has wrong ones',
  'get /photos/{hash}/{file}': NO_INPUT,
  'get /sandbox/{file}': SANDBOX,
  'get /sandbox/pay/{order_id}': SANDBOX,
  'post /sandbox/pay/{order_id}': SANDBOX,
  'get /sandbox/payments/{payment_id}': SANDBOX,
  'post /sandbox/payments/{payment_id}': SANDBOX,
  'get /': NO_INPUT,
  'get /dashboard': NO_INPUT,
  'get /dashboard/*path': NO_INPUT,
  'get /docs': NO_INPUT,
  'get /docs-json': NO_INPUT,
  'get /health/address': NO_INPUT,
  'get /health/live': NO_INPUT,
  'get /health/operations': NO_INPUT,
  'get /health/ready': NO_INPUT,
  'get /llms.txt': NO_INPUT,
  'get /llms-full.txt': NO_INPUT,
  'get /robots.txt': NO_INPUT,
  'get /sitemap.xml': NO_INPUT,
  'get /metrics': NO_INPUT,
};

/** Lists every route that is tried, as `post /api/orders`. */
export function fuzzedRoutes({ store, admin, dashboard }: Documents): string[] {
  const described = [store, admin, dashboard].flatMap((document) =>
    operationsIn(document).map(({ route }) => route),
  );
  return [...MADE_ABOVE, ...described];
}

/** Lists the operations of a document that are tried with requests made from their descriptions. */
export function operationsIn({
  paths,
}: OpenAPIObject): { route: string; path: string; method: string; operation: Operation }[] {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
        route: `${method} ${path}`,
        path,
        method,
        operation,
      })),
    )
    .filter(({ route }) => !MADE_ABOVE.includes(route) && !(route in NOT_FUZZED));
}
