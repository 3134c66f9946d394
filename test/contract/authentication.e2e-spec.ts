import request from 'supertest';
import { givenProduct, givenStore, ORDER } from './support/given.js';
import { startApp } from './support/start-app.js';

const api = request(await startApp());
const store = await givenStore({ domain: 'asha-home.example' });
const unsubscribed = await givenStore({ domain: 'late.example', isSubscribed: false });
await givenStore({ domain: 'other.example' });
await givenProduct({ sku: 'KETTLE' });
const order = { ...ORDER, store_order_id: 'SHOP-1' };
await api.post('/api/orders').set(store).send(order).expect(201);

describe.each([
  ['GET /api/products', 200, () => api.get('/api/products')],
  ['GET /api/products/{sku}', 200, () => api.get('/api/products/KETTLE')],
  ['GET /api/products/{sku}/stock', 200, () => api.get('/api/products/KETTLE/stock')],
  ['POST /api/orders', 201, () => api.post('/api/orders').send(ORDER)],
  ['GET /api/orders/{order_number}/status', 200, () => api.get('/api/orders/SHOP-1/status')],
])('%s', (_, success, call) => {
  it('admits a token with its domain, and answers in JSON (4, 5)', async () => {
    const { type } = await call().set(store).expect(success);
    expect(type).toBe('application/json');
  });

  it('is 401 without a token (5.3)', async () => {
    await call().set('X-Client-Domain', 'asha-home.example').expect(401);
  });

  it('is 401 with a token that was not issued (5.3)', async () => {
    await call().set(store).set('Authorization', 'Bearer sesame').expect(401);
  });

  it('is 403 without a domain (5.4)', async () => {
    await call().set('Authorization', store.Authorization).expect(403);
  });

  it('is 403 with the domain of another client (5.4)', async () => {
    await call().set(store).set('X-Client-Domain', 'other.example').expect(403);
  });

  it('is 403 without an active subscription (5.5)', async () => {
    await call().set(unsubscribed).expect(403);
  });
});

describe('Authorization', () => {
  it('needs the word Bearer (5)', async () => {
    const [, token = ''] = store.Authorization.split(' ');
    for (const text of [token, `Basic ${token}`])
      await api.get('/api/products').set(store).set('Authorization', text).expect(401);
  });

  it('is for servers: no answer is open to scripts of web pages (5.6)', async () => {
    const call = api.get('/api/products').set(store).set('Origin', 'https://asha-home.example');
    expect((await call).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('X-Client-Domain', () => {
  it.each([
    'ASHA-Home.Example',
    'www.asha-home.example',
    'http://asha-home.example',
    'https://asha-home.example',
    'HTTPS://www.Asha-Home.example',
  ])('may be %s (5.2)', async (domain) => {
    await api.get('/api/products').set(store).set('X-Client-Domain', domain).expect(200);
  });

  it.each([
    'asha-home',
    'shop.asha-home.example',
    'asha-home.example.com',
    'ftp://asha-home.example',
  ])('may not be %s (5.2, 5.4)', async (domain) => {
    await api.get('/api/products').set(store).set('X-Client-Domain', domain).expect(403);
  });

  it('may be registered in such a form as well (5.2)', async () => {
    const kaveri = await givenStore({ domain: 'https://www.Kaveri.example' });
    await api.get('/api/products').set(kaveri).expect(200);
    await api.get('/api/products').set(kaveri).set('X-Client-Domain', 'kaveri.example').expect(200);
  });
});
