import request from 'supertest';
import { givenProduct, givenStore, ORDER } from './support/given.js';
import { startApp } from './support/start-app.js';

const api = request(await startApp());
const store = await givenStore({ domain: 'asha-home.example' });
const unsubscribed = await givenStore({ domain: 'late.example', isSubscribed: false });
await givenProduct({ sku: 'KETTLE' });
const list = (headers: Record<string, string>) => api.get('/api/products').set(headers);
const place = (body: object) => api.post('/api/orders').set(store).send(body);
const order = { ...ORDER, store_order_id: 'SHOP-1' };
await place(order).expect(201);

it.each([
  [401, 'without a token', () => list({ 'X-Client-Domain': 'asha-home.example' })],
  [403, 'without an active subscription', () => list(unsubscribed)],
  [403, 'without a domain', () => list({ Authorization: store.Authorization })],
  [404, 'of an unknown product', () => api.get('/api/products/NOTHING').set(store)],
  [404, 'of an unknown order', () => api.get('/api/orders/NOTHING/status').set(store)],
  [409, 'of a duplicate order', () => place(order)],
  [422, 'of missing fields', () => place({})],
])('a refusal is %i with a JSON body: %s (7)', async (status, _, call) => {
  const { type, body } = await call().expect(status);
  expect(type).toBe('application/json');
  expect(body).toMatchObject({ success: false, message: expect.stringMatching(/./) });
});

describe('the Store API', () => {
  it('reads orders in JSON only (4)', async () => {
    const text = JSON.stringify(ORDER);
    await api.post('/api/orders').set(store).type('text/plain').send(text).expect(415);
  });

  it('has paths below /api, without a version (1, 9)', async () => {
    for (const path of ['/products', '/v1/products', '/api/v1/products'])
      await api.get(path).set(store).expect(404);
  });
});
