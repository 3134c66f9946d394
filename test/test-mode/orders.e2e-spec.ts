import type { DatabaseConnection } from '../../ormconfig.js';
import { OrderLifecycleService } from '../../src/orders/fulfillment/order-lifecycle.service.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../src/orders/order-lifecycle.js';
import { TestModeService } from '../../src/orders/test-mode/test-mode.service.js';
import { TestApp } from '../support/app.js';
import { givenDatabase, openTransaction } from '../support/database/database.js';
import {
  givenClient,
  givenProduct,
  givenTestToken,
  orderBody,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { lifeOf, TestOrders } from '../support/shop/test-orders.js';

const NO_ORDER = { code: 'order_not_found' };

describe('the scenario of a test order', () => {
  let connection: DatabaseConnection;
  let app: TestApp;
  let live: GivenClient;
  let test: GivenClient;
  let orders: TestOrders;
  beforeAll(async () => {
    const database = await givenDatabase();
    ({ connection } = database);
    app = await TestApp.startOn(connection, {}, database.drop);
    live = await givenClient(app);
    test = await givenTestToken(app, live);
    orders = new TestOrders(app, test);
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());
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

  it.each(LIVES)('of %s × %i changes its status automatically', async (sku, quantity, ...steps) => {
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

  it('reaches every status', () => {
    const seen = LIVES.flatMap(([, , ...steps]) => steps);
    expect(new Set(['awaiting_payment', ...seen.map(([, status]) => status)])).toEqual(
      new Set(ORDER_STATUSES),
    );
    expect(new Set(seen.map(([, , payment]) => payment))).toEqual(new Set(PAYMENT_STATUSES));
  });

  it('makes the missed steps in order after a downtime instead of expiring', async () => {
    const number = await orders.place({ sku: 'WSO-TEST-PARTIAL', quantity: 2 });
    await orders.pass(25 * 3_600, number);
    await app.service(OrderLifecycleService).expireUnpaid(24);
    const found = await orders.reached(number, 'shipped');
    expect(lifeOf(found)).toEqual(['awaiting_payment', 'pending', 'partially_shipped', 'shipped']);
    expect(found.tracking).toMatchObject({
      courier: 'Test Courier',
      shipped_at: expect.any(String),
    });
  });

  it('is that of the first line that has one', async () => {
    const { sku } = await givenProduct(app);
    const number = await orders.place([
      { sku, quantity: 1 },
      { sku: 'WSO-TEST-EXPIRED', quantity: 1 },
      { sku: 'WSO-TEST-SHIPPED', quantity: 1 },
    ]);
    await orders.pass(60, number);
    await orders.reached(number, 'expired');
  });
});

describe('a test order', () => {
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

  it('is refused as out of stock for the product of that scenario', async () => {
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

  it('with only real products stays unpaid until it expires', async () => {
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

  it('reserves no stock and waits for no transaction that does', async () => {
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

  it('is placed in one batch with real orders, each by its own rules', async () => {
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

  it('has its own store order ids and idempotency keys', async () => {
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
