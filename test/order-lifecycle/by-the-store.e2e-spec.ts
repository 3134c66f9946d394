import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { whileLocked } from '../support/database/locks.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';

describe('changes by a store to its placed order', () => {
  let app: TestApp;
  let admin: Admin;
  let shop: Shop;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = new Admin(app);
    shop = await givenShop(app);
  });
  afterAll(async () => {
    await app.expectInvariants();
    await app.stop();
  });

  describe('canceling', () => {
    it('releases the stock, by order number and by store order id, and may be repeated', async () => {
      const { sku } = await givenProduct(app, { stock: 5 });
      const id = 'CANCEL/1 #2';
      const order = await shop.orders.place({ sku, quantity: 5 }, { store_order_id: id });
      const canceled = await shop.orders.cancel(id, { reason: 'Customer changed her mind' });
      expect(canceled).toMatchObject({
        ...{ order_number: order, status: 'cancelled', payment_status: 'unpaid' },
        timeline: [{ status: 'awaiting_payment' }, { status: 'cancelled' }],
      });
      expect(await shop.available(sku)).toBe(5);
      expect(await shop.orders.cancel(order)).toEqual(canceled);
      expect(await shop.orders.status(order)).toEqual(canceled);
      const { data } = await admin.audit.list({ subject: `order ${order}` });
      expect(data).toMatchObject([
        {
          ...{ action: 'order.cancelled', actor: expect.stringMatching(/^token \d+$/) },
          after: { reason: 'Customer changed her mind' },
        },
      ]);
    });

    it('moves the paid amount to the wallet', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 2 });
      await admin.orders.pay(order);
      const canceled = await shop.orders.cancel(order);
      expect(canceled).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
      const { data } = await admin.wallets.entries(shop.client.id);
      expect(data.at(-1)).toMatchObject({ amount: 210, order_number: order });
    });

    it('is refused once something was shipped, with the status of the order', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 2 });
      await admin.orders.pay(order);
      await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
      expect(await shop.orders.cancel(order).refused(409)).toMatchObject({
        code: 'not_cancelable',
        ...{ order_number: order, order_status: 'partially_shipped' },
        message: expect.stringContaining('is partially_shipped'),
      });
    });

    it('twice at the same moment cancels once', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 1 });
      const lock = `SELECT FROM orders WHERE order_number = '${order}' FOR UPDATE`;
      const canceled = await whileLocked(app, { lock, waiting: 2 }, () =>
        Promise.all([shop.orders.cancel(order).status(), shop.orders.cancel(order).status()]),
      );
      expect(canceled).toEqual([200, 200]);
      const { timeline } = await shop.orders.status(order);
      expect(timeline.map(({ status }) => status)).toEqual(['awaiting_payment', 'cancelled']);
    });

    it('works on test orders, which hold neither stock nor money', async () => {
      const tester = await givenTestShop(shop);
      const { sku } = await givenProduct(app, { stock: 3 });
      const order = await tester.orders.place({ sku, quantity: 2 });
      expect(await tester.orders.cancel(order)).toMatchObject({ status: 'cancelled' });
      expect(await shop.available(sku)).toBe(3);
    });
  });

  describe('correcting the address', () => {
    const addressOf = async (order: string) => (await admin.orders.get(order)).shipping;

    it('replaces the given fields and keeps the rest', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'MOVED-1' });
      const whole = { address: '5, Park Street', city: 'Kolkata', state: 'West Bengal' };
      const changed = await shop.orders.changeShipping('MOVED-1', { ...whole, pincode: '700 016' });
      expect(changed).toEqual(await shop.orders.status(order));
      expect(await addressOf(order)).toEqual({ ...whole, pincode: '700016', country: 'India' });
      await shop.orders.changeShipping(order, { address: '6, Park Street' });
      expect(await addressOf(order)).toMatchObject({ address: '6, Park Street', city: 'Kolkata' });
    });

    it('is refused once something was shipped, and for a pincode of another country', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 1 });
      expect(await shop.orders.changeShipping(order, { pincode: '12' }).problems()).toEqual([
        'pincode invalid_pincode',
      ]);
      await admin.orders.pay(order);
      await admin.orders.ship(order);
      expect(await shop.orders.changeShipping(order, { city: 'Pune' }).refused(409)).toMatchObject({
        code: 'not_correctable',
        ...{ order_number: order, order_status: 'shipped' },
      });
    });

    it('is refused if no field is one of the address, to report typing errors', async () => {
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 1 });
      for (const nothing of [{}, { adress: '5, Park Street' }, { name: 'A' }, { city: ' ' }]) {
        expect(
          await shop.orders.changeShipping(order, nothing as object).refused(422),
        ).toMatchObject({
          code: 'validation_failed',
          errors: [
            { field: 'address', code: 'required', message: expect.stringContaining('country') },
          ],
        });
      }
    });
  });

  it('finds only the orders of the caller', async () => {
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'MINE-1' });
    const stranger = await givenShop(app);
    const tester = await givenTestShop(shop);
    for (const other of [stranger, tester]) {
      for (const reference of [order, 'MINE-1']) {
        expect(await other.orders.cancel(reference).refused(404)).toMatchObject({
          code: 'order_not_found',
        });
        await other.orders.changeShipping(reference, { city: 'Pune' }).refused(404);
        await other.orders.get(reference).refused(404);
        await other.orders.correct(reference, { notes: 'Mine' }).refused(404);
      }
    }
    expect((await shop.orders.status(order)).status).toBe('awaiting_payment');
  });
});
