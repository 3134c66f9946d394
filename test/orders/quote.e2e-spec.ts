import request from 'supertest';
import { TestApp } from '../support/app.js';
import { givenPlan, givenProduct, givenShirt, orderBody } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';

const app = await TestApp.start();
const { code } = await givenPlan(app, { discountBp: 500 });
const shop = await givenShop(app, { plan: code });

describe('POST /api/orders/quote', () => {
  it('returns every amount by line, and how the delivery charge is computed', async () => {
    const mug = await givenProduct(app, { basePriceMinor: 24_999, deliveryChargeMinor: 3_050 });
    const shirt = await givenShirt(app, { 'Size:M|Colour:Red': 4 });
    const items = [
      { sku: mug.sku, quantity: 3 },
      { sku: shirt.sku, quantity: 2, variation: 'red / m' },
      { sku: mug.sku, quantity: 1 },
    ];
    const quoted = await shop.orders.quote(items);
    const ofMug = { sku: mug.sku, name: `Product ${mug.sku}`, unit_price: 237.49, available: 100 };
    const none = { variation: null, variation_key: null };
    expect(quoted).toEqual({
      success: true,
      subtotal: 1_139.96,
      delivery: 40.5,
      delivery_surcharge: 0,
      address_warning: null,
      total: 1_180.46,
      currency: 'INR',
      items: [
        { ...ofMug, ...none, quantity: 3, line_total: 712.47 },
        {
          sku: shirt.sku,
          name: `Product ${shirt.sku}`,
          variation: 'red / m',
          variation_key: 'Size:M|Colour:Red',
          quantity: 2,
          unit_price: 95,
          line_total: 190,
          available: 4,
        },
        { ...ofMug, ...none, quantity: 1, line_total: 237.49 },
      ],
      delivery_policy: 'per_product',
      delivery_charges: [
        { sku: mug.sku, delivery_charge: 30.5, counted: true },
        { sku: shirt.sku, delivery_charge: 10, counted: true },
      ],
    });
    const placed = await shop.orders.place(items).expect(201);
    expect(placed.body).toMatchObject({ subtotal: 1_139.96, delivery: 40.5, total: 1_180.46 });
  });

  it('stores nothing and reserves nothing, and leaves the store order id free', async () => {
    const { sku } = await givenProduct(app, { stock: 5 });
    const body = orderBody({ sku, quantity: 5 }, { store_order_id: 'QUOTED-1', notes: 'Ring' });
    const stored = async (): Promise<unknown> =>
      app.sql`SELECT
        (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM idempotency_keys) AS keys,
        (SELECT sum(reserved) FROM stock_levels) AS reserved,
        (SELECT count(*) FROM order_status_changes) AS changes`;
    const before = await stored();
    for (let time = 0; time < 3; time += 1) {
      await shop.orders.quoteBody(body).set('Idempotency-Key', 'quoted');
    }
    expect(await stored()).toEqual(before);
    await shop.orders.placeBody(body).set('Idempotency-Key', 'quoted');
    await app.expectInvariants();
  });

  it('refuses a request with the same error as the order', async () => {
    const { sku } = await givenProduct(app, { stock: 2 });
    const shirt = await givenShirt(app);
    await shop.orders.place({ sku, quantity: 1 }, { store_order_id: 'TAKEN-1' });
    const one = { sku, quantity: 1 };
    const noVariation = { sku: shirt.sku, quantity: 1 };
    const bodies = [
      { ...orderBody([]), items: undefined },
      orderBody({ sku: 'UNKNOWN-1', quantity: 1 }),
      orderBody({ sku, quantity: 0 }),
      orderBody([one, one]),
      orderBody([noVariation, { ...one, quantity: 9 }]),
      orderBody({ sku: shirt.sku, quantity: 1, variation: 'Green' }),
      orderBody({ sku, quantity: 1 }, { store_order_id: 'TAKEN-1' }),
      orderBody({ sku: 'UNKNOWN-1', quantity: 1 }, { store_order_id: 'TAKEN-1' }),
      orderBody({ sku, quantity: 1 }, { store_order_id: 'WO-0123456789' }),
    ];
    for (const body of bodies) {
      const quoted = await shop.orders.quoteBody(body).response();
      const placed = await shop.orders.placeBody(body).response();
      expect(placed.status).toBeGreaterThan(400);
      const answered = { ...quoted.body, status: quoted.status, request_id: '' } as object;
      // A quote may leave out the customer and the address.
      const rest = { status: placed.status, request_id: '', differs: undefined };
      expect(answered).toEqual({ ...placed.body, ...rest });
    }
  });

  it('does not queue with the orders that are being placed', async () => {
    const { sku } = await givenProduct(app);
    const calls = async (): Promise<string | undefined> =>
      /^order_batches_total \d+$/m.exec((await request(app.server).get('/metrics')).text)?.[0];
    const before = await calls();
    await shop.orders.quoteBody(orderBody({ sku, quantity: 1 }, { store_order_id: 'FREE-1' }));
    expect([before, await calls()]).toEqual([expect.any(String), before]);
  });

  it('needs only the items of an order', async () => {
    const { sku } = await givenProduct(app);
    const whole = orderBody({ sku, quantity: 2 });
    const expected = await shop.orders.quoteBody(whole);
    const abroad = { pincode: '123', country: 'Nepal' };
    for (const shipping of [undefined, {}, { pincode: '560 001' }, abroad]) {
      expect(await shop.orders.quoteBody({ items: whole.items, shipping })).toEqual(expected);
    }
    const wrong = { items: whole.items, shipping: { pincode: '12' }, customer: { phone: '1' } };
    await shop.orders
      .quoteBody(wrong)
      .expectProblems('customer.phone invalid_phone', 'shipping.pincode invalid_pincode');
  });
});

describe('POST /api/orders/quote with other settings', () => {
  it('returns which delivery charge applies if only the highest does', async () => {
    const other = await TestApp.start({ DELIVERY_POLICY: 'highest' });
    const buyer = await givenShop(other);
    const light = await givenProduct(other, { deliveryChargeMinor: 1_000 });
    const heavy = await givenProduct(other, { deliveryChargeMinor: 9_000 });
    const items = [light, heavy].map(({ sku }) => ({ sku, quantity: 1 }));
    expect(await buyer.orders.quote(items)).toMatchObject({
      delivery: 90,
      delivery_policy: 'highest',
      delivery_charges: [
        { sku: light.sku, delivery_charge: 10, counted: false },
        { sku: heavy.sku, delivery_charge: 90, counted: true },
      ],
    });
    const { body } = await buyer.orders.place(items).expect(201);
    expect(body).toMatchObject({ subtotal: 200, delivery: 90, total: 290 });
    await other.stop();
  });

  it('counts as a request for the rate limits, but not as an order', async () => {
    const busy = await TestApp.start({ ORDER_RATE_LIMIT_PER_MINUTE: '1' });
    const buyer = await givenShop(busy);
    const { sku } = await givenProduct(busy);
    for (let time = 0; time < 3; time += 1) {
      const headers = await buyer.orders.quote({ sku, quantity: 1 }).headers();
      expect(headers['ratelimit-policy']).toBe('"requests";q=1200;w=60');
    }
    await buyer.orders.place({ sku, quantity: 1 });
    await busy.stop();
  });
});
