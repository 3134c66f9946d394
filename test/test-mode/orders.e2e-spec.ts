import { eventually } from '../support/eventually.js';
import { OrderExpiryJob } from '../../src/orders/expiry/order-expiry.job.js';
import { OrderExpiryService } from '../../src/orders/expiry/order-expiry.service.js';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../src/orders/lifecycle/order-lifecycle.js';
import { TestModeJob } from '../../src/fulfillment/test-mode/test-mode.job.js';
import { TestModeService } from '../../src/fulfillment/test-mode/test-mode.service.js';
import { TestApp } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';
import { lifeOf, TestOrders } from '../support/shop/test-orders.js';
const app = await TestApp.start();
await app.stopJobs(OrderExpiryJob, TestModeJob);
const live = await givenShop(app);
const test = await givenTestShop(live);
const orders = new TestOrders(test);
afterAll(() => app.expectInvariants());

describe('the scenario of a test order', () => {
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
    ['WSO-TEST-FAILED-DELIVERY', 1, PAID, SHIPPED, [160, 'delivered', 'paid']],
    ['WSO-TEST-UNDELIVERED', 1, PAID, SHIPPED, [150, 'returned', 'paid']],
  ];

  it.each(LIVES)(
    'a test order of %s × %i changes its status automatically',
    async (sku, quantity, ...steps) => {
      const answer = await test.orders.place({ sku, quantity, variation: 'M' }).expect(201);
      expect(answer.body).toMatchObject({
        subtotal: quantity * 100,
        delivery: 40,
        message: 'The test order was placed. Nothing of it is charged or shipped.',
      });
      const { order_number: number } = answer.body as { order_number: string };
      const placed = await test.orders.status(number).expect(200);
      expect(placed.body).toMatchObject({ status: 'awaiting_payment' });
      expect(placed.headers['x-poll-interval']).toBe('15');
      const whole = await app.get(`/api/orders/${number}`, test.client.headers).expect(200);
      expect(whole.headers['x-poll-interval']).toBe('15');
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
      expect(lifeOf(await test.orders.status(number))).toEqual([
        'awaiting_payment',
        ...steps.map(([, status]) => status),
      ]);
      const ended = await test.orders.status(number).expect(200);
      const isOver = !(ended.body as { status: string }).status.includes('shipped');
      const hasReturn = sku === 'WSO-TEST-UNDELIVERED';
      expect(ended.headers['x-poll-interval']).toBe(hasReturn ? '15' : isOver ? '86400' : '1800');
      const [left] = await app.sql`SELECT test_scenario FROM orders WHERE order_number = ${number}`;
      expect(left).toEqual({ test_scenario: null });
    },
  );

  it.each<[sku: string, end: string, steps: [seconds: number, state: string][]]>([
    [
      'WSO-TEST-FAILED-DELIVERY',
      'delivered',
      [
        [80, 'out_for_delivery'],
        [20, 'failed_attempt'],
        [30, 'out_for_delivery'],
        [30, 'delivered'],
      ],
    ],
    [
      'WSO-TEST-UNDELIVERED',
      'returned',
      [
        [80, 'failed_attempt'],
        [20, 'returning'],
        [20, 'returned'],
      ],
    ],
  ])('a shipment of %s is followed until it is %s', async (sku, end, steps) => {
    const number = await test.orders.place({ sku, quantity: 2 });
    const include = { include: 'shipments' };
    const states: string[] = [];
    for (const [seconds, state] of steps) {
      await orders.pass(seconds, number);
      await orders.reached(number, state === 'delivered' ? state : 'shipped');
      const [shipment] = (await test.orders.status(number, include)).shipments!;
      states.push(state);
      expect(shipment).toMatchObject({
        state,
        delivered_at: state === 'delivered' ? shipment!.events!.at(-1)!.at : null,
        failure:
          state === 'failed_attempt'
            ? {
                attempt: 1,
                reason: 'unavailable',
                actions: ['reattempt'],
                answer: null,
                answer_by: expect.any(String),
              }
            : null,
      });
      expect(shipment!.events!.map((one) => one.state)).toEqual(states);
    }
    const { shipments, returns } = await test.orders.get(number);
    expect(shipments).toEqual((await test.orders.status(number, include)).shipments);
    const facts = { status: 'awaited', origin: 'undelivered', return_address: null };
    const back = [{ ...facts, items: [{ line: 1, quantity: 2 }] }];
    expect(returns).toMatchObject(end === 'returned' ? back : []);
  });

  it('goes on after the answer of its store to the failed delivery', async () => {
    const { number, shipmentId: id } = await orders.givenFailed();
    const pass = async (seconds: number): Promise<void> => {
      await orders.pass(seconds, number);
      await app.service(TestModeService).advanceDue();
    };
    const shipmentOf = async () =>
      (await test.orders.status(number, { include: 'shipments' })).shipments![0]!;
    const answer = (action: string) => test.orders.answerFailure(number, id, { action });
    await answer('return').expectRefusal(409, 'not_answerable', { actions: ['reattempt'] });
    const { shipments } = await answer('reattempt');
    expect(shipments).toMatchObject([{ state: 'at_destination', failure: null }]);
    await answer('reattempt').expectRefusal(404, 'failure_not_found');
    await pass(90);
    expect(await shipmentOf()).toMatchObject({ state: 'at_destination' });
    await app.sql`UPDATE shipment_events SET at = at - interval '30 seconds'
      WHERE shipment_id = ${id} AND code = 'TEST-ANSWER'`;
    // The service's own timer may be at work on the order.
    await eventually(async () => {
      await pass(0);
      return (await shipmentOf()).state === 'delivered';
    });
  });

  it('reaches every status', () => {
    const seen = LIVES.flatMap(([, , ...steps]) => steps);
    expect(new Set(['awaiting_payment', ...seen.map(([, status]) => status)])).toEqual(
      new Set(ORDER_STATUSES),
    );
    expect(new Set(seen.map(([, , payment]) => payment))).toEqual(new Set(PAYMENT_STATUSES));
  });

  it('makes the missed steps in order after a downtime instead of expiring', async () => {
    const number = await test.orders.place({ sku: 'WSO-TEST-PARTIAL', quantity: 2 });
    await orders.pass(25 * 3_600, number);
    await app.service(OrderExpiryService).expireUnpaid(24);
    const found = await orders.reached(number, 'shipped');
    expect(lifeOf(found)).toEqual(['awaiting_payment', 'pending', 'partially_shipped', 'shipped']);
    expect(found.tracking).toMatchObject({
      courier: 'Test Courier',
      shipped_at: expect.any(String),
    });
  });
});

describe('the scenario of a test order with several lines', () => {
  it('is that of the first line that has one', async () => {
    const { sku } = await givenProduct(app);
    const number = await test.orders.place([
      { sku, quantity: 1 },
      { sku: 'WSO-TEST-EXPIRED', quantity: 1 },
      { sku: 'WSO-TEST-SHIPPED', quantity: 1 },
    ]);
    await orders.pass(60, number);
    await orders.reached(number, 'expired');
  });
});

describe('a test order', () => {
  it('is refused as out of stock for the product of that scenario', async () => {
    const sku = 'WSO-TEST-OUT-OF-STOCK';
    expect(await test.products.stock(sku)).toMatchObject({ stock_qty: 25, in_stock: true });
    const item = { sku, quantity: 1 };
    for (const call of [test.orders.place(item), test.orders.quote(item)]) {
      await call.expectRefusal(422, 'insufficient_stock', {
        errors: [{ field: 'items.0.quantity', available: 0 }],
      });
    }
  });

  it('a test order with only real products stays unpaid until it expires', async () => {
    const { sku } = await givenProduct(app, { stock: 5 });
    const number = await test.orders.place({ sku, quantity: 2 });
    expect((await test.orders.status(number).expect(200)).headers['x-poll-interval']).toBe('300');
    await orders.pass(23 * 3_600, number);
    await app.service(TestModeService).advanceDue();
    await app.service(OrderExpiryService).expireUnpaid(24);
    expect(await test.orders.status(number)).toMatchObject({ status: 'awaiting_payment' });
    await orders.pass(3_600, number);
    await app.service(OrderExpiryService).expireUnpaid(24);
    expect(await test.orders.status(number)).toMatchObject({ status: 'expired' });
  });

  it('reserves no stock and waits for no transaction that does', async () => {
    const { id, sku } = await givenProduct(app, { stock: 5 });
    const holder = await openTransaction(app.connection);
    await holder.query('SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE', [id]);
    await test.orders.place({ sku, quantity: 5 });
    await holder.rollback();
    await test.orders.place({ sku, quantity: 5 });
    await test.orders
      .place({ sku, quantity: 6 })
      .expectRefusal(422, 'insufficient_stock', { errors: [{ requested: 6, available: 5 }] });
    expect(await live.available(sku)).toBe(5);
    await live.orders.place({ sku, quantity: 5 });
  });

  it('is placed in one batch with real orders, each by its own rules', async () => {
    const { sku } = await givenProduct(app, { stock: 3 });
    const answers = await Promise.all(
      [live, test, live, test, live, test, live, test].map((shop) =>
        shop.orders.place({ sku, quantity: 1 }).patiently().status(),
      ),
    );
    expect(answers.filter((status, index) => index % 2 === 0 && status === 201)).toHaveLength(3);
    expect(await live.available(sku)).toBe(0);
  });

  it('has its own store order ids and idempotency keys', async () => {
    const { sku } = await givenProduct(app);
    const [id, key] = [unique('SHOP'), unique('key')];
    const place = (shop: Shop) => shop.orders.place({ sku, quantity: 1 }, { store_order_id: id });
    const send = (shop: Shop) => place(shop).set('Idempotency-Key', key);
    const [liveNumber, testNumber] = [await send(live), await send(test)];
    expect(testNumber).not.toBe(liveNumber);
    expect(await send(test)).toBe(testNumber);
    expect(await live.orders.status(id)).toMatchObject({ order_number: liveNumber });
    expect(await test.orders.status(id)).toMatchObject({ order_number: testNumber });
    await place(test).expectRefusal(409, 'duplicate_order', { order_number: testNumber });
  });
});

it.each([
  ['WSO-TEST-DELIVERED', 'delivered', ['awaited', 'received', 'settled']],
  ['WSO-TEST-SHIPPED', 'shipped', ['declined']],
])('the return of a test order of %s, once it is %s, is %j', async (sku, status, expected) => {
  const variation = status === 'delivered' ? { variation: 'M' } : {};
  const order = await test.orders.place({ sku, quantity: 2, ...variation });
  // The one of test orders may have locked this one when the test makes its step.
  await app.stopJobs();
  const advance = async (seconds: number): Promise<void> => {
    await app.sql`WITH old AS (
            UPDATE orders SET created_at = created_at - make_interval(secs => ${seconds}) WHERE order_number = ${order} RETURNING id
          )
          UPDATE order_returns SET created_at = created_at - make_interval(secs => ${seconds}) FROM old WHERE order_id = old.id`;
    await app.service(TestModeService).advanceDue();
  };
  await advance(100);
  expect(await test.orders.status(order)).toMatchObject({ status });
  await test.orders.requestReturn(order, [{ line: 1, quantity: 1 }]);
  await new Admin(app).orders.acceptReturn(order, 1).expectRefusal(404, 'order_not_found');
  for (const next of expected) {
    for (const read of [test.orders.get(order), test.orders.status(order)]) {
      expect((await read.headers())['x-poll-interval']).toBe('15');
    }
    await advance(31);
    const [asked] = (await test.orders.get(order)).returns;
    expect(asked).toMatchObject({ status: next });
    if (next !== 'awaited') continue;
    expect(asked!.return_address).toMatchObject({ pincode: '560001', country: 'India' });
    const sent = { courier: 'BlueLine', tracking_number: 'BACK1' };
    expect(await test.orders.setReturnTracking(order, asked!.id, sent)).toMatchObject(sent);
  }
  await advance(1_000);
  const whole = await test.orders.get(order);
  expect(whole.returns).toMatchObject([{ status: expected.at(-1) }]);
  const isSettled = expected.at(-1) === 'settled';
  expect(whole).toMatchObject({
    payment_status: isSettled ? 'refunded' : 'paid',
    refunded: isSettled ? whole.total : 0,
    refunds: isSettled ? [{ amount: whole.total, created_at: whole.returns[0]?.inspected_at }] : [],
  });
  expect(await live.orders.get(order).status()).toBe(404);
});
