/** An API token of a client in lists. */
export interface Token {
  id: number;
  domain: string;
  last4: string;
  permissions: 'wallet:read'[];
  mode: 'live' | 'test';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  last_used_from: string | null;
  last_used_country: string | null;
}

/** A created token; `token` cannot be read again. */
export interface IssuedToken {
  token: string;
  domain: string;
  mode: 'live' | 'test';
}

/** Calls that change tokens, for clients or for operators. */
export interface TokenCalls {
  /** True if an owner of the client makes and rotates its live tokens. */
  isTestOnly?: boolean;
  create: (body: { domain: string; mode: 'live' | 'test' }) => Promise<{ data: IssuedToken }>;
  rotate: (call: {
    path: { id: number };
    body: { domain: string; overlap_seconds: number };
  }) => Promise<{ data: IssuedToken }>;
  revoke: (call: { path: { id: number } }) => Promise<unknown>;
  /** Only the client itself lets its tokens read the wallet. */
  change?: (call: {
    path: { id: number };
    body: { permissions: 'wallet:read'[] };
  }) => Promise<unknown>;
}
