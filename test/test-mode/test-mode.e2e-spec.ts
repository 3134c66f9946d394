import type { DatabaseConnection } from '../../ormconfig.js';
import { TokensService } from '../../src/auth/tokens.service.js';
import { OrderLifecycleService } from '../../src/orders/fulfillment/order-lifecycle.service.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../src/orders/order-lifecycle.js';
import { TestModeService } from '../../src/orders/test-mode/test-mode.service.js';
import { TEST_SCENARIOS } from '../../src/orders/test-mode/test-scenarios.js';
import { PlansService } from '../../src/plans/plans.service.js';
import { TestApp } from '../support/app.js';
import { givenDatabase, openTransaction } from '../support/database.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  givenTestToken,
  headersOf,
  orderBody,
  unique,
  type GivenClient,
} from '../support/given.js';
import { StoreCopy, type ListedProduct } from '../support/store-copy.js';
import { lifeOf, TestOrders } from '../support/test-orders.js';

const TEST_SKUS = TEST_SCENARIOS.map(({ sku }) => sku);
const NO_ORDER = { code: 'order_not_found' };

describe('test mode', () => {
  let connection: DatabaseConnection;
  let app: TestApp;
  let live: GivenClient;
  let test: GivenClient;
  let orders: TestOrders;
  let liveOrders: TestOrders;

  beforeAll(async () => {
    const database = await givenDatabase();
    ({ connection } = database);
    app = await TestApp.startOn(connection, {}, database.drop);
    live = await givenClient(app);
    test = await givenTestToken(app, live);
    orders = new TestOrders(app, test);
    liveOrders = new TestOrders(app, live);
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());

  const listed = async ({ headers }: GivenClient): Promise<ListedProduct[]> =>
    ((await app.get('/api/products', headers).expect(200)).body as { data: ListedProduct[] }).data;

  describe('a test token', () => {
    it('is told so by each of its answers, and a live one is not', async () => {
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

    it('is a token of the client, by its name and plan', async () => {
      expect(test.token).toMatch(/^wso_test_/);
      const me = await app.get('/api/me', test.headers).expect(200);
      expect(me.body).toMatchObject({
        data: { mode: 'test', client: { id: live.id }, plan: { code: live.plan } },
      });
    });

    it('is one more of its tokens to operators, who see no other client', async () => {
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

    it('leads to one test side, though several are made at once', async () => {
      const client = await givenClient(app);
      const tokens = await Promise.all(
        Array.from({ length: 6 }, () => givenTestToken(app, client)),
      );
      const reference = unique('SHARED');
      const [first, ...others] = tokens.map((token) => new TestOrders(app, token));
      await first!.place({ sku: 'WSO-TEST-EXPIRED', quantity: 1 }, { store_order_id: reference });
      for (const other of others) await other.statusOf(reference);
    });

    it('ends when it is revoked, and with the subscription of the client', async () => {
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

    it('goes to another plan with the client', async () => {
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

  describe('the catalogue', () => {
    it('is the real one and the test products, which live tokens never see', async () => {
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

    it('has the same entity tags for live tokens, whatever test tokens ask', async () => {
      const client = await givenClient(app);
      const before = await app.get('/api/products', client.headers);
      const trying = await givenTestToken(app, client);
      const other = await app.get('/api/products', trying.headers);
      const after = await app.get('/api/products', client.headers);
      expect(after.headers.etag).toBe(before.headers.etag);
      expect(other.headers.etag).not.toBe(before.headers.etag);
    });

    it('tells live stores of no test product, also when everything changes', async () => {
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

    it('begins anew for a cursor of the other mode', async () => {
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

    it('has a product for each scenario', async () => {
      const products = await app.dataSource.query<unknown[]>(
        'SELECT sku, test_scenario AS name FROM products WHERE test_scenario IS NOT NULL ORDER BY id',
      );
      expect(products).toEqual(TEST_SCENARIOS.map(({ sku, name }) => ({ sku, name })));
    });
  });

  describe('a test order', () => {
    type Step = [afterSeconds: number, status: string, paymentStatus: string];
    const PAID: Step = [30, 'pending', 'paid'];
    const SHIPPED: Step = [60, 'shipped', 'paid'];
    const LIVES: [sku: string, quantity: number, ...steps: Step[]][] = [
      ['WSO-TEST-SHIPPED', 2, PAID, SHIPPED],
      ['WSO-TEST-DELIVERED', 1, PAID, SHIPPED, [90, 'delivered', 'paid']],
      ['WSO-TEST-PARTIAL', 3, PAID, [60, 'partially_shipped', 'paid'], [120, 'shipped', 'paid']],
      ['WSO-TEST-PARTIAL', 1, PAID, SHIPPED],
      ['WSO-TEST-RETURNED', 1, PAID, SHIPPED, [90, 'returned', 'paid']],
      ['WSO-TEST-REFUNDED', 1, PAID, [60, 'cancelled', 'refunded']],
      ['WSO-TEST-EXPIRED', 1, [60, 'expired', 'unpaid']],
    ];

    it.each(LIVES)('of %s × %i takes its life by itself', async (sku, quantity, ...steps) => {
      const answer = await app
        .post('/api/orders', test.headers, orderBody({ sku, quantity, variation: 'M' }))
        .expect(201);
      expect(answer.body).toMatchObject({
        subtotal: quantity * 100,
        delivery: 40,
        message: 'The test order was placed. Nothing of it is charged or shipped.',
      });
      const { order_number: number } = answer.body as { order_number: string };
      const placed = await app.get(`/api/orders/${number}/status`, test.headers).expect(200);
      expect(placed.body).toMatchObject({ status: 'awaiting_payment' });
      expect(placed.headers['x-poll-interval']).toBe('15');
      let passed = 0;
      for (const [at, status, paymentStatus] of steps) {
        await orders.pass(at - passed, number);
        passed = at;
        const found = await orders.reached(number, status);
        expect(found.payment_status).toBe(paymentStatus);
        expect(found.tracking.tracking_number !== null).toBe(
          /shipped|delivered|returned/.test(status),
        );
      }
      expect(lifeOf(await orders.statusOf(number))).toEqual([
        'awaiting_payment',
        ...steps.map(([, status]) => status),
      ]);
      const ended = await app.get(`/api/orders/${number}/status`, test.headers).expect(200);
      const isOver = !(ended.body as { status: string }).status.includes('shipped');
      expect(ended.headers['x-poll-interval']).toBe(isOver ? '86400' : '1800');
      const [left] = await app.dataSource.query<unknown[]>(
        'SELECT test_scenario FROM orders WHERE order_number = $1',
        [number],
      );
      expect(left).toEqual({ test_scenario: null });
    });

    it('shows every status there is', () => {
      const seen = LIVES.flatMap(([, , ...steps]) => steps);
      expect(new Set(['awaiting_payment', ...seen.map(([, status]) => status)])).toEqual(
        new Set(ORDER_STATUSES),
      );
      expect(new Set(seen.map(([, , payment]) => payment))).toEqual(new Set(PAYMENT_STATUSES));
    });

    it('catches up step by step when nobody was there, and does not expire instead', async () => {
      const number = await orders.place({ sku: 'WSO-TEST-PARTIAL', quantity: 2 });
      await orders.pass(25 * 3_600, number);
      await app.service(OrderLifecycleService).expireUnpaid(24);
      const found = await orders.reached(number, 'shipped');
      expect(lifeOf(found)).toEqual([
        'awaiting_payment',
        'pending',
        'partially_shipped',
        'shipped',
      ]);
      expect(found.tracking).toMatchObject({
        courier: 'Test Courier',
        shipped_at: expect.any(String),
      });
    });

    it('takes the life of the first line that has one', async () => {
      const { sku } = await givenProduct(app);
      const number = await orders.place([
        { sku, quantity: 1 },
        { sku: 'WSO-TEST-EXPIRED', quantity: 1 },
        { sku: 'WSO-TEST-SHIPPED', quantity: 1 },
      ]);
      await orders.pass(60, number);
      await orders.reached(number, 'expired');
    });

    it('finds nothing of what is sold out while it comes', async () => {
      const sku = 'WSO-TEST-OUT-OF-STOCK';
      const stock = await app.get(`/api/products/${sku}/stock`, test.headers).expect(200);
      expect(stock.body).toMatchObject({ stock_qty: 25, in_stock: true });
      for (const path of ['/api/orders', '/api/orders/quote']) {
        const answer = await app.post(path, test.headers, orderBody({ sku, quantity: 1 }));
        expect([answer.status, answer.body]).toMatchObject([
          422,
          { code: 'insufficient_stock', errors: [{ field: 'items.0.quantity', available: 0 }] },
        ]);
      }
    });

    it('of what is really sold stays unpaid until it expires', async () => {
      const { sku } = await givenProduct(app, { stock: 5 });
      const number = await orders.place({ sku, quantity: 2 });
      const { headers } = await app.get(`/api/orders/${number}/status`, test.headers).expect(200);
      expect(headers['x-poll-interval']).toBe('300');
      await orders.pass(23 * 3_600, number);
      await app.service(TestModeService).advanceDue();
      await app.service(OrderLifecycleService).expireUnpaid(24);
      expect(await orders.statusOf(number)).toMatchObject({ status: 'awaiting_payment' });
      await orders.pass(3_600, number);
      await app.service(OrderLifecycleService).expireUnpaid(24);
      expect(await orders.statusOf(number)).toMatchObject({ status: 'expired' });
    });

    it('takes no piece, and waits for nobody who does', async () => {
      const { id, sku } = await givenProduct(app, { stock: 5 });
      const holder = await openTransaction(connection);
      await holder.query('SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE', [id]);
      await orders.place({ sku, quantity: 5 });
      await holder.rollback();
      await orders.place({ sku, quantity: 5 });
      const short = await app.post('/api/orders', test.headers, orderBody({ sku, quantity: 6 }));
      expect([short.status, short.body]).toMatchObject([
        422,
        { code: 'insufficient_stock', errors: [{ requested: 6, available: 5 }] },
      ]);
      expect((await app.get(`/api/products/${sku}/stock`, live.headers)).body).toMatchObject({
        stock_qty: 5,
      });
      await liveOrders.place({ sku, quantity: 5 });
    });

    it('is placed in one batch with real ones, each by its own rule', async () => {
      const { sku } = await givenProduct(app, { stock: 3 });
      const answers = await Promise.all(
        [live, test, live, test, live, test, live, test].map(({ headers }) =>
          app
            .post('/api/orders', headers, orderBody({ sku, quantity: 1 }))
            .then((answer) => answer.status),
        ),
      );
      const sold = answers.filter((status, index) => index % 2 === 0 && status === 201);
      expect(sold).toHaveLength(3);
      expect((await app.get(`/api/products/${sku}/stock`, live.headers)).body).toMatchObject({
        stock_qty: 0,
      });
    });

    it('has ids and keys of its own', async () => {
      const { sku } = await givenProduct(app);
      const [id, key] = [unique('SHOP'), unique('key')];
      const body = orderBody({ sku, quantity: 1 }, { store_order_id: id });
      const send = async ({ headers }: GivenClient): Promise<[number, string]> => {
        const answer = await app.post('/api/orders', headers, body).set('Idempotency-Key', key);
        return [answer.status, (answer.body as { order_number: string }).order_number];
      };
      const [[liveStatus, liveNumber], [testStatus, testNumber]] = [
        await send(live),
        await send(test),
      ];
      expect([liveStatus, testStatus]).toEqual([201, 201]);
      expect(testNumber).not.toBe(liveNumber);
      expect(await send(test)).toEqual([201, testNumber]);
      expect(await liveOrders.statusOf(id)).toMatchObject({ order_number: liveNumber });
      expect(await orders.statusOf(id)).toMatchObject({ order_number: testNumber });
      const again = await app.post('/api/orders', test.headers, body).expect(409);
      expect(again.body).toMatchObject({ order_number: testNumber });
    });

    it('is unknown to live tokens, as live orders are to test tokens', async () => {
      const { sku } = await givenProduct(app);
      const numbers = [
        await liveOrders.place({ sku, quantity: 1 }),
        await orders.place({ sku, quantity: 1 }),
      ];
      const [liveNumber = '', testNumber = ''] = numbers;
      for (const [client, number] of [
        [live, testNumber],
        [test, liveNumber],
      ] as const) {
        const answer = await app.get(`/api/orders/${number}/status`, client.headers).expect(404);
        expect(answer.body).toMatchObject(NO_ORDER);
        expect((await app.get('/api/orders', client.headers)).text).not.toContain(number);
      }
    });
  });
});
