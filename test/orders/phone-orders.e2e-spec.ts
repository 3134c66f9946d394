import { AutoPayService } from '../../src/money/wallets/auto-pay/auto-pay.service.js';
import { whileLocked } from '../support/database/locks.js';
import { Admin } from '../support/shop/admin.js';
import {
  givenClient,
  givenProduct,
  givenTestToken,
  orderBody,
  SHIPPING,
  unique,
} from '../support/shop/given.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import { givenTwoApps } from '../support/app.js';

const { one, two } = await givenTwoApps();
const admin = new Admin(one);
const shop = await givenShop(one);
const { id: client } = shop.client;
afterAll(() => one.expectInvariants());

const bodyOf = (sku: string, quantity: number, total: number, rest: object = {}) =>
  orderBody({ sku, quantity }, { expected_total: total, ...rest });
const place = (sku: string, quantity: number, total: number, by = admin) =>
  by.phoneOrders.place(client, bodyOf(sku, quantity, total));

describe('an order that staff place for a client', () => {
  it("has the client's prices and no id of a store, and the store's list, its poll and the audit log show it", async () => {
    const { sku } = await givenProduct(one);
    const order = await place(sku, 2, 210);
    expect(order).toMatchObject({
      client_id: client,
      store_order_id: null,
      placed_by: 'operator',
      status: 'awaiting_payment',
      subtotal: 200,
      delivery: 10,
      total: 210,
    });
    const number = order.order_number;
    expect(await shop.orders.get(number)).toMatchObject({ placed_by: 'operator' });
    expect(await shop.orders.status(number)).toMatchObject({ status: 'awaiting_payment' });
    const { data } = await shop.orders.list();
    expect(data).toContainEqual(
      expect.objectContaining({ order_number: number, store_order_id: null }),
    );
    const { data: entries } = await admin.audit.list({ subject: `order ${number}` });
    expect(entries).toMatchObject([
      { action: 'order.placed', after: { client, total_minor: 21_000 } },
    ]);
    const ofStore = await shop.orders.place({ sku, quantity: 1 });
    expect(await admin.orders.get(ofStore)).toMatchObject({ placed_by: 'store' });
  });

  it('is refused with the new total if prices have changed since the quote, and no price can be sent', async () => {
    const { sku } = await givenProduct(one);
    const quoted = await admin.phoneOrders.quote(client, { items: [{ sku, quantity: 2 }] });
    expect(quoted).toMatchObject({ subtotal: 200, delivery: 10, total: 210 });
    await admin.products.change(sku, { base_price: 150 });
    await place(sku, 2, quoted.total).expectRefusal(409, 'total_changed', {
      subtotal: 300,
      delivery: 10,
      total: 310,
    });
    const items = [{ sku, quantity: 2, unit_price: 1 }];
    await admin.phoneOrders
      .place(client, bodyOf(sku, 2, 310, { items }))
      .expectRefusal(422, 'unknown_field');
    const all = await admin.orders.list({ client_id: client, sku });
    expect(all.data).toEqual([]);
  });

  it('is refused before it is composed if unpaid orders have reached a limit', async () => {
    const { client: limited, orders } = await givenShop(one);
    const { sku } = await givenProduct(one);
    const reached = async () => admin.phoneOrders.reachedLimits(limited.id);
    await admin.clients.change(limited.id, { max_reserved_units: 2, max_open_value: 320 });
    await orders.place({ sku, quantity: 1 });
    expect(await reached()).toEqual([]);
    const second = await orders.place({ sku, quantity: 1 });
    expect(await reached()).toEqual([{ measure: 'units', limit: 2, reserved: 2 }]);
    await admin.clients.change(limited.id, { max_open_value: 219.99 });
    expect(await reached()).toContainEqual({ measure: 'value', limit: 219.99, reserved: 220 });
    await admin.orders.pay(second);
    expect(await reached()).toEqual([]);
  });

  it('and the same order of a store go to one of both if one unit is left', async () => {
    const { id, sku } = await givenProduct(one, { stock: 1 });
    const lock = `SELECT FROM stock_levels WHERE product_id = ${id} FOR UPDATE`;
    const statuses = await whileLocked(one, { lock, waiting: 2 }, () =>
      Promise.all([
        place(sku, 1, 110).status(),
        shop.at(two).orders.place({ sku, quantity: 1 }).patiently().status(),
      ]),
    );
    expect(statuses.sort()).toEqual([201, 422]);
    await place(sku, 1, 110).expectRefusal(422, 'insufficient_stock', {
      errors: [
        expect.objectContaining({
          field: 'items.0.quantity',
          message: 'requested 1, only 0 available',
        }),
      ],
    });
  });

  it('is one order if the call is repeated with its key, at once on two instances or later', async () => {
    const { sku } = await givenProduct(one);
    const key = unique('form');
    const send = (by: Admin) => place(sku, 1, 110, by).set('Idempotency-Key', key);
    const [first, second] = await Promise.all([send(admin), send(new Admin(two))]);
    const third = await send(admin);
    expect(new Set([first, second, third].map((order) => order.order_number)).size).toBe(1);
    await admin.phoneOrders
      .place(client, bodyOf(sku, 2, 210))
      .set('Idempotency-Key', key)
      .expectRefusal(422, 'idempotency_mismatch');
  });

  it('is not paid automatically; the client pays it', async () => {
    const payer = await givenShop(one);
    await admin.wallets.putAutoPay(payer.client.id, { enabled: true });
    await admin.receipts.record(payer.client.id, 1_000);
    const { sku } = await givenProduct(one);
    const byPhone = await admin.phoneOrders.place(payer.client.id, bodyOf(sku, 1, 110));
    const ofStore = await payer.orders.place({ sku, quantity: 1 });
    await one.service(AutoPayService).payDue();
    expect(await admin.orders.get(ofStore)).toMatchObject({ payment_status: 'paid' });
    const number = byPhone.order_number;
    expect(await admin.orders.get(number)).toMatchObject({ payment_status: 'unpaid' });
    const member = await TestBrowser.ofMember(one, payer.client, 'member');
    await member.call('post', 'orders/pay', { order_numbers: [number] });
    expect(await admin.orders.get(number)).toMatchObject({ payment_status: 'paid' });
  });
});

describe('an order that staff try to place for a client', () => {
  it('is refused for a client without a subscription, one in test mode, and one that does not exist', async () => {
    const { sku } = await givenProduct(one);
    const ended = await givenClient(one, { subscription: null });
    await givenTestToken(one, shop.client);
    const body = bodyOf(sku, 1, 110);
    await admin.phoneOrders.place(ended.id, body).expectRefusal(403, 'subscription_inactive');
    await admin.phoneOrders.products(ended.id).expectRefusal(403, 'subscription_inactive');
    const { id: testId } = await one.row<{ id: number }>`
      SELECT id FROM clients WHERE test_of = ${client}`;
    for (const id of [testId, 999_999]) {
      await admin.phoneOrders.place(id, body).expectRefusal(404, 'client_not_found');
      await admin.phoneOrders
        .quote(id, { items: [{ sku, quantity: 1 }] })
        .expectRefusal(404, 'client_not_found');
    }
  });
});

describe('what staff choose from when they place an order for a client', () => {
  it("is the client's products at its prices, found by words and by codes", async () => {
    const name = unique('Kettle');
    const { sku } = await givenProduct(one, { name, gtin: '4006381333931' });
    await givenProduct(one, { name: `${name} without a price`, basePriceMinor: null });
    await admin.plans.setPrice(shop.client.plan, sku, 80);
    const product = { sku, price: 80, delivery_charge: 10, stock_qty: 100 };
    expect(await admin.phoneOrders.products(client, { q: name.toLowerCase() })).toMatchObject([
      product,
    ]);
    const byCode = await admin.phoneOrders.products(client, { q: '4006381333931' });
    expect(byCode).toContainEqual(expect.objectContaining(product));
  });

  it('is the addresses of its latest orders, each once, and none of another client', async () => {
    const caller = await givenShop(one);
    const { sku } = await givenProduct(one);
    const item = { sku, quantity: 1 };
    await caller.orders.place(item);
    await caller.orders.place(item, { shipping: { ...SHIPPING, address: '7, Hill Road' } });
    await caller.orders.place(item);
    const found = await admin.phoneOrders.recipients(caller.client.id);
    expect(found).toMatchObject([
      { customer: { name: 'Asha Verma', email: null }, shipping: SHIPPING },
      { shipping: { address: '7, Hill Road', country: 'India' } },
    ]);
    expect(await admin.phoneOrders.recipients((await givenShop(one)).client.id)).toEqual([]);
  });
});
