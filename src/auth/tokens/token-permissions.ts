import type { ApiToken } from './api-token.entity.js';

/** Permissions that a client can give to a token, beyond those that every token has. */
export const TOKEN_PERMISSIONS = ['wallet:read'] as const;
export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

export function permissionsOf({
  mayReadWallet,
}: Pick<ApiToken, 'mayReadWallet'>): TokenPermission[] {
  return mayReadWallet ? ['wallet:read'] : [];
}
