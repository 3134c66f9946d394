import type { TestApp } from './app.js';

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** Every route there is, as the router knows them: method, path, and who may call it. */
export const ROUTES = [
  ['delete', '/admin/plans/:code/prices/:sku', 'operator'],
  ['delete', '/admin/tokens/:id', 'operator'],
  ['get', '/admin/audit', 'operator'],
  ['get', '/admin/clients', 'operator'],
  ['get', '/admin/clients/:id', 'operator'],
  ['get', '/admin/clients/:id/tokens', 'operator'],
  ['get', '/admin/orders', 'operator'],
  ['get', '/admin/orders/:order_number', 'operator'],
  ['get', '/admin/plans', 'operator'],
  ['get', '/admin/products', 'operator'],
  ['get', '/admin/receipts', 'operator'],
  ['get', '/admin/products/:sku', 'operator'],
  ['get', '/admin/products/:sku/stock', 'operator'],
  ['get', '/admin/products/export', 'operator'],
  ['get', '/api/changes', 'client'],
  ['get', '/api/me', 'client'],
  ['get', '/api/orders', 'client'],
  ['get', '/api/orders/:order_number/status', 'client'],
  ['get', '/api/products', 'client'],
  ['get', '/api/products/:sku', 'client'],
  ['get', '/api/products/:sku/stock', 'client'],
  ['get', '/api/stock', 'client'],
  ['get', '/dashboard', 'public'],
  ['get', '/dashboard/*path', 'public'],
  ['get', '/admin/users', 'operator'],
  ['post', '/admin/users', 'operator'],
  ['patch', '/admin/users/:id', 'operator'],
  ['delete', '/admin/users/:id', 'operator'],
  ['get', '/admin/invitations', 'operator'],
  ['delete', '/admin/invitations/:id', 'operator'],
  ['get', '/admin/clients/:id/members', 'operator'],
  ['post', '/admin/clients/:id/members', 'operator'],
  ['delete', '/admin/clients/:id/members/:user_id', 'operator'],
  ['get', '/dashboard/api/invitations', 'user'],
  ['post', '/dashboard/api/invitations', 'user'],
  ['delete', '/dashboard/api/invitations/:id', 'user'],
  ['post', '/dashboard/api/invitations/accept', 'public'],
  ['post', '/dashboard/api/invitations/look', 'public'],
  ['get', '/dashboard/api/members', 'user'],
  ['patch', '/dashboard/api/members/:id', 'user'],
  ['delete', '/dashboard/api/members/:id', 'user'],
  ['put', '/dashboard/api/password', 'user'],
  ['post', '/dashboard/api/password-resets', 'public'],
  ['post', '/dashboard/api/password-resets/perform', 'public'],
  ['post', '/dashboard/api/recovery-codes', 'user'],
  ['get', '/dashboard/api/sessions', 'user'],
  ['delete', '/dashboard/api/sessions/:id', 'user'],
  ['post', '/dashboard/api/totp', 'user'],
  ['post', '/dashboard/api/totp/enable', 'user'],
  ['delete', '/dashboard/api/totp', 'user'],
  ['delete', '/dashboard/api/session', 'user'],
  ['get', '/dashboard/api/session', 'user'],
  ['post', '/dashboard/api/session', 'public'],
  ['post', '/dashboard/api/session/confirm', 'user'],
  ['get', '/docs', 'public'],
  ['get', '/docs-json', 'public'],
  ['get', '/health/live', 'public'],
  ['get', '/health/ready', 'public'],
  ['get', '/metrics', 'public'],
  ['patch', '/admin/clients/:id', 'operator'],
  ['patch', '/admin/orders/:order_number/shipments/:shipment_id', 'operator'],
  ['patch', '/admin/orders/:order_number/shipping', 'operator'],
  ['patch', '/admin/plans/:code', 'operator'],
  ['patch', '/admin/products/:sku', 'operator'],
  ['post', '/admin/clients', 'operator'],
  ['post', '/admin/clients/:id/tokens', 'operator'],
  ['post', '/admin/orders/:order_number/cancel', 'operator'],
  ['post', '/admin/orders/:order_number/close', 'operator'],
  ['post', '/admin/orders/:order_number/deliver', 'operator'],
  ['post', '/admin/orders/:order_number/payments', 'operator'],
  ['post', '/admin/orders/:order_number/refunds', 'operator'],
  ['post', '/admin/orders/:order_number/return', 'operator'],
  ['post', '/admin/orders/:order_number/shipments', 'operator'],
  ['post', '/admin/plans', 'operator'],
  ['post', '/admin/products', 'operator'],
  ['post', '/admin/products/:sku/stock/adjustments', 'operator'],
  ['post', '/admin/products/import', 'operator'],
  ['post', '/admin/receipts', 'operator'],
  ['post', '/admin/tokens/:id/rotate', 'operator'],
  ['post', '/api/orders', 'client'],
  ['post', '/api/orders/quote', 'client'],
  ['put', '/admin/clients/:id/subscription', 'operator'],
  ['put', '/admin/plans/:code/prices/:sku', 'operator'],
  ['put', '/admin/products/:sku/stock', 'operator'],
] as const;

/** The routes that an app's router has, as `get /api/products`; without Swagger UI's own files. */
export function routesOf(app: TestApp): string[] {
  const { router } = app.nest.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  const found = router.stack
    .flatMap(({ route }) =>
      route === undefined
        ? []
        : Object.keys(route.methods).map((method) => `${method} ${route.path}`),
    )
    .filter((name) => !name.startsWith('get /docs/'));
  return [...new Set(found)].sort();
}
