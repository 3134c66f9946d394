import { Admin } from '../../support/shop/admin.js';
import { TestApp } from '../../support/app.js';
import type { Call } from '../../support/call.js';
import { givenPlan, givenProduct, orderBody, unique } from '../../support/shop/given.js';
import { givenShop } from '../../support/shop/shop.js';
const app = await TestApp.start();
const shop = await givenShop(app);
afterAll(() => app.expectInvariants('settings'));

describe('placing an order', () => {
  it('charges wholesale price × quantity, plus delivery once per product', async () => {
    const plan = await givenPlan(app, { discountBp: 500 });
    const buyer = await givenShop(app, { plan: plan.code });
    const mug = await givenProduct(app, { basePriceMinor: 24_999, deliveryChargeMinor: 3_050 });
    const cup = await givenProduct(app, { basePriceMinor: 999, deliveryChargeMinor: 0 });
    const items = [
      { sku: mug.sku, quantity: 3 },
      { sku: cup.sku, quantity: 10 },
      { sku: mug.sku, quantity: 1 },
    ];
    const { body } = await buyer.orders.place(items).expect(201);
    expect(body).toEqual({
      success: true,
      order_number: expect.stringMatching(/^WO-[0-9A-HJKMNP-TV-Z]{10}$/),
      // 237.49 × 4 + 9.49 × 10
      subtotal: 1_044.86,
      delivery: 30.5,
      total: 1_075.36,
      items_count: 3,
      status: 'awaiting_payment',
      message: expect.any(String),
    });
  });

  it('ignores prices and other unknown fields, and names them', async () => {
    const { sku } = await givenProduct(app);
    const item = { sku, quantity: 1, price: 0.01, unit_price: 1 };
    const customer = { name: 'A', phone: '9876543210', vip: true };
    const rest = { total: 1, subtotal_minor: 1, client_id: 1, status: 'paid', 'Präis, x': 1 };
    const { body, headers } = await shop.orders.place(item, { ...rest, customer }).expect(201);
    expect(body).toMatchObject({ subtotal: 100, total: 110 });
    expect((headers['x-ignored-fields'] ?? '').split(', ').sort()).toEqual([
      ...['Pr%C3%A4is%2C%20x', 'client_id', 'customer.vip', 'items.0.price', 'items.0.unit_price'],
      ...['status', 'subtotal_minor', 'total'],
    ]);
  });

  it('freezes prices, delivery and total', async () => {
    const { id, sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 2 });
    await app.sql`UPDATE products SET base_price_minor = 1, delivery_charge_minor = 99999 WHERE id = ${id}`;
    expect(await shop.orders.status(order)).toMatchObject({
      total_amount: 210,
      items: [{ unit_price: 100, line_total: 200 }],
    });
  });

  it('stores texts trimmed, and blank or null optional texts as absent', async () => {
    const { sku } = await givenProduct(app);
    const shipping = { address: 'Line one\nLine two', city: 'Pune', state: 'MH' };
    const order = await shop.orders.place(
      { sku, quantity: 1, variation: '  anything  ' },
      {
        customer: { name: '  Asha Verma ', phone: ' (020) 2567-8899 ', email: '  ' },
        shipping: { ...shipping, pincode: '411 004', country: null },
        store_order_id: '   ',
        notes: 'First\r\nSecond',
      },
    );
    const [row] = await app.sql<object>`SELECT * FROM orders WHERE order_number = ${order}`;
    expect(row).toMatchObject({
      customer_name: 'Asha Verma',
      customer_phone: '(020) 2567-8899',
      customer_email: null,
      shipping_address: 'Line one\nLine two',
      shipping_pincode: '411004',
      shipping_country: 'India',
      store_order_id: null,
      notes: 'First\r\nSecond',
    });
    expect(await shop.orders.status(order)).toMatchObject({
      items: [{ variation: 'anything', variation_key: null }],
    });
  });
});

describe('an order with doubtful fields', () => {
  it('names ignored fields that every object inherits, too', async () => {
    const { sku } = await givenProduct(app);
    const inherited =
      '"constructor":{"name":"x"},"customer":{"__proto__":{"vip":true},"toString":1,';
    const text = JSON.stringify(orderBody({ sku, quantity: 1 }));
    const { headers } = await app
      .sendRaw('post', '/api/orders', shop.client.headers, text.replace('"customer":{', inherited))
      .expect(201);
    const ignored = ['constructor', 'customer.__proto__', 'customer.toString'];
    expect((headers['x-ignored-fields'] ?? '').split(', ').sort()).toEqual(ignored);
  });

  it.each([
    ['Karnataka', '560001', undefined],
    ['IN-KA', '560 001', undefined],
    ['Atlantis', '560001', 'state_unknown'],
    ['Kerala', '560001', 'pincode_of_other_state'],
  ])('takes the address %s %s, with the warning %s', async (state, pincode, warning) => {
    const { sku } = await givenProduct(app);
    const { shipping, ...order } = orderBody({ sku, quantity: 1 });
    const body = { ...order, shipping: { ...(shipping as object), state, pincode } };
    const { headers, body: placed } = await app
      .post('/api/orders', shop.client.headers, body)
      .expect(201);
    expect(headers['x-address-warning']).toBe(warning);
    const address_warning = warning ?? null;
    expect(await shop.orders.quoteBody(body)).toMatchObject({ address_warning });
    const { order_number: number } = placed as { order_number: string };
    const { body: shown } = await app.admin('get', `orders/${number}`).expect(200);
    expect(shown).toMatchObject({ data: { shipping: { state }, address_warning } });
  });
});

const isDuplicate = (call: Call<unknown>, rest: object) =>
  call.expectRefusal(409, 'duplicate_order', rest);

describe('the store_order_id of an order', () => {
  it('can be used once by a client, and the refusal names its order', async () => {
    const { sku } = await givenProduct(app);
    const id = unique('SHOP');
    const place = (quantity: number, storeOrderId: string) =>
      shop.orders.place({ sku, quantity }, { store_order_id: storeOrderId });
    const order = await place(1, id);
    const named = { order_number: order, order_status: 'awaiting_payment' };
    await isDuplicate(place(1, ` ${id} `), { ...named, same_request: true, differs: [] });
    await isDuplicate(place(2, id), { ...named, same_request: false, differs: ['items'] });
    expect(await shop.available(sku)).toBe(99);
  });

  it('names what differs from the order as it is now; same_request compares the first request', async () => {
    const { sku } = await givenProduct(app);
    const first = orderBody({ sku, quantity: 1 }, { store_order_id: unique('SHOP') });
    const moved = { ...(first.shipping as object), address: '5, Park Street' };
    const customer = { name: 'Asha Verma', phone: '9876543211' };
    const order = await shop.orders.placeBody(first);
    const wanted = { ...first, customer, notes: 'Ring', shipping: moved };
    const place = (body: object, same_request: boolean, ...differs: string[]) =>
      isDuplicate(shop.orders.placeBody(body), { order_number: order, same_request, differs });
    await place(wanted, false, 'customer.phone', 'shipping.address', 'notes');
    await shop.orders.changeShipping(order, { address: '5, Park Street' });
    await place(wanted, false, 'customer.phone', 'notes');
    await place(first, true, 'shipping.address');
  });

  it('does not say what differs from an order whose customer was erased, or from a quote', async () => {
    const { sku } = await givenProduct(app);
    const body = orderBody({ sku, quantity: 1 }, { store_order_id: unique('SHOP') });
    const order = await shop.orders.placeBody(body);
    const quoted = await shop.orders.quoteBody(body).refused(409);
    expect(quoted).toMatchObject({ order_number: order, same_request: true });
    expect(quoted).not.toHaveProperty('differs');
    await app.sql`UPDATE orders SET customer_name = 'Anonymized', customer_phone = '', anonymized_at = now() WHERE order_number = ${order}`;
    const known = { order_number: order, same_request: true, differs: null };
    await isDuplicate(shop.orders.placeBody(body), known);
  });

  it('is refused as a duplicate even if the order could not be placed now', async () => {
    const { sku } = await givenProduct(app, { stock: 1 });
    const rest = { store_order_id: unique('SHOP') };
    await shop.orders.place({ sku, quantity: 1 }, rest);
    await shop.orders.place({ sku, quantity: 1 }, rest).refused(409);
    await shop.orders.place({ sku: 'NO-SUCH', quantity: 1 }, rest).refused(409);
  });

  it('remains in use after the order is canceled', async () => {
    const { sku } = await givenProduct(app);
    const rest = { store_order_id: unique('SHOP') };
    const order = await shop.orders.place({ sku, quantity: 1 }, rest);
    await new Admin(app).orders.cancel(order);
    await isDuplicate(shop.orders.place({ sku, quantity: 1 }, rest), { order_status: 'cancelled' });
  });
});
