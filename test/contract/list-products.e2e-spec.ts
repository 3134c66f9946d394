import request from 'supertest';
import { givenProduct, givenStore } from './support/given.js';
import { startApp } from './support/start-app.js';

const api = request(await startApp());
const store = await givenStore({ discountPercent: 10 });
const kettle = await givenProduct({ sku: 'KETTLE', price: 100, stock: 5 });
const apron = await givenProduct({
  sku: 'APRON',
  price: 40.5,
  variations: [{ name: 'Size', values: ['M', 'L'] }],
  stock: { 'Size:M': 3, 'Size:L': 4 },
});

describe('GET /api/products', () => {
  it('lists products with exactly these fields, and their total (2, 4)', async () => {
    const { body } = await api.get('/api/products').set(store).expect(200);
    expect(body).toEqual({
      // The other answers call it `success`.
      status: true,
      total: 2,
      data: [
        {
          id: kettle.id,
          sku: 'KETTLE',
          name: 'The KETTLE',
          description: 'Of steel',
          category: 'Kitchen',
          stock_qty: 5,
          images: ['https://images.example/KETTLE.jpg'],
          // 100.00 less 10 %.
          pricing: { wholesale_price: 90, currency: 'INR' },
        },
        expect.objectContaining({
          id: apron.id,
          // Of all variations.
          stock_qty: 7,
          // 40.50 less 10 %.
          pricing: { wholesale_price: 36.45, currency: 'INR' },
        }),
      ],
    });
  });

  it("has the prices of the caller's plan (1, 4)", async () => {
    const other = await givenStore({ domain: 'other.example', discountPercent: 5 });
    const { body } = await api.get('/api/products').set(other).expect(200);
    expect(body).toMatchObject({
      data: [{ pricing: { wholesale_price: 95 } }, { pricing: { wholesale_price: 38.48 } }],
    });
  });

  it('has active products only (1, 4)', async () => {
    await givenProduct({ sku: 'WITHDRAWN', active: false });
    const { body } = await api.get('/api/products').set(store).expect(200);
    expect(body).toMatchObject({ total: 2, data: [{ sku: 'KETTLE' }, { sku: 'APRON' }] });
  });
});
