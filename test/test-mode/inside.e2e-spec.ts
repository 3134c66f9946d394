import { TestModeService } from '../../src/fulfillment/test-mode/test-mode.service.js';
import { TEST_SCENARIOS } from '../../src/orders/lifecycle/test-scenarios.js';
import { TestApp } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { orderLock } from '../support/database/locks.js';
import { download, file, refused } from '../support/shop/catalog-file.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop, givenSuite, givenTestShop } from '../support/shop/shop.js';
import { lifeOf, TestOrders } from '../support/shop/test-orders.js';

const TEST_SKUS = TEST_SCENARIOS.map(({ sku }) => sku);
const { app, admin } = await givenSuite();
const live = await givenShop(app);
const test = await givenTestShop(live);
const orders = new TestOrders(test);

describe('an operator and test mode', () => {
  it('never sees a test order', async () => {
    const number = await test.placeNew();
    const refunded = await orders.given('REFUNDED', 60, 'cancelled');
    for (const query of ['', `client_id=${live.client.id}`, 'status=cancelled', 'limit=500']) {
      const { text } = await admin.orders.list(query).expect(200);
      for (const hidden of [number, refunded]) expect(text).not.toContain(hidden);
    }
    const calls = [
      admin.orders.get(number),
      admin.orders.pay(number, { method: 'upi', reference: unique('UTR') }),
      admin.orders.ship(number),
      admin.orders.deliver(number),
      admin.orders.return(number, {}),
      admin.orders.cancel(number, {}),
    ];
    for (const call of calls) await call.expectRefusal(404, 'order_not_found');
    expect(await test.orders.status(number)).toMatchObject({ status: 'awaiting_payment' });
    const { text } = await admin.audit.list({ limit: 500 }).expect(200);
    for (const hidden of [number, refunded]) expect(text).not.toContain(hidden);
    expect(await admin.walletBalance(live.client)).toBe(0);
  });

  it('never sees the test client of a client', async () => {
    const { id } = await app.row<{ id: number }>`
      SELECT id FROM clients WHERE test_of = ${live.client.id}`;
    const ids = (await admin.clients.list({ limit: 500 })).data.map((client) => client.id);
    expect(ids).toContain(live.client.id);
    expect(ids).not.toContain(id);
    const calls = [
      admin.clients.get(id),
      admin.clients.change(id, { name: 'Mine' }),
      admin.tokens.list(id),
      admin.tokens.create(id, { domain: 'x.example' }),
      admin.tokens.create(id, { domain: 'x.example', mode: 'test' }),
      admin.clients.subscribe(id, { plan: live.client.plan, status: 'active' }),
    ];
    for (const call of calls) await call.expectRefusal(404, 'client_not_found');
  });

  it('never sees a test product and cannot create one', async () => {
    for (const call of [admin.products.list({ limit: 500 }), download(app)]) {
      expect((await call.expect(200)).text).not.toContain('WSO-TEST');
    }
    const [sku = ''] = TEST_SKUS;
    const calls = [
      admin.products.get(sku),
      admin.products.change(sku, { name: 'Mine' }),
      admin.stock.get(sku),
      admin.stock.count(sku, { stock_qty: 1 }),
      admin.stock.adjust(sku, { delta: 1, reason: 'found' }),
      admin.plans.setPrice(live.client.plan, sku, 1),
    ];
    for (const call of calls) await call.expectRefusal(404, 'product_not_found');
    const { sku: own } = await givenProduct(app);
    for (const taken of [sku, 'WSO-TEST-NEW', 'wso-test-new']) {
      for (const call of [
        admin.products.create({ sku: taken }),
        admin.products.change(own, { sku: taken }),
      ]) {
        await call.expectProblems('sku reserved_form');
      }
      const rows = file('sku,name,base_price,delivery_charge', `${taken},Mine,1,0`);
      expect(await refused(app, rows)).toEqual([
        '2 sku: must not begin with WSO-TEST-: such SKUs are those of test products',
      ]);
    }
  });
});

describe('test mode on two instances:', () => {
  it('an order makes each step once', async () => {
    const other = await TestApp.startOn(app.connection);
    const instances = [app, other];
    const numbers = await Promise.all(
      Array.from({ length: 12 }, () => test.orders.place({ sku: 'WSO-TEST-PARTIAL', quantity: 3 })),
    );
    for (const number of numbers) await orders.pass(3_600, number);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        instances[index % 2]!.service(TestModeService).advanceDue(),
      ),
    );
    for (const number of numbers) {
      const life = ['awaiting_payment', 'pending', 'partially_shipped', 'shipped'];
      expect(lifeOf(await orders.reached(number, 'shipped'))).toEqual(life);
    }
    const shipped =
      await app.sql`SELECT o.order_number, array_agg(i.quantity ORDER BY s.id) AS quantities
        FROM shipments s JOIN orders o ON o.id = s.order_id
        JOIN shipment_items i ON i.shipment_id = s.id
        WHERE o.order_number = ANY (${numbers}) GROUP BY 1 ORDER BY 1`;
    expect(shipped).toEqual(
      numbers.sort().map((number) => ({ order_number: number, quantities: [1, 2] })),
    );
    await other.stop();
  });

  it('an order that another transaction has locked is skipped, and others continue', async () => {
    const held = await test.orders.place({ sku: 'WSO-TEST-SHIPPED', quantity: 1 });
    const free = await test.orders.place({ sku: 'WSO-TEST-SHIPPED', quantity: 1 });
    for (const number of [held, free]) await orders.pass(30, number);
    const holder = await openTransaction(app.connection);
    await holder.query(orderLock(held));
    await orders.reached(free, 'pending');
    await holder.rollback();
    await orders.reached(held, 'pending');
  });
});
