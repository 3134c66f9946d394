import request from 'supertest';
import { givenProduct, givenStore, ORDER } from './support/given.js';
import { startApp } from './support/start-app.js';

const api = request(await startApp());
const store = await givenStore({ discountPercent: 10 });
await givenProduct({ sku: 'KETTLE', price: 100, delivery: 10 });
const place = (body: object) => api.post('/api/orders').set(store).send(body);
const { customer, shipping } = ORDER;
const [item] = ORDER.items;

describe('POST /api/orders', () => {
  it('answers 201 with exactly these fields (2, 4.2)', async () => {
    const { body } = await place(ORDER).expect(201);
    expect(body).toEqual({
      success: true,
      order_number: expect.stringMatching(/./),
      // Two at 100.00 less 10 %.
      subtotal: 180,
      delivery: 10,
      total: 190,
      items_count: 1,
      status: 'awaiting_payment',
      message: expect.stringMatching(/./),
    });
  });

  it('charges wholesale price × quantity of all items, plus delivery (1)', async () => {
    await givenProduct({ sku: 'CUP', price: 40, delivery: 0 });
    const items = [
      { sku: 'KETTLE', quantity: 3 },
      { sku: 'CUP', quantity: 7 },
    ];
    const { body } = await place({ ...ORDER, items }).expect(201);
    // 3 × 90 + 7 × 36
    expect(body).toMatchObject({ subtotal: 522, delivery: 10, total: 532, items_count: 2 });
  });

  it("charges the prices of the caller's plan (1)", async () => {
    const other = await givenStore({ domain: 'other.example', discountPercent: 5 });
    const { body } = await api.post('/api/orders').set(other).send(ORDER).expect(201);
    expect(body).toMatchObject({ subtotal: 190, delivery: 10, total: 200 });
  });

  it('ignores prices that are sent (1, 4.1)', async () => {
    const items = [{ ...item, price: 1, wholesale_price: 1, unit_price: 1 }];
    const { body } = await place({ ...ORDER, items, subtotal: 1, delivery: 1, total: 2 });
    expect(body).toMatchObject({ success: true, subtotal: 180, delivery: 10, total: 190 });
  });

  it('takes all optional fields (4)', async () => {
    await place({
      customer: { ...customer, email: 'asha@example.com' },
      shipping: { ...shipping, country: 'India' },
      items: [{ ...item, variation: 'gift wrapped' }],
      store_order_id: 'SHOP-1',
      notes: 'Please call before delivery',
    }).expect(201);
  });

  it('takes the chosen values with " / " between them as the variation (4)', async () => {
    const variations = [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Indigo'] },
    ];
    const stock = { 'Size:M|Colour:Indigo': 5, 'Size:L|Colour:Indigo': 5 };
    await givenProduct({ sku: 'APRON', variations, stock });
    const items = [{ sku: 'APRON', quantity: 2, variation: 'M / Indigo' }];
    await place({ ...ORDER, items }).expect(201);
    const { body } = await api.get('/api/products/APRON/stock').set(store).expect(200);
    expect(body).toMatchObject({ variation_stocks: { ...stock, 'Size:M|Colour:Indigo': 3 } });
  });

  it('ships to India where no country is sent (4)', async () => {
    const order = { ...ORDER, store_order_id: 'SHOP-2' };
    await place(order).expect(201);
    const again = (country: string) => place({ ...order, shipping: { ...shipping, country } });
    // The refusal of a duplicate names what differs from the order.
    expect((await again('India')).body).toMatchObject({ differs: [] });
    expect((await again('Nepal')).body).toMatchObject({ differs: ['shipping.country'] });
  });

  it('is 409 for a store_order_id that an order has, and orders nothing (4.3, 7)', async () => {
    const order = { ...ORDER, store_order_id: 'SHOP-3' };
    await place(order).expect(201);
    const { body: before } = await api.get('/api/products/KETTLE/stock').set(store).expect(200);
    await place(order).expect(409);
    await place({ ...order, items: [{ sku: 'KETTLE', quantity: 1 }] }).expect(409);
    const { body: after } = await api.get('/api/products/KETTLE/stock').set(store).expect(200);
    expect(after).toEqual(before);
  });

  it.each([
    ['no customer.name', { customer: { ...customer, name: undefined } }],
    ['no customer.phone', { customer: { ...customer, phone: undefined } }],
    ['no shipping.address', { shipping: { ...shipping, address: undefined } }],
    ['no shipping.city', { shipping: { ...shipping, city: undefined } }],
    ['no shipping.state', { shipping: { ...shipping, state: undefined } }],
    ['no shipping.pincode', { shipping: { ...shipping, pincode: undefined } }],
    ['no items[].sku', { items: [{ ...item, sku: undefined }] }],
    ['no items[].quantity', { items: [{ ...item, quantity: undefined }] }],
    ['no items', { items: undefined }],
    ['an empty list of items', { items: [] }],
    ['a number as the name', { customer: { ...customer, name: 5 } }],
    ['an incomplete e-mail address', { customer: { ...customer, email: 'asha@' } }],
    ['a pincode of five digits', { shipping: { ...shipping, pincode: '56000' } }],
    ['a quantity of zero', { items: [{ ...item, quantity: 0 }] }],
    ['a quantity that is not whole', { items: [{ ...item, quantity: 1.5 }] }],
    ['a number as the store_order_id', { store_order_id: 1001 }],
    ['a list as the notes', { notes: ['call'] }],
  ])('is 422 with %s (4.4, 7)', async (_, change) => {
    await place({ ...ORDER, ...change }).expect(422);
  });
});
