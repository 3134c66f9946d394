import { AuthService } from '../../src/auth/auth.service.js';
import { TokensService } from '../../src/auth/tokens.service.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { newToken } from '../../src/auth/tokens/token-format.js';
import { TestApp } from '../support/app.js';
import { Wire } from '../support/documents/wire.js';
import {
  givenClient,
  givenProduct,
  headersOf,
  orderBody,
  type GivenClient,
} from '../support/shop/given.js';
import { inDays } from '../support/time.js';

describe('access to the Store API by', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app, { domain: 'asha-home.example' });
  });
  afterAll(() => app.stop());
  const list = (headers: Parameters<TestApp['get']>[1]) => app.get('/api/products', headers);

  describe('token', () => {
    it.each([
      ['no header', {}, 'token_missing'],
      ['another scheme', { Authorization: 'Basic YTpi' }, 'token_missing'],
      ['a scheme without a token', { Authorization: 'Bearer' }, 'token_missing'],
      ['a token of another form', { Authorization: 'Bearer sesame' }, 'token_invalid'],
      [
        'a well-formed token that does not exist',
        { Authorization: `Bearer ${newToken()}` },
        'token_invalid',
      ],
    ])('is refused: %s', async (_, headers, code) => {
      const { body } = await list({ 'X-Client-Domain': 'asha-home.example', ...headers }).expect(
        401,
      );
      expect(body).toMatchObject({ success: false, code });
    });

    it('is accepted with any spelling of the scheme', async () => {
      await list({ ...client.headers, Authorization: `bEARER ${client.token}` }).expect(200);
    });

    it('is refused together with another one, whether or not its header is cached', async () => {
      const wire = new Wire(app);
      const { headers } = client;
      const both = [headers.Authorization, 'Bearer other'];
      const ask = { method: 'GET', path: '/api/products' };
      expect((await wire.ask({ ...ask, headers })).status).toBe(200);
      for (const Authorization of [both, both.toReversed()]) {
        const answer = await wire.ask({ ...ask, headers: { ...headers, Authorization } });
        expect([answer.status, answer.body]).toEqual([
          401,
          expect.objectContaining({ code: 'token_invalid' }),
        ]);
      }
    });

    it('is refused once it has expired', async () => {
      const expired = await givenClient(app, { expiresAt: new Date(Date.now() - 1_000) });
      const { body } = await list(expired.headers).expect(401);
      expect(body).toMatchObject({ code: 'token_invalid' });
    });

    it('is refused from the next request on after it was revoked, while another of the client works', async () => {
      const leaving = await givenClient(app);
      const other = await app.service(TokensService).issueToken(leaving.id, leaving.domain);
      await list(leaving.headers).expect(200);
      await app.service(TokensService).revokeToken(leaving.tokenId);
      const { body } = await list(leaving.headers).expect(401);
      expect(body).toMatchObject({ code: 'token_invalid' });
      await list(headersOf(other.token, leaving.domain)).expect(200);
    });

    it('is stored only as a hash', async () => {
      const rows = await app.sql<object>`SELECT * FROM api_tokens`;
      const [stored] = await app.sql<object>`
        SELECT FROM api_tokens WHERE position(${Buffer.from(client.token.slice(0, 10))}::bytea IN token_hash) > 0`;
      expect(stored).toBeUndefined();
      expect(JSON.stringify(rows)).not.toContain(client.token);
      expect(rows).toContainEqual(expect.objectContaining({ last4: client.token.slice(-4) }));
    });

    it('is cached without padding spaces', async () => {
      const { headers, token } = await givenClient(app);
      for (let spaces = 1; spaces <= 12_001; spaces += 3_000) {
        const Authorization = `Bearer${' '.repeat(spaces)}${token}`;
        await app.get('/api/products', { ...headers, Authorization }).expect(200);
      }
      const kept: unknown = Reflect.get(app.service(AuthService), 'knownHeaders');
      const known = Reflect.get(kept as object, 'hashes') as Map<string, string>;
      expect([...known.keys()].filter((header) => header.includes(token))).toEqual([
        headers.Authorization,
      ]);
    });
  });

  describe('domain', () => {
    it.each([
      'asha-home.example',
      'ASHA-Home.Example',
      'www.asha-home.example',
      'https://asha-home.example',
      'http://www.asha-home.example',
      'HTTPS://WWW.asha-home.example',
    ])('accepts the domain as %s', async (domain) => {
      await list(headersOf(client.token, domain)).expect(200);
    });

    it.each([
      'other.example',
      'www.www.asha-home.example',
      'asha-home.example/',
      'asha-home.example:443',
      'shop.asha-home.example',
    ])('is a mismatch as %s', async (domain) => {
      const { body } = await list(headersOf(client.token, domain)).expect(403);
      expect(body).toMatchObject({ code: 'domain_mismatch' });
    });

    it('shows the received domain, never the registered one', async () => {
      const { body, text } = await list(
        headersOf(client.token, 'https://www.Other.example:8443/'),
      ).expect(403);
      expect((body as { message: string }).message).toBe(
        'The token is not registered to this domain. X-Client-Domain was read as ' +
          '"other.example:8443/", https:// and www. taken off, the port and the slash left as they were.',
      );
      expect(text).not.toContain('asha-home');
    });

    it.each([undefined, '', '  '])('is missing as %p', async (domain) => {
      const { body } = await list({
        Authorization: client.headers.Authorization,
        ...(domain !== undefined && { 'X-Client-Domain': domain }),
      }).expect(403);
      expect(body).toMatchObject({ code: 'domain_missing' });
    });

    it('is compared in normalized form, however it was registered', async () => {
      const written = await givenClient(app, { domain: 'https://www.Kaveri.example' });
      await list(headersOf(written.token, 'kaveri.example')).expect(200);
    });
  });
});

describe('access to the Store API:', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app, { domain: 'asha-home.example' });
  });
  afterAll(() => app.stop());
  const list = (headers: Parameters<TestApp['get']>[1]) => app.get('/api/products', headers);

  describe('subscription', () => {
    const [yesterday, tomorrow] = [inDays(-1), inDays(1)];

    it.each([
      ['active', { status: 'active' as const }],
      ['trialing', { status: 'trialing' as const }],
      ['past due within its grace period', { status: 'past_due' as const }],
      ['not over yet', { startsAt: yesterday, endsAt: tomorrow }],
    ])('accepts a subscription: %s', async (_, subscription) => {
      await list((await givenClient(app, { subscription })).headers).expect(200);
    });

    it.each([
      ['none at all', null],
      ['suspended', { status: 'suspended' as const }],
      ['cancelled', { status: 'cancelled' as const }],
      ['not begun', { startsAt: tomorrow }],
      ['over', { startsAt: inDays(-2), endsAt: yesterday }],
    ])('is refused: %s', async (_, subscription) => {
      const { body } = await list((await givenClient(app, { subscription })).headers).expect(403);
      expect(body).toMatchObject({ code: 'subscription_inactive' });
    });

    it('is refused past due when the grace period is over', async () => {
      const late = await givenClient(app, { subscription: { status: 'past_due' } });
      await app.sql`UPDATE subscriptions SET grace_ends_at = now() - interval '1 second' WHERE client_id = ${late.id}`;
      await list(late.headers).expect(403);
    });

    it('ends with the next request', async () => {
      const leaving = await givenClient(app);
      await list(leaving.headers).expect(200);
      await app
        .service(PlansService)
        .subscribe(leaving.id, { plan: leaving.plan, status: 'cancelled' });
      await list(leaving.headers).expect(403);
    });
  });

  describe('order of checks', () => {
    it('is token, domain, subscription, then the request', async () => {
      const inactive = await givenClient(app, { subscription: null });
      const broken = (headers: Parameters<TestApp['get']>[1]) =>
        app.call('post', '/api/orders', headers).type('json').send('{"broken');
      const code = async (headers: Parameters<TestApp['get']>[1]) =>
        ((await broken(headers)).body as { code: string }).code;

      expect(await code({})).toBe('token_missing');
      expect(await code({ Authorization: inactive.headers.Authorization })).toBe('domain_missing');
      expect(await code(inactive.headers)).toBe('subscription_inactive');
      expect(await code(client.headers)).toBe('malformed_json');
    });
  });

  describe('tenants', () => {
    it("answers another client's order like one that does not exist", async () => {
      const other = await givenClient(app);
      const { sku } = await givenProduct(app);
      const placed = await app
        .post(
          '/api/orders',
          other.headers,
          orderBody({ sku, quantity: 1 }, { store_order_id: 'T-1' }),
        )
        .expect(201);
      const { order_number: number } = placed.body as { order_number: string };
      for (const reference of [number, 'T-1']) {
        const foreign = await app
          .get(`/api/orders/${reference}/status`, client.headers)
          .expect(404);
        const unknown = await app
          .get('/api/orders/WO-0000000000/status', client.headers)
          .expect(404);
        expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      }
      await app.get(`/api/orders/${number}/status`, other.headers).expect(200);
    });
  });
});
