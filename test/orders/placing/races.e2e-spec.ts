import type { Response } from 'supertest';
import { statuses } from '../../faults/support/http.js';
import { OrderLifecycleService } from '../../../src/orders/lifecycle/order-lifecycle.service.js';
import { ShippingService } from '../../../src/fulfillment/shipping/shipping.service.js';
import { OrderPaymentsService } from '../../../src/money/order-payments/order-payments.service.js';
import { givenTwoApps, TestApp } from '../../support/app.js';
import { Shop } from '../../support/shop/shop.js';
import { givenClient, givenProduct, orderBody, unique } from '../../support/shop/given.js';

function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

const { one, two } = await givenTwoApps();
const client = await givenClient(one);
afterAll(() => one.expectInvariants());

describe('orders at the same moment, on two instances', () => {
  const instance = (index: number): TestApp => (index % 2 === 0 ? one : two);
  const place = (index: number, body: object, buyer = client): Promise<Response> =>
    new Shop(instance(index), buyer).orders.placeBody(body).patiently().response();

  it('sell exactly the available stock, in uneven quantities', async () => {
    const { sku } = await givenProduct(one, { stock: 20 });
    const answers = await times(40, (index) =>
      place(index, orderBody({ sku, quantity: 1 + (index % 3) })),
    );
    const sold = answers
      .filter(({ status }) => status === 201)
      .reduce((sum, { body }) => sum + (body as { subtotal: number }).subtotal / 100, 0);
    const { body } = await one.get(`/api/products/${sku}/stock`, client.headers);
    expect(sold + (body as { stock_qty: number }).stock_qty).toBe(20);
    expect((body as { stock_qty: number }).stock_qty).toBe(0);
  });

  it('create one order per store order id and client', async () => {
    const other = await givenClient(one);
    const { sku } = await givenProduct(one, { stock: 1_000 });
    for (let round = 0; round < 5; round += 1) {
      const body = orderBody({ sku, quantity: 1 }, { store_order_id: unique('STORM') });
      const answers = await times(40, (index) =>
        place(index, body, index % 4 < 2 ? client : other),
      );
      expect(statuses(answers)).toEqual({ 201: 2, 409: 38 });
      const numbers = answers.map(({ body: of }) => (of as { order_number: string }).order_number);
      expect(new Set(numbers).size).toBe(2);
    }
    const { body } = await one.get(`/api/products/${sku}/stock`, client.headers);
    expect(body).toMatchObject({ stock_qty: 990 });
  });

  it('have one outcome when an order is paid, cancelled and shipped at once', async () => {
    const { sku } = await givenProduct(one, { stock: 100 });
    const sent = { courier: 'C', trackingNumber: 'T1', trackingUrl: 'https://t.example' };
    const shipment = { ...sent, shippedAt: null, items: null };
    for (let round = 0; round < 10; round += 1) {
      const { body } = await place(0, orderBody({ sku, quantity: 2 }));
      const { order_number: number } = body as { order_number: string };
      const outcomes = await Promise.allSettled([
        one
          .service(OrderPaymentsService)
          .pay(number, { method: 'cash', word: 'cash', reference: null }, 'unkeyed'),
        two.service(OrderLifecycleService).cancel(number, {}, 'unkeyed'),
        one.service(ShippingService).ship(number, shipment, 'unkeyed'),
        two.service(ShippingService).ship(number, shipment, 'unkeyed'),
      ]);
      // Paid and perhaps shipped once, or cancelled (after the payment too, then it is refunded).
      const done = outcomes.map(({ status }) => status === 'fulfilled');
      expect([1, 2]).toContain(done.filter(Boolean).length);
      expect(done[2] && done[3]).toBe(false);
      await one.expectInvariants();
    }
  });
});

it.each(['order_items', 'order_status_changes', 'orders'])(
  'an order that fails halfway leaves nothing behind when PostgreSQL refuses %s',
  async (table) => {
    const app = await TestApp.start();
    const client = await givenClient(app);
    const { sku } = await givenProduct(app, { stock: 5 });
    // Deferred: the refusal comes at COMMIT for the orders, at the statement for the others.
    await app.sql`CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken for the test'; END $$`;
    await app.dataSource.query(
      `CREATE CONSTRAINT TRIGGER break_it AFTER INSERT ON ${table} DEFERRABLE
          INITIALLY ${table === 'orders' ? 'DEFERRED' : 'IMMEDIATE'} FOR EACH ROW EXECUTE FUNCTION break_it()`,
    );
    const { body } = await app
      .post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }))
      .expect(500);
    expect(body).toMatchObject({ code: 'internal_error' });
    const [count] = await app.sql<object>`
        SELECT (SELECT count(*) FROM orders) AS orders, (SELECT sum(reserved) FROM stock_levels) AS reserved`;
    expect(count).toEqual({ orders: 0, reserved: 0 });
    await app.stop();
  },
);
