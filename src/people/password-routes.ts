import { accessOf } from './route-permissions.js';

/** Changes that need a recently entered password when a person makes them in a browser. */
const NEED_RECENT_PASSWORD: ReadonlySet<string> = new Set([
  'POST /admin/clients/:id/members',
  'DELETE /admin/clients/:id/members/:user_id',
  'POST /admin/clients/:id/tokens',
  'POST /admin/clients/with-token',
  'POST /admin/tokens/:id/rotate',
  'POST /admin/users',
  'PATCH /admin/users/:id',
  'DELETE /admin/sessions',
  'DELETE /dashboard/api/security/sessions',
  'POST /dashboard/api/admin-tokens',
  'POST /dashboard/api/tokens',
  'POST /dashboard/api/tokens/:id/rotate',
  'PATCH /dashboard/api/tokens/:id',
  'POST /dashboard/api/invitations',
  'PATCH /dashboard/api/members/:id',
  'POST /dashboard/api/recovery-codes',
  'POST /dashboard/api/passkeys',
  'POST /dashboard/api/passkeys/options',
  'DELETE /dashboard/api/passkeys/:id',
  'POST /dashboard/api/totp',
  'POST /dashboard/api/totp/enable',
  'DELETE /dashboard/api/totp',
  'POST /admin/adjustments/:id/approve',
  'PUT /admin/approval-limits',
  'POST /admin/approvals/:id/approve',
  'POST /admin/bank-accounts',
  'PATCH /admin/bank-accounts/:id',
  'POST /admin/bank-accounts/:id/default',
  'POST /admin/clients/:id/wallet/adjustments',
  'POST /admin/clients/:id/wallet/payouts',
  'POST /admin/receipts/:id/refunds',
]);

export function needsRecentPassword(route: string): boolean {
  return NEED_RECENT_PASSWORD.has(route);
}

/** Returns whether operator tokens cannot call a route. Their permission `members:write` replaces the password. */
export function isClosedToTokens(route: string): boolean {
  return NEED_RECENT_PASSWORD.has(route) && accessOf(route) !== 'members:write';
}
