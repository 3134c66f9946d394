import type { OutgoingHttpHeaders } from 'node:http';
import { TokensService } from '../../src/auth/tokens.service.js';
import { newToken } from '../../src/auth/token-format.js';
import { adminApiDocument, dashboardApiDocument, storeApiDocument } from '../../src/docs/docs.js';
import { declaredRoutes } from '../../src/platform/http/fast-lane/polled-routes.js';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import {
  givenClient,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
  expireToken,
} from '../support/given.js';
import { UNLIMITED } from '../support/model-shop.js';
import { ROUTES } from '../support/routes.js';
import { answersTo, Wire, type WireRequest } from '../support/wire.js';

type NameOf<R> = R extends readonly [infer M extends string, infer P extends string, 'client']
  ? `${M} ${P}`
  : never;
/** A route that is for clients. */
type RouteName = NameOf<(typeof ROUTES)[number]>;

const CLIENT_ROUTES = ROUTES.filter(([, , audience]) => audience === 'client').map(
  ([method, path]) => `${method} ${path}` as RouteName,
);

/** The routes that the fast lane answers. */
const POLLED_ROUTES: RouteName[] = [
  'get /api/products',
  'get /api/products/:sku',
  'get /api/products/:sku/stock',
  'get /api/orders/:order_number/status',
];

/** Without the fast lane only these are answered in another way. */
const TESTED_ROUTES = TestApp.hasFastLane ? CLIENT_ROUTES : POLLED_ROUTES;

/** What a route answers to a client that it lets in: to a request in order, and to one that is not. */
interface Recipe {
  taken: (client: Tenant) => WireRequest;
  takenStatus: number;
  refused?: (client: Tenant) => WireRequest;
  refusedAs?: string;
}

interface Tenant extends GivenClient {
  orderNumber: string;
  /** Tokens of this client that are over. */
  revoked: string;
  expired: string;
  rotated: string;
}

const SKU = 'MATRIX';
const JSON_BODY = { 'Content-Type': 'application/json' };
const get = (path: string): WireRequest => ({ method: 'GET', path });
const order = (body: string, path = '/api/orders'): WireRequest => ({
  method: 'POST',
  path,
  headers: JSON_BODY,
  body,
});

/** A route that is new has to be added here: the compiler says so. */
const RECIPES: Record<RouteName, Recipe> = {
  'get /api/products': { taken: () => get('/api/products'), takenStatus: 200 },
  'get /api/products/:sku': {
    taken: () => get(`/api/products/${SKU}`),
    takenStatus: 200,
    refused: () => get('/api/products/NO-SUCH'),
    refusedAs: '404 product_not_found',
  },
  'get /api/products/:sku/stock': {
    taken: () => get(`/api/products/${SKU}/stock`),
    takenStatus: 200,
    refused: () => get('/api/products/NO-SUCH/stock'),
    refusedAs: '404 product_not_found',
  },
  'post /api/orders': {
    taken: () => order(JSON.stringify(orderBody({ sku: SKU, quantity: 1 }))),
    takenStatus: 201,
    refused: () => order('{"broken'),
    refusedAs: '400 malformed_json',
  },
  'post /api/orders/quote': {
    taken: () => order(JSON.stringify(orderBody({ sku: SKU, quantity: 1 })), '/api/orders/quote'),
    takenStatus: 200,
    refused: () => order('{"broken', '/api/orders/quote'),
    refusedAs: '400 malformed_json',
  },
  'get /api/me': { taken: () => get('/api/me'), takenStatus: 200 },
  'get /api/stock': {
    taken: () => get(`/api/stock?skus=${SKU}`),
    takenStatus: 200,
    refused: () => get('/api/stock?skus='),
    refusedAs: '422 validation_failed',
  },
  'get /api/changes': {
    taken: () => get('/api/changes'),
    takenStatus: 200,
    refused: () => get('/api/changes?since=nonsense'),
    refusedAs: '422 validation_failed',
  },
  'get /api/orders': {
    taken: () => get('/api/orders'),
    takenStatus: 200,
    refused: () => get('/api/orders?status=nonsense'),
    refusedAs: '422 validation_failed',
  },
  'get /api/orders/:order_number/status': {
    taken: ({ orderNumber }) => get(`/api/orders/${orderNumber}/status`),
    takenStatus: 200,
    refused: () => get('/api/orders/WO-0000000000/status'),
    refusedAs: '404 order_not_found',
  },
};

type Whose = 'own' | 'other';

interface TokenCase {
  name: string;
  authorization: (tenant: Tenant, other: Tenant) => string | string[] | undefined;
  /** The refusal, or whose token it is. */
  means: '401 token_missing' | '401 token_invalid' | Whose;
}

const bearer = (token: string): string => `Bearer ${token}`;

const TOKENS: TokenCase[] = [
  { name: 'no token', authorization: () => undefined, means: '401 token_missing' },
  {
    name: 'a token of another scheme',
    authorization: ({ token }) => `Basic ${token}`,
    means: '401 token_missing',
  },
  {
    name: 'a scheme without its token',
    authorization: () => 'Bearer',
    means: '401 token_missing',
  },
  {
    name: 'a token of another form',
    authorization: () => bearer('sesame'),
    means: '401 token_invalid',
  },
  {
    name: 'its token sent twice',
    authorization: ({ token }) => [bearer(token), bearer(token)],
    means: '401 token_invalid',
  },
  {
    name: 'a token nobody has',
    authorization: () => bearer(newToken()),
    means: '401 token_invalid',
  },
  {
    name: 'its token with a wrong checksum',
    authorization: ({ token }) => bearer(withWrongChecksum(token)),
    means: '401 token_invalid',
  },
  {
    name: 'its revoked token',
    authorization: ({ revoked }) => bearer(revoked),
    means: '401 token_invalid',
  },
  {
    name: 'its expired token',
    authorization: ({ expired }) => bearer(expired),
    means: '401 token_invalid',
  },
  {
    name: 'its token of before a rotation',
    authorization: ({ rotated }) => bearer(rotated),
    means: '401 token_invalid',
  },
  {
    name: "the operator's token",
    authorization: () => bearer(ADMIN_TOKEN),
    means: '401 token_invalid',
  },
  {
    name: "another client's token",
    authorization: (_, other) => bearer(other.token),
    means: 'other',
  },
  { name: 'its token', authorization: ({ token }) => bearer(token), means: 'own' },
];

interface DomainCase {
  name: string;
  domain: (own: string, other: string) => string | string[] | undefined;
  /** The refusal whoever comes, or whose domain it is. */
  means: '403 domain_missing' | '403 domain_mismatch' | Whose;
}

const DOMAINS: DomainCase[] = [
  { name: 'none', domain: () => undefined, means: '403 domain_missing' },
  { name: 'blank', domain: () => '  ', means: '403 domain_missing' },
  { name: 'a scheme alone', domain: () => 'https://', means: '403 domain_missing' },
  { name: "nobody's", domain: () => 'nobody.example', means: '403 domain_mismatch' },
  { name: 'a sub-domain', domain: (own) => `shop.${own}`, means: '403 domain_mismatch' },
  { name: 'with a port', domain: (own) => `${own}:443`, means: '403 domain_mismatch' },
  { name: 'with a path', domain: (own) => `${own}/shop`, means: '403 domain_mismatch' },
  { name: 'with a slash', domain: (own) => `https://${own}/`, means: '403 domain_mismatch' },
  { name: 'with a dot', domain: (own) => `${own}.`, means: '403 domain_mismatch' },
  { name: 'with two www.', domain: (own) => `www.www.${own}`, means: '403 domain_mismatch' },
  { name: 'twice', domain: (own) => [own, own], means: '403 domain_mismatch' },
  { name: "another client's", domain: (_, other) => other, means: 'other' },
  { name: 'with http://', domain: (own) => `http://${own}`, means: 'own' },
  { name: 'with https://www.', domain: (own) => `https://www.${own}`, means: 'own' },
  { name: 'with www.', domain: (own) => `www.${own}`, means: 'own' },
  { name: 'in capitals', domain: (own) => own.toUpperCase(), means: 'own' },
  { name: 'exact', domain: (own) => own, means: 'own' },
];

const DAY = "interval '1 day'";

/** How a subscription that was active comes to be what it is; null: it is taken away. */
const SUBSCRIPTIONS: { name: string; becomes: string | null; letsIn: boolean }[] = [
  { name: 'none', becomes: null, letsIn: false },
  { name: 'trialing', becomes: "status = 'trialing'", letsIn: true },
  { name: 'active', becomes: "status = 'active'", letsIn: true },
  { name: 'not over yet', becomes: `ends_at = now() + ${DAY}`, letsIn: true },
  {
    name: 'past_due in grace',
    becomes: `status = 'past_due', grace_ends_at = now() + ${DAY}`,
    letsIn: true,
  },
  {
    name: 'past_due after grace',
    becomes: `status = 'past_due', grace_ends_at = now() - ${DAY}`,
    letsIn: false,
  },
  { name: 'suspended', becomes: "status = 'suspended'", letsIn: false },
  { name: 'cancelled', becomes: "status = 'cancelled'", letsIn: false },
  { name: 'not begun', becomes: `starts_at = now() + ${DAY}`, letsIn: false },
  {
    name: 'ended',
    becomes: `starts_at = now() - 2 * ${DAY}, ends_at = now() - ${DAY}`,
    letsIn: false,
  },
  {
    name: 'past_due in grace, but ended',
    becomes: `status = 'past_due', grace_ends_at = now() + ${DAY}, starts_at = now() - 2 * ${DAY}, ends_at = now() - ${DAY}`,
    letsIn: false,
  },
];

/** A cell: a client with this subscription comes with this domain. */
interface Cell {
  domain: DomainCase;
  subscription: (typeof SUBSCRIPTIONS)[number];
}

const CELLS: Cell[] = DOMAINS.flatMap((domain) =>
  SUBSCRIPTIONS.map((subscription) => ({ domain, subscription })),
);

/** The rule, in the order of its checks: token, domain, subscription; null: let in. */
function refusalOf(token: TokenCase, { domain, subscription }: Cell): string | null {
  if (token.means !== 'own' && token.means !== 'other') return token.means;
  if (domain.means !== 'own' && domain.means !== 'other') return domain.means;
  if (domain.means !== token.means) return '403 domain_mismatch';
  // The other client's subscription is active.
  const letsIn = token.means === 'other' || subscription.letsIn;
  return letsIn ? null : '403 subscription_inactive';
}

function withWrongChecksum(token: string): string {
  return token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
}

function headersOf(authorization?: string | string[], domain?: string | string[]) {
  return {
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(domain !== undefined && { 'X-Client-Domain': domain }),
  } satisfies OutgoingHttpHeaders;
}

describe('who is let in', () => {
  let app: TestApp;
  let wire: Wire;
  let other: Tenant;
  const tenants = new Map<string, Tenant>();

  beforeAll(async () => {
    app = await TestApp.start(UNLIMITED);
    app.allowRefusals();
    wire = new Wire(app);
    await givenProduct(app, { sku: SKU, stock: 100_000 });
    other = await givenTenant();
    for (const { name, becomes } of SUBSCRIPTIONS) {
      const tenant = await givenTenant();
      await app.dataSource.query(
        becomes === null
          ? 'DELETE FROM subscriptions WHERE client_id = $1'
          : `UPDATE subscriptions SET ${becomes} WHERE client_id = $1`,
        [tenant.id],
      );
      tenants.set(name, tenant);
    }
  });
  afterAll(async () => {
    wire.close();
    await app.stop();
  });

  /** A client with an order, and with a token for each way in which a token can end. */
  async function givenTenant(): Promise<Tenant> {
    const client = await givenClient(app, { domain: `${unique('store')}.example` });
    const auth = app.service(TokensService);
    const issue = () => auth.issueToken(client.id, client.domain);
    const [revoked, expired, rotated] = [await issue(), await issue(), await issue()];
    await expireToken(app, expired.id, new Date(1));
    await auth.revokeToken(revoked.id);
    await auth.rotateToken(rotated.id, 0);
    const { body } = await app
      .post('/api/orders', client.headers, orderBody({ sku: SKU, quantity: 1 }))
      .expect(201);
    return {
      ...client,
      orderNumber: (body as { order_number: string }).order_number,
      revoked: revoked.token,
      expired: expired.token,
      rotated: rotated.token,
    };
  }

  async function outcomeOf(sent: WireRequest, headers: OutgoingHttpHeaders): Promise<string> {
    const answer = await wire.send({ ...sent, headers: { ...sent.headers, ...headers } });
    const { status, body } = answer;
    if (sent.path.startsWith('/api')) wire.judge(sent, answer);
    const code = (body as { code?: string } | null)?.code;
    return code === undefined ? String(status) : `${status} ${code}`;
  }

  /** A request with its outcome if it is let in. */
  function requestsOf(route: RouteName, tenant: Tenant): [WireRequest, string][] {
    const { taken, takenStatus, refused, refusedAs = '' } = RECIPES[route];
    const fine: [WireRequest, string] = [taken(tenant), String(takenStatus)];
    return refused === undefined ? [fine] : [fine, [refused(tenant), refusedAs]];
  }

  describe.each(TESTED_ROUTES)('to %s', (route) => {
    it.each(TOKENS)('with $name, from every domain, on every subscription', async (token) => {
      const isLetIn = token.means === 'own' || token.means === 'other';
      const asked = CELLS.flatMap((cell, at) => {
        const tenant = tenants.get(cell.subscription.name)!;
        const caller = token.means === 'other' ? other : tenant;
        const headers = headersOf(
          token.authorization(tenant, other),
          cell.domain.domain(tenant.domain, other.domain),
        );
        const requests = requestsOf(route, caller);
        // A token that is refused is so before the request is looked at: either kind takes half of the cells.
        const chosen = isLetIn ? requests : requests.slice(at % requests.length).slice(0, 1);
        return chosen.map(([sent, ifLetIn]) => ({
          name: `${cell.domain.name} / ${cell.subscription.name}: ${ifLetIn}`,
          sent,
          headers,
          expected: refusalOf(token, cell) ?? ifLetIn,
        }));
      });
      expect(asked.length).toBeGreaterThanOrEqual(CELLS.length);
      const outcomes = await answersTo(asked, ({ sent, headers }) => outcomeOf(sent, headers));
      expect(asked.map(({ name }, index) => [name, outcomes[index]])).toEqual(
        asked.map(({ name, expected }) => [name, expected]),
      );
    });

    it('is the same however its path is written, and for HEAD', async () => {
      const tenant = tenants.get('active')!;
      const [[sent]] = requestsOf(route, tenant) as [[WireRequest, string]];
      const letIn = headersOf(bearer(tenant.token), tenant.domain);
      const { path } = sent;
      const inCapitals = path.replace(/^\/api\/\w+/, (start) => start.toUpperCase());
      const paths = [inCapitals, `${path}/`, `${path}?token=${tenant.token}`];
      for (const written of paths) {
        expect(await outcomeOf({ ...sent, path: written }, letIn)).toMatch(/^20[01]$/);
        expect(await outcomeOf({ ...sent, path: written }, {})).toBe('401 token_missing');
      }
      if (sent.method === 'GET') {
        const head = { ...sent, method: 'HEAD' };
        expect(await outcomeOf(head, letIn)).toBe('200');
        expect(await outcomeOf(head, {})).toBe('401');
      }
    });
  });

  describe('by route', () => {
    it('is tested of every polled route', () => {
      const polled = declaredRoutes(app.nest).map(({ path }) => `get ${path}`);
      expect(polled.sort()).toEqual([...POLLED_ROUTES].sort());
    });

    it('is said of every route of the documents', () => {
      const documents = [
        storeApiDocument(app.nest),
        adminApiDocument(app.nest),
        dashboardApiDocument(app.nest),
      ];
      const documented = documents.flatMap(({ paths }) =>
        Object.entries(paths).flatMap(([path, operations]) =>
          Object.keys(operations).map((method) => `${method} ${path}`),
        ),
      );
      const known = ROUTES.filter(
        ([, path, audience]) => audience !== 'public' || path.startsWith('/dashboard/api'),
      ).map(([method, path]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
      expect(documented.sort()).toEqual(known.sort());
    });

    it.each(ROUTES)('%s %s is open to nobody but: %s', async (method, path, audience) => {
      const sent = { method: method.toUpperCase(), path: path.replace(/:\w+/g, 'any') };
      const { token, domain } = tenants.get('active')!;
      const outcomes = [
        await outcomeOf(sent, {}),
        await outcomeOf(sent, headersOf(undefined, domain)),
        await outcomeOf(sent, { Cookie: `Authorization=${bearer(token)}` }),
        await outcomeOf(sent, headersOf(bearer(newToken()), domain)),
        await outcomeOf(sent, headersOf(bearer(token))),
        await outcomeOf(sent, headersOf(bearer(token), domain)),
        await outcomeOf(sent, headersOf(bearer(ADMIN_TOKEN))),
        await outcomeOf(sent, headersOf(bearer(ADMIN_TOKEN), domain)),
        await outcomeOf(sent, headersOf(bearer(ADMIN_TOKEN.toUpperCase()))),
      ];
      const [missing, invalid] = ['401 token_missing', '401 token_invalid'];
      const taken = expect.not.stringMatching(/^(401|403|429|5\d\d)/) as string;
      const nobody = [missing, missing, missing, invalid];
      expect(outcomes).toEqual(
        {
          public: outcomes.map(() => taken),
          client: [...nobody, '403 domain_missing', taken, invalid, invalid, invalid],
          user: outcomes.map(() => '401 not_signed_in'),
          operator: [...nobody, invalid, invalid, taken, taken, invalid],
        }[audience],
      );
    });
  });

  it('leaves nothing behind of those who were not', async () => {
    const refused = SUBSCRIPTIONS.filter(({ letsIn }) => !letsIn);
    for (const { name } of refused) {
      const { id } = tenants.get(name)!;
      // The one that it placed while it was let in.
      expect(
        await app.dataSource.query('SELECT FROM orders WHERE client_id = $1', [id]),
      ).toHaveLength(1);
    }
    await app.expectInvariants();
  });
});
