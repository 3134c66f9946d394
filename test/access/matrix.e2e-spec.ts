import type { OutgoingHttpHeaders } from 'node:http';
import { newToken } from '../../src/auth/tokens/token-format.js';
import {
  bearer,
  CELLS,
  CLIENT_ROUTES,
  givenTenant,
  headersOf,
  refusalOf,
  SUBSCRIPTIONS,
  TOKENS,
} from '../support/access/access-cases.js';
import { requestsTo, SKU, type Tenant } from '../support/access/recipes.js';
import { ADMIN_TOKEN, TestApp, UNLIMITED } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { ROUTES } from '../support/access/routes.js';
import { builtDocument, DOCUMENTS } from '../support/native/contract.js';
import { answersTo, Wire, type WireRequest } from '../support/documents/wire.js';
/** Each route tries one in eight of the refused cells. */
const SHARE = 8;
const tenants = new Map<string, Tenant>();

const app = await TestApp.start(UNLIMITED);
app.allowRefusals();
const wire = new Wire(app);
await givenProduct(app, { sku: SKU, stock: 100_000, hsn: '7323', gstRateBp: 1_800 });
const other = await givenTenant(app);
for (const { name, becomes } of SUBSCRIPTIONS) {
  const tenant = await givenTenant(app);
  await app.dataSource.query(
    becomes === null
      ? 'DELETE FROM subscriptions WHERE client_id = $1'
      : `UPDATE subscriptions SET ${becomes} WHERE client_id = $1`,
    [tenant.id],
  );
  tenants.set(name, tenant);
}

async function outcomeOf(sent: WireRequest, headers: OutgoingHttpHeaders): Promise<string> {
  const answer = await wire.send({ ...sent, headers: { ...sent.headers, ...headers } });
  const { status, body } = answer;
  if (sent.path.startsWith('/api')) wire.checkAnswer(sent, answer);
  const code = (body as { code?: string } | null)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}

describe.each(CLIENT_ROUTES)('access to %s', (route) => {
  it.each(TOKENS)(
    'is granted or refused by the rule: $name, with its domains and subscriptions',
    async (token) => {
      // A call is refused before its route looks at it: each route tries some of the refused cells, all routes try them all.
      const at = CLIENT_ROUTES.indexOf(route) + TOKENS.indexOf(token);
      const cells = CELLS.filter(
        (cell, index) => refusalOf(token, cell) === null || (index + at) % SHARE === 0,
      );
      const asked = cells.flatMap((cell, index) => {
        const refusal = refusalOf(token, cell);
        const tenant = tenants.get(cell.subscription.name)!;
        const caller = token.means === 'other' ? other : tenant;
        const headers = headersOf(
          token.authorization(tenant, other),
          cell.domain.domain(tenant.domain, other.domain),
        );
        const requests = requestsTo(route, caller);
        // Nor is the request read: the kinds of requests take turns.
        const chosen = refusal === null ? requests : [requests[index % requests.length]!];
        return chosen.map(([sent, ifAdmitted]) => ({
          name: `${cell.domain.name} / ${cell.subscription.name}: ${ifAdmitted}`,
          sent,
          headers,
          expected: refusal ?? ifAdmitted,
        }));
      });
      expect(asked.length).toBeGreaterThanOrEqual(20);
      const outcomes = await answersTo(asked, ({ sent, headers }) => outcomeOf(sent, headers));
      expect(asked.map(({ name }, index) => [name, outcomes[index]])).toEqual(
        asked.map(({ name, expected }) => [name, expected]),
      );
    },
  );

  it('does not depend on the spelling of the path or on HEAD', async () => {
    const tenant = tenants.get('active')!;
    const [[sent]] = requestsTo(route, tenant) as [[WireRequest, string]];
    const admitted = headersOf(bearer(tenant.token), tenant.domain);
    const [path = '', query = ''] = sent.path.split('?');
    const inCapitals = path.replace(/^\/api\/\w+/, (start) => start.toUpperCase());
    const paths = [
      `${inCapitals}?${query}`,
      `${path}/?${query}`,
      `${path}?${query}&token=${tenant.token}`,
    ];
    for (const written of paths) {
      // A correction refuses unknown parameters.
      // No delivery of these orders failed.
      const granted = /^(20[01]|422 unknown_field|404 failure_not_found)$/;
      expect(await outcomeOf({ ...sent, path: written }, admitted)).toMatch(granted);
      expect(await outcomeOf({ ...sent, path: written }, {})).toBe('401 token_missing');
    }
    if (sent.method === 'GET') {
      const head = { ...sent, method: 'HEAD' };
      expect(await outcomeOf(head, admitted)).toBe('200');
      expect(await outcomeOf(head, {})).toBe('401');
    }
  });
});

describe('access by route', () => {
  it('is declared for every route of the documents', () => {
    const documented = Object.values(DOCUMENTS).flatMap((file) =>
      Object.entries(builtDocument(file).paths as Record<string, object>).flatMap(
        ([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`),
      ),
    );
    const known = ROUTES.filter(
      ([, path, audience]) =>
        !['public', 'gateway'].includes(audience) || path.startsWith('/dashboard/api'),
    ).map(([method, path]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(known.sort());
  });

  it.each(ROUTES)('is granted at %s %s only to: %s', async (method, path, audience) => {
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
    const withoutToken = [missing, missing, missing, invalid];
    expect(outcomes).toEqual(
      {
        public: outcomes.map(() => taken),
        client: [...withoutToken, '403 domain_missing', taken, invalid, invalid, invalid],
        user: outcomes.map(() => '401 not_signed_in'),
        gateway: outcomes.map(() => expect.stringMatching(/^401/) as string),
        operator: [...withoutToken, invalid, invalid, taken, taken, invalid],
      }[audience],
    );
  });
});

it('a refused request stores nothing', async () => {
  for (const { name } of SUBSCRIPTIONS.filter(({ admits }) => !admits)) {
    const { id } = tenants.get(name)!;
    // Those that it placed before.
    expect(await app.sql`SELECT FROM orders WHERE client_id = ${id}`).toHaveLength(5);
  }
  // Subscriptions are removed in the database here.
  await app.expectInvariants('settings');
});
