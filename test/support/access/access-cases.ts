import type { OutgoingHttpHeaders } from 'node:http';
import { TokensService } from '../../../src/auth/tokens.service.js';
import { newToken } from '../../../src/auth/tokens/token-format.js';
import { ADMIN_TOKEN, type TestApp } from '../app.js';
import { expireToken, givenClient, unique } from '../shop/given.js';
import { SKU, type Tenant } from './recipes.js';
import { ROUTES } from './routes.js';
import { Admin } from '../shop/admin.js';
import { KARNATAKA, TaxAdmin } from '../tax/tax-admin.js';
import { Shop } from '../shop/shop.js';

/** The routes for clients, as `get /api/products`. */
export const CLIENT_ROUTES = ROUTES.filter(([, , audience]) => audience === 'client').map(
  ([method, path]) => `${method} ${path}`,
);

type Owner = 'own' | 'other';

type Refusal = '401 token_missing' | '401 token_invalid';

/** A way to send a token, with its refusal or its owner. */
export interface TokenCase {
  name: string;
  authorization: (tenant: Tenant, other: Tenant) => string | string[] | undefined;
  means: Refusal | Owner;
}

export const bearer = (token: string): string => `Bearer ${token}`;

const TOKEN_CASES: [TokenCase['name'], TokenCase['authorization'], TokenCase['means']][] = [
  ['no token', () => undefined, '401 token_missing'],
  ['a token of another scheme', ({ token }) => `Basic ${token}`, '401 token_missing'],
  ['a scheme without its token', () => 'Bearer', '401 token_missing'],
  ['a malformed token', () => bearer('sesame'), '401 token_invalid'],
  ['its token sent twice', ({ token }) => [bearer(token), bearer(token)], '401 token_invalid'],
  ['an unknown token', () => bearer(newToken()), '401 token_invalid'],
  [
    'its token with a wrong checksum',
    ({ token }) => bearer(withWrongChecksum(token)),
    '401 token_invalid',
  ],
  ['its revoked token', ({ revoked }) => bearer(revoked), '401 token_invalid'],
  ['its expired token', ({ expired }) => bearer(expired), '401 token_invalid'],
  ['its rotated token', ({ rotated }) => bearer(rotated), '401 token_invalid'],
  ['the admin token', () => bearer(ADMIN_TOKEN), '401 token_invalid'],
  ["another client's token", (_, other) => bearer(other.token), 'other'],
  ['its token', ({ token }) => bearer(token), 'own'],
];
export const TOKENS = TOKEN_CASES.map(([name, authorization, means]): TokenCase => ({
  name,
  authorization,
  means,
}));

/** A way to send a domain. */
export interface DomainCase {
  name: string;
  domain: (own: string, other: string) => string | string[] | undefined;
  /** The refusal, for any caller, or the owner of the domain. */
  means: '403 domain_missing' | '403 domain_mismatch' | Owner;
}

const DOMAINS: DomainCase[] = [
  { name: 'none', domain: () => undefined, means: '403 domain_missing' },
  { name: 'blank', domain: () => '  ', means: '403 domain_missing' },
  { name: 'a scheme alone', domain: () => 'https://', means: '403 domain_missing' },
  { name: 'unknown', domain: () => 'unknown.example', means: '403 domain_mismatch' },
  { name: 'a subdomain', domain: (own) => `shop.${own}`, means: '403 domain_mismatch' },
  { name: 'with a port', domain: (own) => `${own}:8443`, means: '403 domain_mismatch' },
  { name: 'with two www.', domain: (own) => `www.www.${own}`, means: '403 domain_mismatch' },
  { name: 'twice', domain: (own) => [own, own], means: '403 domain_mismatch' },
  { name: "another client's", domain: (_, other) => other, means: 'other' },
  { name: 'with http://', domain: (own) => `http://${own}`, means: 'own' },
  { name: 'with https://www.', domain: (own) => `https://www.${own}`, means: 'own' },
  { name: 'with www.', domain: (own) => `www.${own}`, means: 'own' },
  { name: 'in capitals', domain: (own) => own.toUpperCase(), means: 'own' },
  { name: 'with the port of HTTPS', domain: (own) => `${own}:443`, means: 'own' },
  { name: 'with a path', domain: (own) => `${own}/shop`, means: 'own' },
  { name: 'with a slash', domain: (own) => `https://${own}/`, means: 'own' },
  { name: 'with a dot', domain: (own) => `${own}.`, means: 'own' },
  { name: 'exact', domain: (own) => own, means: 'own' },
];

const DAY = "interval '1 day'";

/** Changes of an active subscription. null deletes it. */
export const SUBSCRIPTIONS: { name: string; becomes: string | null; admits: boolean }[] = [
  { name: 'none', becomes: null, admits: false },
  { name: 'trialing', becomes: "status = 'trialing'", admits: true },
  { name: 'active', becomes: "status = 'active'", admits: true },
  { name: 'not over yet', becomes: `ends_at = now() + ${DAY}`, admits: true },
  {
    name: 'past_due in grace',
    becomes: `status = 'past_due', grace_ends_at = now() + ${DAY}`,
    admits: true,
  },
  {
    name: 'past_due after grace',
    becomes: `status = 'past_due', grace_ends_at = now() - ${DAY}`,
    admits: false,
  },
  { name: 'suspended', becomes: "status = 'suspended'", admits: false },
  { name: 'cancelled', becomes: "status = 'cancelled'", admits: false },
  { name: 'not begun', becomes: `starts_at = now() + ${DAY}`, admits: false },
  {
    name: 'ended',
    becomes: `starts_at = now() - 2 * ${DAY}, ends_at = now() - ${DAY}`,
    admits: false,
  },
  {
    name: 'past_due in grace, but ended',
    becomes: `status = 'past_due', grace_ends_at = now() + ${DAY}, starts_at = now() - 2 * ${DAY}, ends_at = now() - ${DAY}`,
    admits: false,
  },
];

/** A client with this subscription calls with this domain. */
export interface Cell {
  domain: DomainCase;
  subscription: (typeof SUBSCRIPTIONS)[number];
}

export const CELLS: Cell[] = DOMAINS.flatMap((domain) =>
  SUBSCRIPTIONS.map((subscription) => ({ domain, subscription })),
);

/** Applies the rules in the order of the checks: token, domain, subscription. Returns null if the call is admitted. */
export function refusalOf(token: TokenCase, { domain, subscription }: Cell): string | null {
  if (token.means !== 'own' && token.means !== 'other') return token.means;
  if (domain.means !== 'own' && domain.means !== 'other') return domain.means;
  if (domain.means !== token.means) return '403 domain_mismatch';
  // The other client's subscription is active.
  return token.means === 'other' || subscription.admits ? null : '403 subscription_inactive';
}

function withWrongChecksum(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
}

/** Makes the headers of a call. A list sends a header several times. */
export function headersOf(authorization?: string | string[], domain?: string | string[]) {
  return {
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(domain !== undefined && { 'X-Client-Domain': domain }),
  } satisfies OutgoingHttpHeaders;
}

/** Makes a client with an order, and with a token for each way to end a token. */
export async function givenTenant(app: TestApp): Promise<Tenant> {
  const client = await givenClient(app, { domain: `${unique('store')}.example` });
  const tokens = app.service(TokensService);
  await tokens.changePermissions(client.tokenId, client.id, { mayReadWallet: true });
  const issue = () => tokens.issueToken(client.id, client.domain);
  const [revoked, expired, rotated] = [await issue(), await issue(), await issue()];
  await expireToken(app, expired.id, new Date(1));
  await tokens.revokeToken(revoked.id);
  await tokens.rotateToken(rotated.id, 0);
  const shop = new Shop(app, client);
  const { orders } = shop;
  const canceledOrder = await orders.place({ sku: SKU, quantity: 1 });
  await orders.cancel(canceledOrder);
  const shippedOrder = await orders.place({ sku: SKU, quantity: 1 });
  const admin = new Admin(app);
  await admin.orders.pay(shippedOrder);
  const tax = new TaxAdmin(app);
  await tax.putProfile();
  await tax.changeClient(client.id, KARNATAKA);
  await admin.orders.ship(shippedOrder);
  const givenReturn = async (): Promise<[order: string, id: number]> => {
    const order = await orders.place({ sku: SKU, quantity: 1 });
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    const { id } = await orders.requestReturn(order, [{ line: 1, quantity: 1 }]);
    return [order, id];
  };
  const withdrawn = await givenReturn();
  await orders.withdrawReturn(...withdrawn);
  const awaited = await givenReturn();
  await admin.orders.acceptReturn(...awaited);
  const [document] = await shop.orders.documents(shippedOrder);
  return {
    ...client,
    orderNumber: await orders.place({ sku: SKU, quantity: 1 }),
    canceledOrder,
    shippedOrder,
    withdrawn,
    awaited,
    documentId: document!.id,
    revoked: revoked.token,
    expired: expired.token,
    rotated: rotated.token,
  };
}
