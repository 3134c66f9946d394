import { TEST_SCENARIOS } from '../../src/orders/lifecycle/test-scenarios.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { StoreCopy } from '../support/documents/store-copy.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';
import { givenSuite } from '../support/shop/suite.js';

const TEST_SKUS = TEST_SCENARIOS.map(({ sku }) => sku);
const { app, shop } = await givenSuite();
const live = await givenShop(app);
const test = await givenTestShop(live);
const skusOf = async (shop: Shop) => (await shop.products.list()).map(({ sku }) => sku);
/** Makes copies of what a client's store and its trial see. */
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

  it('contains a product for each scenario', async () => {
    const products =
      await app.sql`SELECT sku, test_scenario AS name FROM products WHERE test_scenario IS NOT NULL ORDER BY id`;
    expect(products).toEqual(TEST_SCENARIOS.map(({ sku, name }) => ({ sku, name })));
  });
});
