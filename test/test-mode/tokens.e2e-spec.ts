import { TokensService } from '../../src/auth/tokens.service.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { givenClient, givenPlan, unique, givenProduct } from '../support/shop/given.js';
import { givenShop, givenSuite, givenTestShop, type Shop } from '../support/shop/shop.js';
import { TEST_SCENARIOS } from '../../src/orders/lifecycle/test-scenarios.js';
import { StoreCopy } from '../support/documents/store-copy.js';
const { app, admin, shop } = await givenSuite();
const live = await givenShop(app);
const test = await givenTestShop(live);

describe('test mode: a test token', () => {
  it('receives X-Mode in each response, and a live token does not', async () => {
    for (const path of ['/api/products', '/api/me', '/api/stock', '/api/changes', '/api/orders']) {
      expect((await app.get(path, test.client.headers).expect(200)).headers['x-mode']).toBe('test');
      expect((await app.get(path, live.client.headers).expect(200)).headers).not.toHaveProperty(
        'x-mode',
      );
    }
    const { etag: tag = '' } = await test.products.list().headers();
    for (const answer of [
      await test.products.list().set('If-None-Match', tag).expect(304),
      await test.products.get('NO-SUCH').expect(404),
      await test.orders.placeBody({}).expect(422),
    ]) {
      expect(answer.headers['x-mode']).toBe('test');
    }
  });

  it('has the name and plan of its client', async () => {
    expect(test.client.token).toMatch(/^wso_test_/);
    const { id, plan } = live.client;
    expect(await test.me()).toMatchObject({ mode: 'test', client: { id }, plan: { code: plan } });
  });

  it("is listed to operators among the client's tokens, and adds no client", async () => {
    const client = await givenClient(app);
    const place = { domain: 'try.example', mode: 'test' };
    const { id, mode } = await admin.tokens.create(client.id, place);
    expect(mode).toBe('test');
    expect(await admin.tokens.rotate(id, {})).toMatchObject({
      mode: 'test',
      token: expect.stringMatching(/^wso_test_/),
    });
    expect((await admin.tokens.list(client.id)).data).toMatchObject([
      { client_id: client.id, mode: 'live', domain: client.domain },
      { client_id: client.id, ...place },
      { client_id: client.id, ...place },
    ]);
    expect(await admin.tokens.revoke(id)).toMatchObject({ client_id: client.id, mode: 'test' });
    await admin.tokens.create(client.id, { ...place, mode: 'demo' }).expect(422);
  });

  it.each([{}, { mode: null }, { mode: 'live' }])('is not made by %j', async (given) => {
    const { id, domain } = live.client;
    const { token, mode } = await admin.tokens.create(id, { domain, ...given });
    expect(mode).toBe('live');
    expect(token).toMatch(/^wso_[0-9A-Za-z]{49}$/);
    expect(await live.withToken(token).me()).toMatchObject({ mode: 'live', client: { id } });
  });

  it('belongs to one test client, although several are created at once', async () => {
    const store = await givenShop(app);
    const [first, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => givenTestShop(store)),
    );
    const reference = unique('SHARED');
    const item = { sku: 'WSO-TEST-EXPIRED', quantity: 1 };
    await first!.orders.place(item, { store_order_id: reference });
    for (const other of others) await other.orders.status(reference);
  });

  it("ends when it is revoked or the client's subscription ends", async () => {
    const store = await givenShop(app);
    const [one, two] = [await givenTestShop(store), await givenTestShop(store)];
    await one.products.list();
    await app.service(TokensService).revokeToken(one.client.tokenId);
    await one.products.list().expectRefusal(401, 'token_invalid');
    await two.products.list();
    const change = { plan: store.client.plan, status: 'suspended' as const };
    await app.service(PlansService).subscribe(store.client.id, change);
    await two.products.list().expectRefusal(403, 'subscription_inactive');
  });

  it('follows the client to another plan', async () => {
    const store = await givenShop(app);
    const trying = await givenTestShop(store);
    expect(await trying.priceOf('WSO-TEST-SHIPPED')).toBe(100);
    const { code } = await givenPlan(app, { discountBp: 1_000 });
    await app.service(PlansService).subscribe(store.client.id, { plan: code, status: 'active' });
    expect(await trying.priceOf('WSO-TEST-SHIPPED')).toBe(90);
  });
});

const TEST_SKUS = TEST_SCENARIOS.map(({ sku }) => sku);
const skusOf = async (shop: Shop) => (await shop.products.list()).map(({ sku }) => sku);
/** Makes copies of the list of products as a client's store and its trial see it. */
const givenCopies = async () => {
  const { client } = shop;
  const store = new StoreCopy(client);
  const trial = new StoreCopy((await givenTestShop(shop)).client);
  await store.sync(app);
  await trial.sync(app);
  return { client, store, trial };
};

describe('test mode: the catalog', () => {
  it('contains the real products and the test products, which live tokens never see', async () => {
    const { sku } = await givenProduct(app);
    expect(await skusOf(test)).toEqual([...(await skusOf(live)), ...TEST_SKUS]);
    expect(await skusOf(live)).toContain(sku);
    const skus = [sku, ...TEST_SKUS].join(',');
    expect(await live.stock.list({ skus })).toMatchObject({ data: [{ sku }], unknown: TEST_SKUS });
    expect(await test.stock.list({ skus })).toMatchObject({ unknown: [] });
    expect((await live.stock.list().response()).text).not.toContain('WSO-TEST');
    for (const known of TEST_SKUS) {
      await live.products.get(known).expect(404);
      await live.products.stock(known).expect(404);
      expect(await test.products.get(known)).toMatchObject({
        delivery_charge: 40,
        pricing: { wholesale_price: 100 },
      });
      const item = { sku: known, quantity: 1 };
      for (const call of [live.orders.place(item), live.orders.quote(item)]) {
        await call.expectRefusal(422, 'unknown_sku');
      }
    }
  });

  it('has the same entity tags for live tokens after requests of test tokens', async () => {
    const before = await shop.products.list().headers();
    const other = await (await givenTestShop(shop)).products.list().headers();
    expect((await shop.products.list().headers()).etag).toBe(before.etag);
    expect(other.etag).not.toBe(before.etag);
  });

  it('never lists a test product to live stores, also when everything changes', async () => {
    const { client, store, trial } = await givenCopies();
    await app.service(PlansService).changePlan(client.plan, { discountBp: 500 });
    await app.sql`UPDATE products SET updated_at = now() WHERE test_scenario IS NOT NULL`;
    const pages = await store.sync(app);
    expect(JSON.stringify(pages)).not.toContain('WSO-TEST');
    expect(pages).toMatchObject([{ reset: false }]);
    expect(await trial.sync(app)).toMatchObject([{ reset: false }]);
    await store.expectEqual(app);
    await trial.expectEqual(app);
    expect([...trial.products.keys()]).toEqual(expect.arrayContaining(TEST_SKUS));
  });

  it('restarts from the beginning for a cursor of the other mode', async () => {
    const { store, trial } = await givenCopies();
    [store.cursor, trial.cursor] = [trial.cursor, store.cursor];
    expect(await store.sync(app)).toMatchObject([{ reset: true }]);
    expect(await trial.sync(app)).toMatchObject([{ reset: true }]);
    await store.expectEqual(app);
    await trial.expectEqual(app);
  });
});
