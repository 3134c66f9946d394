import { RequestFailuresService } from '../../src/dashboard/store-requests/failures/request-failures.service.js';
import { TokenUsesService } from '../../src/auth/token-use/token-uses.service.js';
import { AppError } from '../../src/platform/http/errors.js';
import { newToken } from '../../src/auth/tokens/token-format.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { allPages } from '../support/call.js';
import { openTransaction } from '../support/database/database.js';
import { expireToken, givenProduct, ISO_UTC, orderBody } from '../support/shop/given.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';

const SECRET = 'SENTINEL';
const ORDERS = '/api/orders';
const app = await TestApp.start();
app.allowRefusals();
// A job that is about to store a request would not have stored it when a test looks.
await app.stopJobs();
const admin = new Admin(app);

/** Stores the pending failures and returns those of a shop as `method route status code`, newest first. */
async function failuresOf({ client }: Shop): Promise<string[]> {
  await app.service(RequestFailuresService).store();
  const { data } = await admin.clients.failures(client.id);
  return data.map(({ method, route, status, code }) => `${method} ${route} ${status} ${code}`);
}

it('a refusal of a caller has no stack, which takes longer than to refuse it; one of its order has', () => {
  const stacks = (['token_invalid', 'rate_limited', 'order_not_found'] as const).map(
    (code) => new AppError(code).stack!.split('\n').length > 1,
  );
  expect(stacks).toEqual([false, false, true]);
  expect(new Error().stack).toContain('request-failures');
});

describe('the refused requests of a client', () => {
  it('are refused orders and quotes, with fields and codes but without values', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { stock: 1 });
    const { body } = await shop.orders
      .place({ sku, quantity: 0, variation: SECRET }, { store_order_id: ' SHOP-7 ', notes: SECRET })
      .expect(422);
    await shop.orders.quote({ sku, quantity: 2 }, { store_order_id: 'SHOP-8' }).refused(422);
    await app.sendRaw('post', ORDERS, shop.client.headers, `{"${SECRET}`).expect(400);

    expect(await failuresOf(shop)).toEqual([
      `POST ${ORDERS} 400 malformed_json`,
      `POST ${ORDERS}/quote 422 insufficient_stock`,
      `POST ${ORDERS} 422 validation_failed`,
    ]);
    const { data } = await admin.clients.failures(shop.client.id);
    expect(data[2]).toEqual({
      at: expect.stringMatching(ISO_UTC),
      request_id: (body as { request_id: string }).request_id,
      token_id: shop.client.tokenId,
      method: 'POST',
      route: ORDERS,
      status: 422,
      code: 'validation_failed',
      fields: [{ field: 'items.0.quantity', code: 'out_of_range' }],
      store_order_id: 'SHOP-7',
      domain: null,
      count: 1,
    });
    expect(data[1]).toMatchObject({
      fields: [{ field: 'items.0.quantity', code: 'insufficient_stock' }],
      store_order_id: 'SHOP-8',
    });
    const stored = await app.sql<object>`SELECT * FROM request_failures`;
    expect(JSON.stringify(stored)).not.toContain(SECRET);
  });

  it('include 401 and 403, also with a revoked or expired token', async () => {
    const shop = await givenShop(app);
    const { id, domain, tokenId, token } = shop.client;
    const revoked = await admin.tokens.create(id, { domain });
    const expired = await admin.tokens.create(id, { domain });
    await admin.tokens.revoke(revoked.id);
    await expireToken(app, expired.id, new Date(1));
    const testShop = await givenTestShop(shop);

    await shop.withToken(token, 'elsewhere.example').products.list().refused(403);
    await shop.withToken(revoked.token).products.stock('A').refused(401);
    await shop.withToken(expired.token).me().refused(401);
    await testShop.withToken(testShop.client.token, 'x.example').me().refused(403);
    await admin.clients.subscribe(id, { plan: shop.client.plan, status: 'suspended' });
    await shop.orders.place({ sku: 'A', quantity: 1 }).refused(403);

    await failuresOf(shop);
    const { data } = await admin.clients.failures(id);
    const found = data.map(({ route, status, code, token_id: by }) => [route, status, code, by]);
    expect(found).toEqual([
      [ORDERS, 403, 'subscription_inactive', tokenId],
      ['/api/me', 403, 'domain_mismatch', testShop.client.tokenId],
      ['/api/me', 401, 'token_invalid', expired.id],
      ['/api/products/:sku/stock', 401, 'token_invalid', revoked.id],
      ['/api/products', 403, 'domain_mismatch', tokenId],
    ]);
  });

  it('name the domain that was sent and that of the token, and are found by their id', async () => {
    const shop = await givenShop(app);
    const { token, domain } = shop.client;
    const sent = (text: string) => shop.withToken(token, text).products.list().refused(403);
    await sent(token);
    const { request_id: id } = (await sent('https://www.Other.example')) as { request_id?: string };
    expect(await failuresOf(shop)).toHaveLength(2);
    const [moved, ...others] = (await admin.clients.failures(shop.client.id, { request_id: id! }))
      .data;
    expect([moved!.request_id, others]).toEqual([id, []]);
    const named = { registered: domain, token_last4: token.slice(-4) };
    expect(moved!.domain).toEqual({ sent: 'other.example', ...named });
    const { data } = await admin.clients.failures(shop.client.id);
    expect(data[1]!.domain).toEqual({ sent: null, ...named });
    expect(JSON.stringify(data)).not.toContain(token);
    const elsewhere = await givenShop(app);
    const { data: none } = await admin.clients.failures(elsewhere.client.id, { request_id: id! });
    expect(none).toEqual([]);
  });

  it('include 429', async () => {
    const shop = await givenShop(app);
    const strict = await TestApp.startOn(app.connection, { RATE_LIMIT_PER_MINUTE: '1' });
    strict.allowRefusals();
    const limited = shop.at(strict);
    await limited.products.list();
    await limited.products.list().refused(429);
    await limited.me().refused(429);
    await strict.stop();
    expect(await failuresOf(shop)).toEqual([
      'GET /api/me 429 rate_limited',
      'GET /api/products 429 rate_limited',
    ]);
  });

  it('exclude those of other clients, of missing and unknown tokens, and 404 and 422 of the reads that stores poll', async () => {
    const shop = await givenShop(app);
    const other = await givenShop(app);
    await other.withToken(other.client.token, 'x.example').me().refused(403);
    await shop.withToken(newToken()).me().refused(401);
    await app.get('/api/me', {}).expect(401);
    await shop.products.get('NO-SUCH').refused(404);
    await shop.orders.status('NO-SUCH').refused(404);
    await shop.stock.list('skus=').refused(422);
    expect(await failuresOf(shop)).toEqual([]);
  });
});

describe('records of refused requests', () => {
  it('are listed in pages, newest first, and filtered by time', async () => {
    const shop = await givenShop(app);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift((await shop.orders.placeBody({}).refused(422)).request_id);
    }
    await app.service(RequestFailuresService).store();
    const { id } = shop.client;
    const pages = await allPages(2, (page) => admin.clients.failures(id, page));
    expect(pages.flat().map((failure) => failure.request_id)).toEqual(ids);
    const [newest] = pages.flat();
    const later = { from: new Date(Date.parse(newest!.at) + 1).toISOString() };
    expect((await admin.clients.failures(id, later)).data).toEqual([]);
    expect((await admin.clients.failures(id, { to: later.from })).data).toHaveLength(5);
    expect(await admin.clients.failures(999_999_999).status()).toBe(404);
  });

  it('are a hundred entries per minute, then one count', async () => {
    const shop = await givenShop(app);
    for (let count = 0; count < 103; count += 1) await shop.orders.placeBody({}).refused(422);
    await app.service(RequestFailuresService).onApplicationShutdown();
    const { data } = await admin.clients.failures(shop.client.id, { limit: 500 });
    const single = data.filter((failure) => failure.request_id !== null);
    expect(single.length).toBeGreaterThanOrEqual(100);
    // More than a hundred where the clock's minute ended between them.
    const counted = data.filter((failure) => failure.request_id === null);
    expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(103);
    expect(counted.every(({ fields, token_id }) => fields.length === 0 && !token_id)).toBe(true);
  });

  it('delay no request while the table cannot be written, and are stored later', async () => {
    const shop = await givenShop(app);
    await failuresOf(shop);
    const holder = await openTransaction(app.connection);
    await holder.query('LOCK TABLE request_failures');
    await shop.orders.placeBody({}).refused(422);
    const stored = app.service(RequestFailuresService).store();
    await shop.orders.placeBody({}).refused(422);
    await holder.commit();
    // On a busy machine it may have waited too long for the lock.
    await stored.catch(() => undefined);
    expect(await failuresOf(shop)).toHaveLength(2);
  });

  it('are stored by a job, deleted after thirty days, and not lost when the service ends', async () => {
    const elsewhere = await TestApp.startOn(app.connection);
    const shop = await givenShop(elsewhere);
    await shop.orders.placeBody({}).refused(422);
    await elsewhere.stop();
    expect((await admin.clients.failures(shop.client.id)).data).toHaveLength(1);

    await app.sql`UPDATE request_failures SET at = now() - interval '30 days 1 minute' WHERE client_id = ${shop.client.id}`;
    await shop.at(app).orders.placeBody({}).refused(422);
    await app.service(RequestFailuresService).deleteOld();
    expect(await failuresOf(shop)).toEqual([`POST ${ORDERS} 422 validation_failed`]);
  });

  it('contain only field names that can be stored', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app);
    const body = orderBody({ sku, quantity: 1, variation: { 'a\u0000b': 1, '\ud800': 2 } });
    await shop.orders.placeBody({ ...body, store_order_id: 'a\u0000b' }).refused(422);
    expect(await failuresOf(shop)).toHaveLength(1);
    const { data } = await admin.clients.failures(shop.client.id);
    expect(data[0]).toMatchObject({ store_order_id: null });
  });
});

describe('the last use of a token', () => {
  const lastUse = async (shop: Shop): Promise<unknown> => {
    await app.service(TokenUsesService).store();
    const { data } = await admin.tokens.list(shop.client.id);
    return data.find(({ id }) => id === shop.client.tokenId);
  };
  const USED = { last_used_at: expect.stringMatching(ISO_UTC), last_used_from: '127.0.0.1' };

  it('is empty before the first use', async () => {
    const shop = await givenShop(app);
    await shop.withToken(shop.client.token, 'elsewhere.example').me().refused(403);
    expect(await lastUse(shop)).toMatchObject({ last_used_at: null, last_used_from: null });
  });

  it('includes all routes, and stays after the token is revoked', async () => {
    const polling = await givenShop(app);
    await polling.products.list();
    expect(await lastUse(polling)).toMatchObject(USED);
    const asking = await givenShop(app);
    await asking.me();
    expect(await lastUse(asking)).toMatchObject(USED);
    expect(await admin.tokens.revoke(asking.client.tokenId)).toMatchObject(USED);
  });

  it('is the latest of all instances', async () => {
    const shop = await givenShop(app);
    await shop.me();
    await lastUse(shop);
    const later = '2100-01-01T00:00:00.000Z';
    await app.sql`UPDATE token_uses SET last_used_at = ${later} WHERE token_id = ${shop.client.tokenId}`;
    await shop.me();
    expect(await lastUse(shop)).toMatchObject({ last_used_at: later });
  });

  it('is stored when the service ends, from the address that a trusted proxy names', async () => {
    const elsewhere = await TestApp.startOn(app.connection, { TRUST_PROXY: '127.0.0.1' });
    const shop = await givenShop(elsewhere);
    await elsewhere
      .get('/api/products', shop.client.headers)
      .set('X-Forwarded-For', '203.0.113.7')
      .expect(200);
    await elsewhere.stop();
    expect(await lastUse(shop)).toMatchObject({ last_used_from: '203.0.113.7' });
  });
});
