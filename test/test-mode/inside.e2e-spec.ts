import type { DatabaseConnection } from '../../ormconfig.js';
import { TestModeService } from '../../src/orders/test-mode/test-mode.service.js';
import { TEST_SCENARIOS } from '../../src/orders/test-mode/test-scenarios.js';
import { TestApp } from '../support/app.js';
import { download, file, refused } from '../support/shop/catalog-file.js';
import { givenDatabase, openTransaction } from '../support/database/database.js';
import {
  givenClient,
  givenProduct,
  givenTestToken,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { lifeOf, TestOrders } from '../support/shop/test-orders.js';

const TEST_SKUS = TEST_SCENARIOS.map(({ sku }) => sku);

const NO_ORDER = { code: 'order_not_found' };

let connection: DatabaseConnection;
let app: TestApp;
let live: GivenClient;
let orders: TestOrders;
beforeAll(async () => {
  const database = await givenDatabase();
  ({ connection } = database);
  app = await TestApp.startOn(connection, {}, database.drop);
  live = await givenClient(app);
  orders = new TestOrders(app, await givenTestToken(app, live));
});
afterEach(() => app.expectInvariants());
afterAll(() => app.stop());

describe('an operator and test mode', () => {
  it('never sees a test order', async () => {
    const { sku } = await givenProduct(app);
    const numbers = [
      await orders.place({ sku, quantity: 1 }),
      await orders.place({ sku: 'WSO-TEST-REFUNDED', quantity: 1 }),
    ];
    const [number = '', refunded = ''] = numbers;
    await orders.pass(60, refunded);
    await orders.reached(refunded, 'cancelled');
    for (const query of ['', `?client_id=${live.id}`, '?status=cancelled', '?limit=500']) {
      const { text } = await app.admin('get', `orders${query}`).expect(200);
      for (const hidden of numbers) expect(text).not.toContain(hidden);
    }
    const shipment = {
      courier: 'BlueLine',
      tracking_number: 'BL1',
      tracking_url: 'https://track.example/BL1',
    };
    const calls = [
      app.admin('get', `orders/${number}`),
      app.admin('post', `orders/${number}/payments`, { method: 'upi', reference: unique('UTR') }),
      app.admin('post', `orders/${number}/shipments`, shipment),
      app.admin('post', `orders/${number}/deliver`, {}),
      app.admin('post', `orders/${number}/return`, {}),
      app.admin('post', `orders/${number}/cancel`, {}),
    ];
    for (const call of calls) expect((await call.expect(404)).body).toMatchObject(NO_ORDER);
    expect(await orders.statusOf(number)).toMatchObject({ status: 'awaiting_payment' });
    const { text } = await app.admin('get', 'audit?limit=500').expect(200);
    for (const hidden of numbers) expect(text).not.toContain(hidden);
    const wallet = await app.admin('get', `clients/${live.id}`);
    expect(wallet.body).toMatchObject({ data: { wallet_balance: 0 } });
  });

  it('never sees the test client of a client', async () => {
    const [testClient] = await app.dataSource.query<{ id: number }[]>(
      'SELECT id FROM clients WHERE test_of = $1',
      [live.id],
    );
    const { id } = testClient!;
    const { body } = await app.admin('get', 'clients?limit=500').expect(200);
    const ids = (body as { data: { id: number }[] }).data.map((client) => client.id);
    expect(ids).toContain(live.id);
    expect(ids).not.toContain(id);
    const calls = [
      app.admin('get', `clients/${id}`),
      app.admin('patch', `clients/${id}`, { name: 'Mine' }),
      app.admin('get', `clients/${id}/tokens`),
      app.admin('post', `clients/${id}/tokens`, { domain: 'x.example' }),
      app.admin('post', `clients/${id}/tokens`, { domain: 'x.example', mode: 'test' }),
      app.admin('put', `clients/${id}/subscription`, { plan: live.plan, status: 'active' }),
    ];
    for (const call of calls) {
      expect((await call.expect(404)).body).toMatchObject({ code: 'client_not_found' });
    }
  });

  it('never sees a test product and cannot create one', async () => {
    for (const call of [app.admin('get', 'products?limit=500'), download(app)]) {
      expect((await call.expect(200)).text).not.toContain('WSO-TEST');
    }
    const [sku = ''] = TEST_SKUS;
    const calls = [
      app.admin('get', `products/${sku}`),
      app.admin('patch', `products/${sku}`, { name: 'Mine' }),
      app.admin('get', `products/${sku}/stock`),
      app.admin('put', `products/${sku}/stock`, { stock_qty: 1 }),
      app.admin('post', `products/${sku}/stock/adjustments`, { delta: 1, reason: 'found' }),
      app.admin('put', `plans/${live.plan}/prices/${sku}`, { wholesale_price: 1 }),
    ];
    for (const call of calls) {
      expect((await call.expect(404)).body).toMatchObject({ code: 'product_not_found' });
    }
    const { sku: own } = await givenProduct(app);
    const reserved = { name: 'Tawa', base_price: 1, delivery_charge: 0, stock_qty: 1 };
    for (const taken of [sku, 'WSO-TEST-NEW', 'wso-test-new']) {
      for (const call of [
        app.admin('post', 'products', { sku: taken, ...reserved }),
        app.admin('patch', `products/${own}`, { sku: taken }),
      ]) {
        expect((await call.expect(422)).body).toMatchObject({
          errors: [{ field: 'sku', code: 'reserved_form' }],
        });
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
    const other = await TestApp.startOn(connection);
    const instances = [app, other];
    const numbers = await Promise.all(
      Array.from({ length: 12 }, () => orders.place({ sku: 'WSO-TEST-PARTIAL', quantity: 3 })),
    );
    for (const number of numbers) await orders.pass(3_600, number);
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        instances[index % 2]!.service(TestModeService).advanceDue(),
      ),
    );
    for (const number of numbers) {
      expect(lifeOf(await orders.reached(number, 'shipped'))).toEqual([
        'awaiting_payment',
        'pending',
        'partially_shipped',
        'shipped',
      ]);
    }
    const shipped = await app.dataSource.query<unknown[]>(
      `SELECT o.order_number, array_agg(i.quantity ORDER BY s.id) AS quantities
        FROM shipments s JOIN orders o ON o.id = s.order_id
        JOIN shipment_items i ON i.shipment_id = s.id
        WHERE o.order_number = ANY ($1) GROUP BY 1 ORDER BY 1`,
      [numbers],
    );
    expect(shipped).toEqual(
      numbers.sort().map((number) => ({ order_number: number, quantities: [1, 2] })),
    );
    await other.stop();
  });

  it('an order that another transaction has locked is skipped, and others continue', async () => {
    const [held, free] = [
      await orders.place({ sku: 'WSO-TEST-SHIPPED', quantity: 1 }),
      await orders.place({ sku: 'WSO-TEST-SHIPPED', quantity: 1 }),
    ];
    for (const number of [held, free]) await orders.pass(30, number);
    const holder = await openTransaction(connection);
    await holder.query('SELECT FROM orders WHERE order_number = $1 FOR UPDATE', [held]);
    await orders.reached(free, 'pending');
    await holder.rollback();
    await orders.reached(held, 'pending');
  });
});
