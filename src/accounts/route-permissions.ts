import type { MemberPermission, OperatorPermission } from './roles.js';

/**
 * `public`: to everybody; `signed-in`: to every person who is signed in, also before one-time codes are set up;
 * `any-operator`: to operators of any role.
 */
export type RouteAccess =
  'public' | 'signed-in' | 'any-operator' | MemberPermission | OperatorPermission;

/**
 * The one table of who may call which route of the Admin API and the dashboard. The service refuses to start with a
 * route that is not here.
 */
export const ROUTE_PERMISSIONS: Readonly<Record<string, RouteAccess>> = {
  'GET /admin/audit': 'audit:read',
  'GET /admin/clients': 'clients:read',
  'POST /admin/clients': 'clients:write',
  'GET /admin/clients/:id': 'clients:read',
  'PATCH /admin/clients/:id': 'clients:write',
  'PUT /admin/clients/:id/subscription': 'clients:write',
  'GET /admin/clients/:id/request-failures': 'failures:read',
  'GET /admin/clients/:id/tokens': 'tokens:read',
  'POST /admin/clients/:id/tokens': 'tokens:write',
  'GET /admin/orders': 'orders:read',
  'GET /admin/orders/:order_number': 'orders:read',
  'GET /admin/orders/export': 'orders:read',
  'GET /admin/orders/pick-list': 'orders:read',
  'POST /admin/orders/:order_number/cancel': 'orders:cancel',
  'POST /admin/orders/:order_number/close': 'money:write',
  'POST /admin/orders/:order_number/deliver': 'orders:ship',
  'POST /admin/orders/:order_number/payments': 'money:write',
  'POST /admin/orders/:order_number/refunds': 'money:write',
  'POST /admin/orders/:order_number/return': 'orders:ship',
  'POST /admin/orders/:order_number/shipments': 'orders:ship',
  'PATCH /admin/orders/:order_number/shipments/:shipment_id': 'orders:ship',
  'PATCH /admin/orders/:order_number/shipping': 'orders:cancel',
  'GET /admin/couriers': 'orders:read',
  'PUT /admin/couriers': 'orders:ship',
  'GET /admin/delivery-zones': 'plans:read',
  'PUT /admin/delivery-zones': 'plans:write',
  'GET /admin/plans': 'plans:read',
  'POST /admin/plans': 'plans:write',
  'PATCH /admin/plans/:code': 'plans:write',
  'GET /admin/plans/:code/discount-preview': 'plans:read',
  'GET /admin/price-lists': 'plans:read',
  'POST /admin/price-lists': 'plans:write',
  'GET /admin/price-lists/:id': 'plans:read',
  'DELETE /admin/price-lists/:id': 'plans:write',
  'GET /admin/price-lists/:id/export': 'plans:read',
  'GET /admin/price-lists/:id/prices': 'plans:read',
  'POST /admin/price-lists/:id/schedule': 'plans:write',
  'POST /admin/price-lists/import': 'plans:write',
  'PUT /admin/plans/:code/prices/:sku': 'plans:write',
  'DELETE /admin/plans/:code/prices/:sku': 'plans:write',
  'GET /admin/products': 'catalog:read',
  'POST /admin/products': 'catalog:write',
  'POST /admin/products/activation': 'catalog:write',
  'GET /admin/products/:sku': 'catalog:read',
  'PATCH /admin/products/:sku': 'catalog:write',
  'GET /admin/stock': 'stock:read',
  'GET /admin/stock/export': 'stock:read',
  'GET /admin/stock/count-sheet': 'stock:read',
  'POST /admin/stock/count': 'stock:write',
  'GET /admin/products/:sku/movements': 'stock:read',
  'GET /admin/products/:sku/stock': 'stock:read',
  'PUT /admin/products/:sku/stock': 'stock:write',
  'POST /admin/products/:sku/stock/adjustments': 'stock:write',
  'GET /admin/products/export': 'catalog:export',
  'POST /admin/products/import': 'catalog:write',
  'GET /admin/catalog-imports': 'catalog:write',
  'POST /admin/catalog-imports': 'catalog:write',
  'GET /admin/catalog-imports/:id': 'catalog:write',
  'POST /admin/catalog-imports/:id/apply': 'catalog:write',
  'GET /admin/suppliers': 'catalog:write',
  'POST /admin/suppliers': 'catalog:write',
  'GET /admin/adjustments': 'money:read',
  'POST /admin/adjustments/:id/approve': 'money:write',
  'POST /admin/adjustments/:id/reject': 'money:write',
  'GET /admin/clients/:id/auto-pay': 'money:read',
  'PUT /admin/clients/:id/auto-pay': 'money:write',
  'POST /admin/clients/:id/wallet/adjustments': 'money:write',
  'GET /admin/clients/:id/wallet/entries': 'money:read',
  'POST /admin/clients/:id/wallet/payouts': 'money:write',
  'GET /admin/reports/day': 'money:read',
  'GET /admin/gateway/days': 'money:read',
  'GET /admin/gateway/intents': 'money:read',
  'GET /admin/gateway/notices': 'money:read',
  'GET /admin/gateway/payments': 'money:read',
  'GET /admin/receipts/:id/refunds': 'money:read',
  'POST /admin/receipts/:id/refunds': 'money:write',
  'POST /admin/receipts/:id/reverse': 'money:write',
  'GET /admin/receipts': 'money:read',
  'POST /admin/receipts': 'money:write',
  'POST /admin/shipments/import': 'orders:ship',
  'GET /admin/transfers': 'money:read',
  'POST /admin/transfers/:id/reject': 'money:write',
  'POST /admin/transfers/confirm': 'money:write',
  'POST /admin/transfers/match': 'money:write',
  'GET /admin/tokens': 'tokens:read',
  'POST /admin/tokens/:id/rotate': 'tokens:write',
  'DELETE /admin/tokens/:id': 'tokens:write',
  'GET /admin/users': 'users:read',
  'POST /admin/users': 'users:write',
  'PATCH /admin/users/:id': 'users:write',
  'DELETE /admin/users/:id': 'users:write',
  'DELETE /admin/users/:id/sessions': 'users:write',
  'GET /admin/operator-tokens': 'users:read',
  'DELETE /admin/operator-tokens/:id': 'users:write',
  'GET /admin/invitations': 'users:read',
  'DELETE /admin/invitations/:id': 'users:write',
  'GET /admin/clients/:id/members': 'clients:read',
  'POST /admin/clients/:id/members': 'clients:write',
  'DELETE /admin/clients/:id/members/:user_id': 'clients:write',

  'GET /dashboard/api/overview': 'own-orders:read',
  'GET /dashboard/api/orders': 'own-orders:read',
  'POST /dashboard/api/orders/pay': 'own-wallet:pay',
  'GET /dashboard/api/orders/:order_number': 'own-orders:read',
  'POST /dashboard/api/orders/:order_number/cancel': 'own-orders:write',
  'PATCH /dashboard/api/orders/:order_number/shipping': 'own-orders:write',
  'GET /dashboard/api/orders/export': 'own-orders:read',
  'GET /dashboard/api/failures/export': 'own-failures:read',
  'GET /dashboard/api/wallet': 'own-wallet:read',
  'GET /dashboard/api/wallet/entries': 'own-wallet:read',
  'GET /dashboard/api/wallet/statement': 'own-wallet:read',
  'GET /dashboard/api/wallet/statement/export': 'own-wallet:read',
  'POST /dashboard/api/checkouts': 'own-wallet:pay',
  'GET /dashboard/api/checkouts/:id': 'own-wallet:read',
  'POST /dashboard/api/checkouts/:id/return': 'own-wallet:pay',
  'GET /dashboard/api/bank-account': 'own-wallet:read',
  'GET /dashboard/api/wallet/transfers': 'own-wallet:read',
  'POST /dashboard/api/wallet/transfers': 'own-wallet:pay',
  'GET /dashboard/api/auto-pay': 'own-wallet:read',
  'PUT /dashboard/api/auto-pay': 'own-wallet:write',
  'GET /dashboard/api/company': 'own-company:read',
  'PUT /dashboard/api/company': 'own-company:write',
  'GET /dashboard/api/failures': 'own-failures:read',
  'GET /dashboard/api/tokens': 'own-tokens:read',
  'POST /dashboard/api/tokens': 'own-tokens:write',
  'POST /dashboard/api/tokens/:id/rotate': 'own-tokens:write',
  'DELETE /dashboard/api/tokens/:id': 'own-tokens:write',
  'POST /dashboard/api/connection-test': 'own-tokens:read',
  'GET /dashboard/api/plan': 'own-prices:read',
  'GET /dashboard/api/prices': 'own-prices:read',
  'GET /dashboard/api/prices/export': 'own-prices:read',
  'GET /dashboard/api/invitations': 'own-people:read',
  'POST /dashboard/api/invitations': 'own-people:write',
  'DELETE /dashboard/api/invitations/:id': 'own-people:write',
  'POST /dashboard/api/invitations/accept': 'public',
  'POST /dashboard/api/invitations/look': 'public',
  'GET /dashboard/api/members': 'own-people:read',
  'PATCH /dashboard/api/members/:id': 'own-people:write',
  'DELETE /dashboard/api/members/:id': 'own-people:write',
  'PUT /dashboard/api/password': 'signed-in',
  'POST /dashboard/api/password-resets': 'public',
  'POST /dashboard/api/password-resets/perform': 'public',
  'POST /dashboard/api/recovery-codes': 'signed-in',
  'GET /dashboard/api/admin-tokens': 'any-operator',
  'POST /dashboard/api/admin-tokens': 'any-operator',
  'DELETE /dashboard/api/admin-tokens/:id': 'any-operator',
  'GET /dashboard/api/views': 'signed-in',
  'POST /dashboard/api/views': 'signed-in',
  'DELETE /dashboard/api/views/:id': 'signed-in',
  'GET /dashboard/api/sessions': 'signed-in',
  'DELETE /dashboard/api/sessions/:id': 'signed-in',
  'POST /dashboard/api/totp': 'signed-in',
  'POST /dashboard/api/totp/enable': 'signed-in',
  'DELETE /dashboard/api/totp': 'signed-in',
  'DELETE /dashboard/api/session': 'signed-in',
  'GET /dashboard/api/session': 'signed-in',
  'POST /dashboard/api/session': 'public',
  'POST /dashboard/api/session/confirm': 'signed-in',
};

/** Changes that need a password entered within the last minutes when a person makes them in a browser. */
const NEED_RECENT_PASSWORD: ReadonlySet<string> = new Set([
  'POST /admin/clients/:id/tokens',
  'POST /admin/tokens/:id/rotate',
  'POST /admin/users',
  'PATCH /admin/users/:id',
  'POST /dashboard/api/admin-tokens',
  'POST /dashboard/api/tokens',
  'POST /dashboard/api/tokens/:id/rotate',
  'POST /dashboard/api/invitations',
  'PATCH /dashboard/api/members/:id',
  'POST /dashboard/api/recovery-codes',
  'POST /dashboard/api/totp',
  'POST /dashboard/api/totp/enable',
  'DELETE /dashboard/api/totp',
  'POST /admin/adjustments/:id/approve',
  'POST /admin/clients/:id/wallet/adjustments',
  'POST /admin/clients/:id/wallet/payouts',
  'POST /admin/receipts/:id/refunds',
]);

/** The doors that {@link ROUTE_PERMISSIONS} guards. */
const GUARDED = /^[A-Z]+ \/(admin|dashboard\/api)(\/|$)/;

/** A route as the table names it; HEAD is answered by the route of GET. */
export function routeKey(method: string, path: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${path}`;
}

/** @throws Error for a route that is not in the table: a fault of ours */
export function accessOf(route: string): RouteAccess {
  const access = Object.hasOwn(ROUTE_PERMISSIONS, route) ? ROUTE_PERMISSIONS[route] : undefined;
  if (access === undefined) throw new Error(`${route} is not in the table of routes`);
  return access;
}

export function needsRecentPassword(route: string): boolean {
  return NEED_RECENT_PASSWORD.has(route);
}

/** Fails at start where a route of the Admin API or the dashboard is not in the table. */
export function assertEveryRouteHasAccess(routes: readonly string[]): void {
  for (const route of routes.filter((name) => GUARDED.test(name))) accessOf(route);
}
