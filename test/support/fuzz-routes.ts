import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './fuzz-schema.js';

/** The documents whose operations are tried, and what signs a member in. */
export interface Documents {
  store: OpenAPIObject;
  admin: OpenAPIObject;
  dashboard: OpenAPIObject;
}

export interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
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

/** Routes that are not tried, and why. */
export const NOT_FUZZED: Readonly<Record<string, string>> = {
  'delete /dashboard/api/session': 'it signs the member out',
  'delete /dashboard/api/sessions/{id}': 'it signs the member out',
  'post /dashboard/api/session': 'a sign-in ends the session of the cookie',
  'get /': 'it takes nothing but a path',
  'get /dashboard': 'it takes nothing but a path',
  'get /dashboard/*path': 'it takes nothing but a path',
  'get /docs': 'it takes nothing but a path',
  'get /docs-json': 'it takes nothing but a path',
  'get /health/live': 'it takes nothing but a path',
  'get /health/ready': 'it takes nothing but a path',
  'get /llms.txt': 'it takes nothing but a path',
  'get /metrics': 'it takes nothing but a path',
};

/** Every route that is tried, as `post /api/orders`. */
export function fuzzedRoutes({ store, admin, dashboard }: Documents): string[] {
  const described = [store, admin, dashboard].flatMap((document) =>
    operationsIn(document).map(({ route }) => route),
  );
  return [...MADE_ABOVE, ...described];
}

/** The operations of a document that are tried with requests made from their descriptions. */
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
