import request from 'supertest';
import { givenProduct, givenStore, ORDER } from './support/given.js';
import { startApp } from './support/start-app.js';

const api = request(await startApp());
const store = await givenStore();

describe('GET /api/products/{sku}/stock', () => {
  it('has exactly these fields (2, 4)', async () => {
    await givenProduct({ sku: 'POT', stock: 5 });
    const { body } = await api.get('/api/products/POT/stock').set(store).expect(200);
    expect(body).toEqual({
      success: true,
      sku: 'POT',
      stock_qty: 5,
      in_stock: true,
      has_variations: false,
      variation_stocks: {},
    });
  });

  it('has the stock of each variation (2, 4)', async () => {
    const variations = [{ name: 'Size', values: ['M', 'L'] }];
    await givenProduct({ sku: 'APRON', variations, stock: { 'Size:M': 3, 'Size:L': 0 } });
    const { body } = await api.get('/api/products/APRON/stock').set(store).expect(200);
    expect(body).toEqual({
      success: true,
      sku: 'APRON',
      stock_qty: 3,
      in_stock: true,
      has_variations: true,
      variation_stocks: { 'Size:M': 3, 'Size:L': 0 },
    });
  });

  it('is current: what was ordered cannot be sold again (4, 6)', async () => {
    await givenProduct({ sku: 'KETTLE', stock: 2 });
    await api.post('/api/orders').set(store).send(ORDER).expect(201);
    const { body } = await api.get('/api/products/KETTLE/stock').set(store).expect(200);
    expect(body).toMatchObject({ stock_qty: 0, in_stock: false });
  });

  it('is 404 for a product that does not exist (4)', async () => {
    await api.get('/api/products/NOTHING/stock').set(store).expect(404);
  });
});
