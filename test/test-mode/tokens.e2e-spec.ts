import type { DatabaseConnection } from '../../ormconfig.js';
import { TokensService } from '../../src/auth/tokens.service.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { TestApp } from '../support/app.js';
import { givenDatabase } from '../support/database/database.js';
import {
  givenClient,
  givenPlan,
  givenTestToken,
  headersOf,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { TestOrders } from '../support/shop/test-orders.js';

describe('test mode', () => {
  let connection: DatabaseConnection;
  let app: TestApp;
  let live: GivenClient;
  let test: GivenClient;
  beforeAll(async () => {
    const database = await givenDatabase();
    ({ connection } = database);
    app = await TestApp.startOn(connection, {}, database.drop);
    live = await givenClient(app);
    test = await givenTestToken(app, live);
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());

  describe('a test token', () => {
    it('receives X-Mode in each response, and a live token does not', async () => {
      const paths = ['/api/products', '/api/me', '/api/stock', '/api/changes', '/api/orders'];
      for (const path of paths) {
        expect((await app.get(path, test.headers).expect(200)).headers['x-mode']).toBe('test');
        expect((await app.get(path, live.headers).expect(200)).headers).not.toHaveProperty(
          'x-mode',
        );
      }
      const [tag] = [(await app.get('/api/products', test.headers)).headers.etag];
      const unchanged = app.get('/api/products', test.headers).set('If-None-Match', tag ?? '');
      expect((await unchanged.expect(304)).headers['x-mode']).toBe('test');
      const unknown = await app.get('/api/products/NO-SUCH', test.headers).expect(404);
      expect(unknown.headers['x-mode']).toBe('test');
      const invalid = await app.post('/api/orders', test.headers, {}).expect(422);
      expect(invalid.headers['x-mode']).toBe('test');
    });

    it('has the name and plan of its client', async () => {
      expect(test.token).toMatch(/^wso_test_/);
      const me = await app.get('/api/me', test.headers).expect(200);
      expect(me.body).toMatchObject({
        data: { mode: 'test', client: { id: live.id }, plan: { code: live.plan } },
      });
    });

    it("is listed to operators among the client's tokens, and adds no client", async () => {
      const client = await givenClient(app);
      const made = await app
        .admin('post', `clients/${client.id}/tokens`, { domain: 'try.example', mode: 'test' })
        .expect(201);
      expect(made.body).toMatchObject({ data: { mode: 'test' } });
      const { id } = (made.body as { data: { id: number } }).data;
      const rotated = await app.admin('post', `tokens/${id}/rotate`, {}).expect(201);
      expect(rotated.body).toMatchObject({
        data: { mode: 'test', token: expect.stringMatching(/^wso_test_/) },
      });
      const { body } = await app.admin('get', `clients/${client.id}/tokens`).expect(200);
      expect(body).toMatchObject({
        data: [
          { client_id: client.id, mode: 'live', domain: client.domain },
          { client_id: client.id, mode: 'test', domain: 'try.example' },
          { client_id: client.id, mode: 'test', domain: 'try.example' },
        ],
      });
      const revoked = await app.admin('delete', `tokens/${id}`).expect(200);
      expect(revoked.body).toMatchObject({ data: { client_id: client.id, mode: 'test' } });
      await app
        .admin('post', `clients/${client.id}/tokens`, { domain: 'try.example', mode: 'demo' })
        .expect(422);
    });

    it.each([{}, { mode: null }, { mode: 'live' }])('is not made by %j', async (given) => {
      const body = { domain: live.domain, ...given };
      const made = await app.admin('post', `clients/${live.id}/tokens`, body).expect(201);
      expect(made.body).toMatchObject({
        data: { mode: 'live', token: expect.stringMatching(/^wso_[0-9A-Za-z]{49}$/) },
      });
      const { token } = (made.body as { data: { token: string } }).data;
      const me = await app.get('/api/me', headersOf(token, live.domain)).expect(200);
      expect(me.body).toMatchObject({ data: { mode: 'live', client: { id: live.id } } });
    });

    it('belongs to one test client, although several are created at once', async () => {
      const client = await givenClient(app);
      const tokens = await Promise.all(
        Array.from({ length: 6 }, () => givenTestToken(app, client)),
      );
      const reference = unique('SHARED');
      const [first, ...others] = tokens.map((token) => new TestOrders(app, token));
      await first!.place({ sku: 'WSO-TEST-EXPIRED', quantity: 1 }, { store_order_id: reference });
      for (const other of others) await other.statusOf(reference);
    });

    it("ends when it is revoked or the client's subscription ends", async () => {
      const client = await givenClient(app);
      const [one, two] = [await givenTestToken(app, client), await givenTestToken(app, client)];
      await app.get('/api/products', one.headers).expect(200);
      await app.service(TokensService).revokeToken(one.tokenId);
      const gone = await app.get('/api/products', one.headers).expect(401);
      expect(gone.body).toMatchObject({ code: 'token_invalid' });
      await app.get('/api/products', two.headers).expect(200);
      const change = { plan: client.plan, status: 'suspended' as const };
      await app.service(PlansService).subscribe(client.id, change);
      const ended = await app.get('/api/products', two.headers).expect(403);
      expect(ended.body).toMatchObject({ code: 'subscription_inactive' });
    });

    it('follows the client to another plan', async () => {
      const client = await givenClient(app);
      const trying = await givenTestToken(app, client);
      const path = '/api/products/WSO-TEST-SHIPPED';
      const price = async (): Promise<unknown> =>
        ((await app.get(path, trying.headers)).body as { data: unknown }).data;
      expect(await price()).toMatchObject({ pricing: { wholesale_price: 100 } });
      const { code } = await givenPlan(app, { discountBp: 1_000 });
      await app.service(PlansService).subscribe(client.id, { plan: code, status: 'active' });
      expect(await price()).toMatchObject({ pricing: { wholesale_price: 90 } });
    });
  });
});
