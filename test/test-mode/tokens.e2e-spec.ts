import { TokensService } from '../../src/auth/tokens.service.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { givenClient, givenPlan, unique } from '../support/shop/given.js';
import { givenShop, givenTestShop } from '../support/shop/shop.js';
import { givenSuite } from '../support/shop/suite.js';
const { app, admin } = await givenSuite();
const live = await givenShop(app);
const test = await givenTestShop(live);

describe('test mode: a test token', () => {
  it('receives X-Mode in each response, and a live token does not', async () => {
    const paths = ['/api/products', '/api/me', '/api/stock', '/api/changes', '/api/orders'];
    for (const path of paths) {
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
