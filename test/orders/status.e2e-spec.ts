import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { givenProduct, ISO_UTC, SHIPMENT } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';

describe('the status of an order', () => {
  let app: TestApp;
  let admin: Admin;
  let shop: Shop;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = new Admin(app);
    shop = await givenShop(app);
  });
  afterAll(() => app.stop());

  it('is found by order number and by store order id', async () => {
    const { sku } = await givenProduct(app, { name: 'Tawa' });
    const id = 'A/1 #2';
    const order = await shop.orders.place({ sku, quantity: 2 }, { store_order_id: id });
    const status = await shop.orders.status(order);
    expect(await shop.orders.status(id)).toEqual(status);
    expect(status).toEqual({
      success: true,
      order_number: order,
      store_order_id: id,
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      total_amount: 210,
      tracking: { courier: null, tracking_number: null, tracking_url: null, shipped_at: null },
      items: [
        {
          sku,
          name: 'Tawa',
          variation: null,
          variation_key: null,
          quantity: 2,
          unit_price: 100,
          line_total: 200,
        },
      ],
      timeline: [{ status: 'awaiting_payment', changed_at: expect.stringMatching(ISO_UTC) }],
    });
  });

  it('follows the order until it is delivered', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const order = await shop.orders.place({ sku, quantity: 4 });
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    expect(await shop.orders.status(order)).toMatchObject({
      status: 'partially_shipped',
      payment_status: 'paid',
    });

    const last = { tracking_number: 'BL2', shipped_at: '2026-01-02T03:04:05.678Z' };
    await admin.orders.ship(order, last);
    await admin.orders.deliver(order);
    const { status, tracking, timeline } = await shop.orders.status(order);
    expect(status).toBe('delivered');
    expect(tracking).toEqual({ ...SHIPMENT, ...last });
    expect(timeline.map((change) => change.status)).toEqual([
      'awaiting_payment',
      'pending',
      'partially_shipped',
      'shipped',
      'delivered',
    ]);
    const times = timeline.map((change) => change.changed_at);
    expect(times).toEqual([...times].sort());
    await app.expectInvariants();
  });

  it.each(['nothing', 'WO-0000000000', '%00', '%ff', 'x'.repeat(500)])(
    'is 404 for a reference that no order has: %p',
    async (reference) => {
      await app.get(`/api/orders/${reference}/status`, shop.client.headers).expect(404);
    },
  );
});
