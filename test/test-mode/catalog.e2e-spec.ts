import type { DatabaseConnection } from '../../ormconfig.js';
import { TEST_SCENARIOS } from '../../src/orders/test-mode/test-scenarios.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { TestApp } from '../support/app.js';
import { givenDatabase } from '../support/database/database.js';
import {
  givenClient,
  givenProduct,
  givenTestToken,
  orderBody,
  type GivenClient,
} from '../support/shop/given.js';
import { StoreCopy, type ListedProduct } from '../support/documents/store-copy.js';

const TEST_SKUS = TEST_SCENARIOS.map(({ sku }) => sku);

describe('test mode:', () => {
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
  const listed = async ({ headers }: GivenClient): Promise<ListedProduct[]> =>
    ((await app.get('/api/products', headers).expect(200)).body as { data: ListedProduct[] }).data;

  describe('the catalog', () => {
    it('contains the real products and the test products, which live tokens never see', async () => {
      const { sku } = await givenProduct(app);
      expect((await listed(test)).map((product) => product.sku)).toEqual([
        ...(await listed(live)).map((product) => product.sku),
        ...TEST_SKUS,
      ]);
      expect((await listed(live)).map((product) => product.sku)).toContain(sku);
      const skus = `/api/stock?skus=${[sku, ...TEST_SKUS].join(',')}`;
      expect((await app.get(skus, live.headers)).body).toMatchObject({
        data: [{ sku }],
        unknown: TEST_SKUS,
      });
      expect((await app.get(skus, test.headers)).body).toMatchObject({ unknown: [] });
      const all = await app.get('/api/stock', live.headers);
      expect(all.text).not.toContain('WSO-TEST');
      for (const known of TEST_SKUS) {
        await app.get(`/api/products/${known}`, live.headers).expect(404);
        await app.get(`/api/products/${known}/stock`, live.headers).expect(404);
        const { body } = await app.get(`/api/products/${known}`, test.headers).expect(200);
        expect(body).toMatchObject({
          data: { delivery_charge: 40, pricing: { wholesale_price: 100 } },
        });
        const wanted = orderBody({ sku: known, quantity: 1 });
        for (const path of ['/api/orders', '/api/orders/quote']) {
          const answer = await app.post(path, live.headers, wanted).expect(422);
          expect(answer.body).toMatchObject({ code: 'unknown_sku' });
        }
      }
    });

    it('has the same entity tags for live tokens after requests of test tokens', async () => {
      const client = await givenClient(app);
      const before = await app.get('/api/products', client.headers);
      const trying = await givenTestToken(app, client);
      const other = await app.get('/api/products', trying.headers);
      const after = await app.get('/api/products', client.headers);
      expect(after.headers.etag).toBe(before.headers.etag);
      expect(other.headers.etag).not.toBe(before.headers.etag);
    });

    it('never lists a test product to live stores, also when everything changes', async () => {
      const client = await givenClient(app);
      const trying = await givenTestToken(app, client);
      const [store, trial] = [new StoreCopy(client), new StoreCopy(trying)];
      await store.sync(app);
      await trial.sync(app);
      await app.service(PlansService).changePlan(client.plan, { discountBp: 500 });
      await app.dataSource.query(
        `UPDATE products SET updated_at = now() WHERE test_scenario IS NOT NULL`,
      );
      const pages = await store.sync(app);
      expect(JSON.stringify(pages)).not.toContain('WSO-TEST');
      expect(pages).toMatchObject([{ reset: false }]);
      expect(await trial.sync(app)).toMatchObject([{ reset: false }]);
      await store.expectEqual(app);
      await trial.expectEqual(app);
      expect([...trial.products.keys()]).toEqual(expect.arrayContaining(TEST_SKUS));
    });

    it('restarts from the beginning for a cursor of the other mode', async () => {
      const client = await givenClient(app);
      const trying = await givenTestToken(app, client);
      const [store, trial] = [new StoreCopy(client), new StoreCopy(trying)];
      await store.sync(app);
      await trial.sync(app);
      [store.cursor, trial.cursor] = [trial.cursor, store.cursor];
      expect(await store.sync(app)).toMatchObject([{ reset: true }]);
      expect(await trial.sync(app)).toMatchObject([{ reset: true }]);
      await store.expectEqual(app);
      await trial.expectEqual(app);
    });

    it('contains a product for each scenario', async () => {
      const products = await app.dataSource.query<unknown[]>(
        'SELECT sku, test_scenario AS name FROM products WHERE test_scenario IS NOT NULL ORDER BY id',
      );
      expect(products).toEqual(TEST_SCENARIOS.map(({ sku, name }) => ({ sku, name })));
    });
  });
});
